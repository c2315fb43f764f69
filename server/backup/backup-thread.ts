import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { BackupOrder, WrittenBackup } from './write-backup.ts';

export type BackupThreadStart = Pick<BackupOrder, 'dataDir' | 'file'>;
export type BackupThreadResult =
  | { done: number; total: number }
  | { written: WrittenBackup }
  | { failed: string; code: string | null };

const MAIN = fileURLToPath(new URL(`./backup-thread-main${extname(import.meta.url)}`, import.meta.url));

/** `writeBackup` in a thread of its own, for a server. Throws what it throws, or the signal's reason. */
export async function writeBackupInThread({
  dataDir,
  file,
  onProgress,
  signal,
}: Omit<BackupOrder, 'force'>): Promise<WrittenBackup> {
  signal.throwIfAborted();
  const worker = new Worker(MAIN, { workerData: { dataDir, file } satisfies BackupThreadStart, name: 'backup' });
  const stop = () => worker.postMessage('stop');
  signal.addEventListener('abort', stop, { once: true });
  let result: BackupThreadResult | null = null;
  worker.on('message', (message: BackupThreadResult) => {
    if ('total' in message) onProgress(message.done, message.total);
    else result = message;
  });
  try {
    // Rejects with what ends the thread early, such as memory that it lacks.
    await once(worker, 'exit');
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return resultOf(result, signal);
}

function resultOf(result: BackupThreadResult | null, signal: AbortSignal): WrittenBackup {
  if (result !== null && 'written' in result) return result.written;
  signal.throwIfAborted();
  if (result === null || !('failed' in result)) throw new Error('the backup ended before it was complete.');
  throw Object.assign(new Error(result.failed), result.code !== null && { code: result.code });
}
