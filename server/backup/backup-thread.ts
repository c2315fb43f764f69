import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ExaminedBackup } from './examine-backup.ts';
import type { BackupOrder, WrittenBackup } from './write-backup.ts';

export type BackupThreadStart = Pick<BackupOrder, 'dataDir' | 'file'> &
  ({ work: 'write' } | { work: 'examine'; keepFree: number });
export type BackupThreadResult =
  | { done: number; total: number }
  | { result: WrittenBackup | ExaminedBackup }
  | { failed: string; code: string | null };

const MAIN = fileURLToPath(new URL(`./backup-thread-main${extname(import.meta.url)}`, import.meta.url));

type ThreadOrder = Omit<BackupOrder, 'force'>;

/** `writeBackup` in a thread of its own, for a server. Throws what it throws, or the signal's reason. */
export const writeBackupInThread = (order: ThreadOrder) =>
  runInThread({ work: 'write' }, order) as Promise<WrittenBackup>;

/** The same for `examineBackup`. */
export const examineBackupInThread = ({ keepFree, ...order }: ThreadOrder & { keepFree: number }) =>
  runInThread({ work: 'examine', keepFree }, order) as Promise<ExaminedBackup>;

async function runInThread(
  work: { work: 'write' } | { work: 'examine'; keepFree: number },
  { dataDir, file, onProgress, signal }: ThreadOrder,
): Promise<WrittenBackup | ExaminedBackup> {
  signal.throwIfAborted();
  const workerData: BackupThreadStart = { ...work, dataDir, file };
  const worker = new Worker(MAIN, { workerData, name: 'backup' });
  const stop = () => worker.postMessage('stop');
  signal.addEventListener('abort', stop, { once: true });
  let end: BackupThreadResult | null = null;
  worker.on('message', (message: BackupThreadResult) => {
    if ('total' in message) onProgress(message.done, message.total);
    else end = message;
  });
  try {
    // Rejects with what ends the thread early, such as memory that it lacks.
    await once(worker, 'exit');
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return resultOf(end, signal);
}

function resultOf(end: BackupThreadResult | null, signal: AbortSignal): WrittenBackup | ExaminedBackup {
  if (end !== null && 'result' in end) return end.result;
  signal.throwIfAborted();
  if (end === null || !('failed' in end)) throw new Error('the work ended before it was complete.');
  throw Object.assign(new Error(end.failed), end.code !== null && { code: end.code });
}
