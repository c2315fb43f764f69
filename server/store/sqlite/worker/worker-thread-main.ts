import { parentPort, workerData } from 'node:worker_threads';
import { runThread } from './run-thread.ts';
import type { ThreadStart } from './thread-messages.ts';

/** The main module of a thread of the embedded store. */
if (!parentPort) throw new Error('This file is the main module of a worker thread.');
await runThread(workerData as ThreadStart, parentPort);
