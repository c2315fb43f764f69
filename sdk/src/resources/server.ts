import { AuditLog } from './audit-log.ts';
import { Backups } from './backups.ts';
import { ServerMethods } from './generated/server.ts';

/** Administration of the server. Needs the operator's token. */
export class ServerAdministration extends ServerMethods {
  readonly auditLog: AuditLog = new AuditLog(this.settings, '/server/audit-log');
  readonly backups: Backups = new Backups(this.settings);
}
