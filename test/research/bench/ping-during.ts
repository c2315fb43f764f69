import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Requests an address at a fixed interval during some work. Returns the latencies in milliseconds. */
export async function pingDuring(url: string, everyMs: number, work: () => Promise<unknown>): Promise<number[]> {
  const worker = new Worker(new URL('./pinger.ts', import.meta.url), { workerData: { url, everyMs } });
  try {
    await once(worker, 'message');
    await work();
    worker.postMessage('stop');
    const [latencies] = (await once(worker, 'message')) as [number[]];
    return latencies;
  } finally {
    await worker.terminate();
  }
}
