import type { BackupUpload, ServerBackups, ServerRestart } from '@footnote/sdk/contract';

/** The backups of a server, with the one that is being uploaded, and how the server is restarted. */
export const presentBackups = (
  report: Omit<ServerBackups, 'upload' | 'restart'>,
  upload: BackupUpload | null,
  restart: ServerRestart,
): ServerBackups => ({ ...report, upload, restart });
