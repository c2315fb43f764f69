import { AuditLog } from './audit-log.ts';
import { Backups } from './backups.ts';
import { ModelServer, ServerMethods, ServerModels, ServerProjects, Users } from './generated.ts';

/** Administration of the server. Needs the operator's token. */
export class ServerAdministration extends ServerMethods {
  readonly models: ServerModels = new ServerModels(this.settings);
  readonly modelServer: ModelServer = new ModelServer(this.settings);
  readonly auditLog: AuditLog = new AuditLog(this.settings, '/server/audit-log');
  readonly users: Users = new Users(this.settings);
  readonly backups: Backups = new Backups(this.settings);
  readonly projects: ServerProjects = new ServerProjects(this.settings);
}
