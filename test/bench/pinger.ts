/** A worker that asks for the server's health at a fixed rate until told to stop, and reports every latency. */
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { url, everyMs } = workerData as { url: string; everyMs: number };
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const latencies: number[] = [];
let due = performance.now();
let stopped = false;

function ping(): void {
  const sent = performance.now();
  get(url, { agent }, (response) => {
    response.resume().once('end', () => latencies.push(performance.now() - sent));
  }).once('error', () => latencies.push(Number.POSITIVE_INFINITY));
}

// An open loop: a slow answer does not delay the next question, so a stall shows in every ping that falls into it.
function tick(): void {
  if (stopped) return;
  for (; due <= performance.now(); due += everyMs) ping();
  setTimeout(tick, Math.max(0, due - performance.now()));
}

parentPort?.once('message', () => {
  stopped = true;
  setTimeout(() => {
    parentPort?.postMessage(latencies);
    agent.destroy();
  }, 200);
});
tick();
