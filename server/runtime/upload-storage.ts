import { ZSTANDARD } from '../archive/manifest.ts';
import { createBackupFolder } from '../backup/backup-folder.ts';
import { backupName } from '../backup/backup-name.ts';
import { createUploadFolder } from '../backup/backup-upload.ts';
import type { Env } from '../config/env.ts';
import { measureDisk, minimumFree } from '../platform/files/disk-space.ts';
import { hashFile } from '../platform/files/hash-file.ts';
import { errors } from '../services/errors.ts';
import type { UploadStorage } from '../services/server/backup-uploads.ts';
import { examineFile } from './examine-file.ts';

/** Where a backup is while it is being uploaded: beside the backups of a running server. */
export function createUploadStorage({ env, now }: { env: Env; now: () => number }): UploadStorage {
  const folder = createUploadFolder(env.backupDir);
  return {
    magic: ZSTANDARD,
    current: folder.current,
    append: folder.append,
    publish: folder.publish,
    discard: folder.discard,
    begin: (order) => folder.begin({ ...order, name: backupName('upload', now()) }),

    async assertRoom(bytes) {
      await createBackupFolder(env.backupDir).prepare();
      const { free, total } = await measureDisk(env.backupDir);
      const needed = bytes + minimumFree(total, env.minimumFree);
      if (free < needed) throw errors.noRoomForBackup(needed, free);
    },

    async examine(upload, onProgress, signal) {
      const file = folder.pathOf(upload);
      if (upload.sha256 !== null && (await hashFile(file, signal)) !== upload.sha256) {
        throw new Error('The file has another SHA-256 than the one that the upload was begun with. Upload it again.');
      }
      try {
        return await examineFile(env, file, onProgress, signal);
      } catch (error) {
        // The operator has uploaded a file, and does not know its path on the server.
        if (error instanceof Error) error.message = error.message.replace(file, 'The file');
        throw error;
      }
    },
  };
}
