import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BackupPlace } from '@footnote/sdk/contract';
import { createBackupFolder, type KeptFile } from '../backup/backup-folder.ts';
import { backupName, originOf } from '../backup/backup-name.ts';
import { readBackupPlan, storeBackupPlan } from '../backup/backup-plan.ts';
import { writeBackupInThread } from '../backup/backup-thread.ts';
import { createBucket } from '../backup/bucket.ts';
import { readRestorePlan, storeRestorePlan } from '../backup/restore-plan.ts';
import type { Env } from '../config/env.ts';
import { noteBackup } from '../diagnosis/last-backup.ts';
import { errors } from '../platform/errors.ts';
import { measureDisk, minimumFree } from '../platform/files/disk-space.ts';
import { formatBytes } from '../platform/text/format-bytes.ts';
import type { BackupStorage, StoredBackup } from '../services/server/backup-storage.ts';
import { examineFile } from './examine-file.ts';

interface BackupStorageDeps {
  env: Env;
  /** Other servers use the same database, which has its own tools. */
  shared: boolean;
  now: () => number;
}

/** Where the backups of a running server are written and kept. */
export function createBackupStorage({ env, shared, now }: BackupStorageDeps): BackupStorage {
  const { dataDir } = env;
  const folder = createBackupFolder(env.backupDir);
  const bucket = env.backupBucket && createBucket(env.backupBucket);
  const at = (place: BackupPlace) => (place === 'bucket' && bucket ? bucket : folder);

  /** A restore needs the file on this machine. It stays in the folder. */
  async function fetchFromBucket(name: string, onProgress: Progress, signal: AbortSignal): Promise<void> {
    const known = (await folder.list()).find((file) => file.name === name);
    const found = await bucket?.open(name);
    if (!found) throw errors.notFound();
    if (known?.size === found.size) return void found.stream.destroy();
    let done = 0;
    found.stream.on('data', (bytes: Buffer) => {
      done += bytes.length;
      onProgress('downloading', done, found.size);
    });
    await folder.receive(name, found.stream, signal);
  }

  return {
    unsupported: shared
      ? 'With DATABASE_URL, backups are made with pg_dump. Keep a copy of DATA_DIR beside them.'
      : null,
    folder: resolve(env.backupDir),
    bucket: bucket && { address: bucket.address },

    list: async (place) => (await at(place).list()).map(stored),
    open: (place, name) => at(place).open(name),
    remove: (place, name) => at(place).remove(name),

    newName: (origin) => backupName(origin, now()),

    async write({ name, place, origin }, onProgress, signal) {
      await folder.prepare();
      await assertRoom(env);
      const file = folder.pathOf(name);
      const { size } = await writeBackupInThread({
        dataDir,
        file,
        signal,
        onProgress: (done, total) => onProgress('writing', done, total),
      });
      if (place === 'bucket' && bucket) {
        try {
          await bucket.upload(name, file, (done, total) => onProgress('uploading', done, total), signal);
        } finally {
          await folder.remove(name);
        }
      }
      await noteBackup(dataDir, { at: now(), file: place === 'bucket' ? `${bucket?.address}${name}` : file, size });
      return { name, size, at: now(), origin };
    },

    async examine(place, name, onProgress, signal) {
      await folder.prepare();
      if (place === 'bucket') await fetchFromBucket(name, onProgress, signal);
      return examineFile(env, folder.pathOf(name), onProgress, signal);
    },

    readRestore: () => readRestorePlan(dataDir),
    async planRestore(planned) {
      const { last } = await readRestorePlan(dataDir);
      await storeRestorePlan(dataDir, { planned, last });
    },

    readPlan: () => readBackupPlan(dataDir),
    storePlan: (plan) => storeBackupPlan(dataDir, plan),
  };
}

type Progress = Parameters<BackupStorage['write']>[1];

const stored = (file: KeptFile): StoredBackup => ({ ...file, origin: originOf(file.name) });

/**
 * Throws if the disk lacks the room: a copy of the database, and an archive that may be as large as the data. A disk that is full
 * would stop the server itself.
 */
async function assertRoom({ backupDir, dataDir, minimumFree: chosen }: Env): Promise<void> {
  const { size = 0 } = (await stat(join(dataDir, 'footnote.db')).catch(() => null)) ?? {};
  const { free, total } = await measureDisk(backupDir);
  const needed = 2 * size + minimumFree(total, chosen);
  if (free >= needed) return;
  throw new Error(
    `A backup needs ${formatBytes(needed)} of free space in ${resolve(backupDir)}, and ${formatBytes(free)} are free. Delete backups that are not needed, or set BACKUP_DIR to another disk.`,
  );
}
