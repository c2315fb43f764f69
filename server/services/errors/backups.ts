import { ApiError, always, examplesOf, fieldError } from '../../platform/errors.ts';
import { formatBytes } from '../../platform/text/format-bytes.ts';

/** Backups, their uploads and restores. */
export const backupErrors = {
  backupsUnsupported: (sentence: string) => new ApiError(400, 'backups_unsupported', sentence),
  backupRunning: always(400, 'backup_running', 'A backup is being made already. Wait until it is done, or stop it.'),
  uploadUnfinished: always(
    400,
    'upload_unfinished',
    'A backup is being uploaded already. Finish that upload or give it up first.',
  ),
  wrongOffset: (received: number) =>
    new ApiError(400, 'wrong_offset', `The upload has ${received} bytes. Go on from there.`, {
      fields: [{ field: 'offset', message: `must be ${received}` }],
    }),
  partDamaged: () => fieldError('part_damaged', 'sha256', 'This part has another SHA-256. Send it again.'),
  uploadTooLong: (size: number) =>
    new ApiError(
      400,
      'upload_too_long',
      `With this part, the upload would have more than the ${size} bytes that it was begun for. Give it up, and begin another one.`,
    ),
  uploadIncomplete: (received: number, size: number) =>
    new ApiError(400, 'upload_incomplete', `${received} of ${size} bytes have arrived. Send the rest first.`),
  noRoomForBackup: (needed: number, free: number) =>
    new ApiError(
      500,
      'storage_full',
      `The backup needs ${formatBytes(needed)} of free space on the server, and ${formatBytes(free)} are free. Free some, or set BACKUP_DIR to another disk.`,
    ),
  notABackup: always(400, 'not_a_backup', 'This file is not a backup of Footnote. Nothing of it has been kept.'),
  notExamined: always(
    400,
    'not_examined',
    'Make a dry run of this backup first: it says what a restore would replace. It has to be the last one, and to have found nothing wrong.',
  ),
  noBackupBucket: always(
    400,
    'no_backup_bucket',
    'This server has no bucket for backups. Set BACKUP_S3_ENDPOINT and BACKUP_S3_BUCKET, and restart it.',
  ),
  notSupervised: (command: string) =>
    new ApiError(
      400,
      'not_supervised',
      `Nothing would start this server again, as far as its settings say (SUPERVISED). Restart it on its machine: ${command}`,
    ),
};

export const backupExamples = examplesOf(backupErrors, {
  noRoomForBackup: null,
  backupsUnsupported: ['With DATABASE_URL, backups are made with pg_dump. Keep a copy of DATA_DIR beside them.'],
  wrongOffset: [16_777_216],
  uploadTooLong: [48_000_000],
  uploadIncomplete: [16_777_216, 48_000_000],
  notSupervised: ['sudo systemctl restart footnote'],
});
