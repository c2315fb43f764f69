/** A worker that requests the server's health at a fixed rate until it is stopped, and reports every latency. */
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** The first requests of a client are slow, whatever the server. */
const WARM_UP = 20;

const { url, everyMs } = workerData as { url: string; everyMs: number };
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const pings: Promise<number>[] = [];
let stopped = false;

/** The milliseconds until the complete response; infinity on failure. */
function ping(): Promise<number> {
  const sent = performance.now();
  return new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume().once('close', () => {
        resolve(response.complete ? performance.now() - sent : Number.POSITIVE_INFINITY);
      });
    }).once('error', () => resolve(Number.POSITIVE_INFINITY));
  });
}

for (let at = 0; at < WARM_UP; at += 1) await ping();
parentPort?.postMessage('warm');
let due = performance.now();

// An open loop: a slow response does not delay the next request, so a stall affects every ping during it.
function tick(): void {
  if (stopped) return;
  for (; due <= performance.now(); due += everyMs) pings.push(ping());
  setTimeout(tick, Math.max(0, due - performance.now()));
}

parentPort?.once('message', async () => {
  stopped = true;
  parentPort?.postMessage(await Promise.all(pings));
  agent.destroy();
});
tick();
