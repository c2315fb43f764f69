/** A worker that asks for the server's health at a fixed rate until told to stop, and reports every latency. */
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** Its own first questions take long, whoever is asked. */
const WARM_UP = 20;

const { url, everyMs } = workerData as { url: string; everyMs: number };
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const pings: Promise<number>[] = [];
let stopped = false;

/** Milliseconds until the whole answer is there; infinitely many where there is none. */
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

// An open loop: a slow answer does not delay the next question, so a stall shows in every ping that falls into it.
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
