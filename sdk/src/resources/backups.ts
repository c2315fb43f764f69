import type {
  BackupLink,
  BackupPlace,
  CreateBackupRequest,
  RestoreBackupRequest,
  ScheduleBackupsRequest,
  ServerBackups,
} from '../contract/index.ts';
import type { RequestOptions, Settings } from '../core/options.ts';
import { path } from '../core/path.ts';
import { Resource } from '../core/resource.ts';
import { BackupUploads } from './backup-uploads.ts';

/** The backups of the server. Needs the operator's token. */
export class Backups extends Resource {
  readonly uploads: BackupUploads;

  constructor(settings: Settings) {
    super(settings);
    this.uploads = new BackupUploads(settings);
  }

  /**
   * Lists the backups, with the schedule and the one that is being made.
   * @example
   * const { backups, schedule, last_failure } = await operator.server.backups.list();
   */
  list(options?: RequestOptions): Promise<ServerBackups> {
    return this.request({ path: '/server/backups' }, options);
  }

  /**
   * Begins a backup; `list` shows its progress.
   * @example
   * await operator.server.backups.create({ place: 'folder' });
   */
  create(body?: CreateBackupRequest, options?: RequestOptions): Promise<ServerBackups> {
    return this.request({ method: 'POST', path: '/server/backups', body: body ?? {} }, options);
  }

  /**
   * Stops the backup that is being made.
   * @example
   * await operator.server.backups.cancel();
   */
  cancel(options?: RequestOptions): Promise<ServerBackups> {
    return this.request({ method: 'DELETE', path: '/server/backups/running' }, options);
  }

  /**
   * Makes backups at a time of day in UTC, or every so many hours.
   * @example
   * await operator.server.backups.schedule({ at: '03:00', keep: 7, place: 'folder' });
   */
  schedule(body: ScheduleBackupsRequest, options?: RequestOptions): Promise<ServerBackups> {
    return this.request({ method: 'PUT', path: '/server/backups/schedule', body }, options);
  }

  /**
   * Turns scheduled backups off.
   * @example
   * await operator.server.backups.unschedule();
   */
  unschedule(options?: RequestOptions): Promise<ServerBackups> {
    return this.request({ method: 'DELETE', path: '/server/backups/schedule' }, options);
  }

  /**
   * Creates a link that downloads a backup once, within a minute, without a credential. Needs a fresh password.
   * @example
   * const [newest] = (await operator.server.backups.list()).backups;
   * if (newest) console.log(await operator.server.backups.link(newest.place, newest.name));
   */
  link(place: BackupPlace, name: string, options?: RequestOptions): Promise<BackupLink> {
    return this.request({ method: 'POST', path: path`/server/backups/${place}/${name}/link` }, options);
  }

  /**
   * Makes a dry run of a restore; `list` has what came of it as `examined`.
   * @example
   * const [latest] = (await operator.server.backups.list()).backups;
   * if (latest) await operator.server.backups.examine(latest.place, latest.name);
   */
  examine(place: BackupPlace, name: string, options?: RequestOptions): Promise<ServerBackups> {
    return this.request({ method: 'POST', path: path`/server/backups/${place}/${name}/examine` }, options);
  }

  /**
   * Plans the restore of the backup that was examined last, for the next start of the server. Needs a fresh password.
   * @example
   * const { examined } = await operator.server.backups.list();
   * if (examined?.preview) await operator.server.backups.restore({ name: examined.name });
   */
  restore(body: RestoreBackupRequest, options?: RequestOptions): Promise<ServerBackups> {
    return this.request({ method: 'PUT', path: '/server/restore', body }, options);
  }

  /**
   * Cancels a planned restore.
   * @example
   * await operator.server.backups.cancelRestore();
   */
  cancelRestore(options?: RequestOptions): Promise<ServerBackups> {
    return this.request({ method: 'DELETE', path: '/server/restore' }, options);
  }

  /**
   * Deletes a backup. Needs a fresh password.
   * @example
   * const oldest = (await operator.server.backups.list()).backups.at(-1);
   * if (oldest) await operator.server.backups.delete(oldest.place, oldest.name);
   */
  delete(place: BackupPlace, name: string, options?: RequestOptions): Promise<ServerBackups> {
    return this.request({ method: 'DELETE', path: path`/server/backups/${place}/${name}` }, options);
  }
}
