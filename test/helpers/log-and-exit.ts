import { isMainThread, Worker } from 'node:worker_threads';
import { createStandardErrorLog } from '../../server/platform/log.ts';

/** A process that logs from its main thread and from a worker. Both exit right after logging. */

const LINES = 500;

const log = createStandardErrorLog();
const thread = isMainThread ? 'main' : 'worker';
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  await new Promise((resolve) => worker.once('exit', resolve));
}
for (let line = 0; line < LINES; line += 1) log.info('line_written', { thread, line });
process.exit();
