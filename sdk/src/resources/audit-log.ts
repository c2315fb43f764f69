import type { AuditEntry, AuditExportQuery, AuditQuery } from '../contract/index.ts';
import { type Download, download } from '../core/download.ts';
import type { RequestOptions, Settings } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';
import { ListedResource } from '../core/resource.ts';

/**
 * What was done: to the client's own account and its projects (`auth.auditLog`), or, for the operator, to all
 * (`server.auditLog`). Needs a user token.
 */
export class AuditLog extends ListedResource {
  readonly #path: string;

  constructor(settings: Settings, path: string) {
    super(settings);
    this.#path = path;
  }

  /**
   * Lists the entries, newest first.
   * @example
   * for await (const { action, outcome } of owner.auth.auditLog.list({ project_id: projectId })) console.log(action, outcome);
   * const { total } = await owner.server.auditLog.list();
   */
  list(query?: AuditQuery, options?: RequestOptions): PagePromise<AuditEntry> {
    return this.paged(this.#path, query, options);
  }

  /**
   * Exports the entries as JSON Lines or CSV, streamed.
   * @example
   * const file = await owner.auth.auditLog.export({ format: 'csv' });
   * for await (const text of file) process.stdout.write(text);
   * const everything = await (await owner.server.auditLog.export()).blob();
   */
  export(query?: AuditExportQuery, options?: RequestOptions): Promise<Download> {
    return download(this.settings, { path: `${this.#path}/export`, query, accept: '*/*' }, options);
  }
}
