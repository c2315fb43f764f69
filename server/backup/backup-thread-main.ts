import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { BackupThreadResult, BackupThreadStart } from './backup-thread.ts';
import { writeBackup } from './write-backup.ts';

/** The thread of one backup: SQLite's copying and checking, and the hashes, would hold up a server's requests. */
const port = parentPort as MessagePort;
const { dataDir, file }: BackupThreadStart = workerData;
const stopping = new AbortController();
port.once('message', () => stopping.abort(new Error('stopped.')));

const send = (result: BackupThreadResult) => port.postMessage(result);
try {
  const written = await writeBackup({
    ...{ dataDir, file, force: false, signal: stopping.signal },
    onProgress: (done, total) => send({ done, total }),
  });
  send({ written });
} catch (error) {
  const { message, code = null } = error as NodeJS.ErrnoException;
  send({ failed: message, code });
} finally {
  port.close();
}
