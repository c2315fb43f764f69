import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { BackupThreadResult, BackupThreadStart } from './backup-thread.ts';
import { examineBackup } from './examine-backup.ts';
import { writeBackup } from './write-backup.ts';

/** The thread that writes or examines one backup: SQLite's copying and checking, and the hashes, would hold up a server's requests. */
const port = parentPort as MessagePort;
const start: BackupThreadStart = workerData;
const stopping = new AbortController();
port.once('message', () => stopping.abort(new Error('stopped.')));

const send = (result: BackupThreadResult) => port.postMessage(result);
try {
  const order = {
    dataDir: start.dataDir,
    file: start.file,
    signal: stopping.signal,
    onProgress: (done: number, total: number) => send({ done, total }),
  };
  const result =
    start.work === 'write'
      ? await writeBackup({ ...order, force: false })
      : await examineBackup({ ...order, keepFree: start.keepFree });
  send({ result });
} catch (error) {
  const { message, code = null } = error as NodeJS.ErrnoException;
  send({ failed: message, code });
} finally {
  port.close();
}
