import { AuditLog } from './audit-log.ts';
import { BackupUploads } from './backup-uploads.ts';
import { BackupMethods, ServerMethods } from './generated/server.ts';

/** The backups of the server. Needs the operator's token. */
class Backups extends BackupMethods {
  readonly uploads: BackupUploads = new BackupUploads(this.settings);
}

/** Administration of the server. Needs the operator's token. */
export class ServerAdministration extends ServerMethods {
  readonly auditLog: AuditLog = new AuditLog(this.settings, '/server/audit-log');
  readonly backups: Backups = new Backups(this.settings);
}
