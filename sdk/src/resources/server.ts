import type { Restarting, ServerState } from '../contract/index.ts';
import type { RequestOptions, Settings } from '../core/options.ts';
import { Resource } from '../core/resource.ts';
import { AuditLog } from './audit-log.ts';
import { Backups } from './backups.ts';
import { ModelServer } from './model-server.ts';
import { ServerModels } from './server-models.ts';
import { ServerProjects } from './server-projects.ts';
import { Users } from './users.ts';

/** Administration of the server. Needs the operator's token. */
export class ServerAdministration extends Resource {
  readonly models: ServerModels;
  readonly modelServer: ModelServer;
  readonly auditLog: AuditLog;
  readonly users: Users;
  readonly backups: Backups;
  readonly projects: ServerProjects;

  constructor(settings: Settings) {
    super(settings);
    this.models = new ServerModels(settings);
    this.modelServer = new ModelServer(settings);
    this.auditLog = new AuditLog(settings, '/server/audit-log');
    this.users = new Users(settings);
    this.backups = new Backups(settings);
    this.projects = new ServerProjects(settings);
  }

  /**
   * Retrieves the state of the server: version, memory, disk, queues, engines, last backup, and findings.
   * @example
   * const { findings } = await owner.server.retrieve();
   */
  retrieve(options?: RequestOptions): Promise<ServerState> {
    return this.request({ path: '/server' }, options);
  }

  /**
   * Restarts the server, if something starts it again when it ends. Needs a fresh password.
   * @example
   * const { installation } = await owner.server.retrieve();
   * if (installation.restart.supervised) await owner.server.restart();
   */
  restart(options?: RequestOptions): Promise<Restarting> {
    return this.request({ method: 'POST', path: '/server/restart', once: true }, options);
  }
}
