import { BackupUploads } from './backup-uploads.ts';
import { BackupMethods } from './generated/server.ts';

/** The backups of the server. Needs the operator's token. */
export class Backups extends BackupMethods {
  readonly uploads: BackupUploads = new BackupUploads(this.settings);
}
