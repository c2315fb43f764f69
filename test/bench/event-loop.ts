import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { makePdf } from './books.ts';
import { type Measurement, percentile, round, verdict } from './measurement.ts';
import { ingest, withDirectory, withSubject } from './subject.ts';

const PAGES = 300;
const ROUNDS = 3;
const WARM_UP_MS = 1500;
const IDLE_MS = 5000;

/** Latencies of `/health` at 100 a second while some work goes on, in milliseconds. */
async function pingDuring(url: string, work: () => Promise<unknown>): Promise<number[]> {
  const worker = new Worker(new URL('./pinger.ts', import.meta.url), { workerData: { url, everyMs: 10 } });
  try {
    await once(worker, 'online');
    await work();
    worker.postMessage('stop');
    const [latencies] = (await once(worker, 'message')) as [number[]];
    return latencies;
  } finally {
    await worker.terminate();
  }
}

/** Does the server answer others at once while it reads a long PDF? */
export async function measureEventLoop(): Promise<Measurement[]> {
  const book = await makePdf(PAGES);
  return withDirectory((directory) =>
    withSubject(directory, async (subject) => {
      const url = `${subject.server.origin}/health`;
      await pingDuring(url, () => sleep(WARM_UP_MS));
      const idle = await pingDuring(url, () => sleep(IDLE_MS));
      const busy = await pingDuring(url, async () => {
        for (let round = 1; round <= ROUNDS; round += 1) await ingest(subject, book, `book-${round}.pdf`);
      });
      const [floor, measured] = [percentile(idle, 0.99), percentile(busy, 0.99)];
      const show = (values: number[]) =>
        `p50 ${round(percentile(values, 0.5))}, p99 ${round(percentile(values, 0.99))} ms`;
      return [
        {
          what: `ping while a ${PAGES}-page PDF is read (${busy.length} pings) / idle`,
          floor: show(idle),
          measured: show(busy),
          ratio: measured / floor,
          target: 'p99 ≤ 10 ms',
          verdict: verdict(measured <= 10),
        },
      ];
    }),
  );
}
