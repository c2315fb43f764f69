import type { ProjectQuotas, ServerProjectQuery, SetQuotasRequest, StoredProject } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';
import { path } from '../core/path.ts';
import { ListedResource } from '../core/resource.ts';

/** How much the projects of the server store, and how much they may. Needs the operator's token. */
export class ServerProjects extends ListedResource {
  /**
   * Lists all projects of the server, the largest first.
   * @example
   * for await (const { name, bytes } of operator.server.projects.list()) console.log(name, bytes.originals);
   */
  list(query?: ServerProjectQuery, options?: RequestOptions): PagePromise<StoredProject> {
    return this.paged('/server/projects', query, options);
  }

  /**
   * Sets the quotas of a project; `null` for what the server's settings say.
   * @example
   * await operator.server.projects.setQuotas(projectId, { sources: 500, bytes: null, daily_questions: null });
   */
  setQuotas(projectId: string, body: SetQuotasRequest, options?: RequestOptions): Promise<ProjectQuotas> {
    return this.request({ method: 'PUT', path: path`/server/projects/${projectId}/quotas`, body }, options);
  }
}
