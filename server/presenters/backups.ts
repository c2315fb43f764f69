import type { BackupUpload, ServerBackups } from '@footnote/sdk/contract';

/** The backups of a server, with the one that is being uploaded. */
export const presentBackups = (report: Omit<ServerBackups, 'upload'>, upload: BackupUpload | null): ServerBackups => ({
  ...report,
  upload,
});
