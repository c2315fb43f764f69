import type { Deleted, Handover, HandoverQuery, UpdateHandoverRequest } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';
import { path } from '../core/path.ts';
import { ListedResource } from '../core/resource.ts';

/** Questions that visitors of a project handed over to a person. Needs the owner's token. */
export class ProjectHandovers extends ListedResource {
  /**
   * Lists the handovers, newest first.
   * @example
   * for await (const { email, question } of owner.projects.handovers.list(projectId, { status: 'open' })) console.log(email, question);
   */
  list(projectId: string, query?: HandoverQuery, options?: RequestOptions): PagePromise<Handover> {
    return this.paged(path`/projects/${projectId}/handovers`, query, options);
  }

  /**
   * Retrieves a handover.
   * @example
   * const { status, assignee } = await owner.projects.handovers.retrieve(projectId, handoverId);
   */
  retrieve(projectId: string, handoverId: string, options?: RequestOptions): Promise<Handover> {
    return this.request({ path: path`/projects/${projectId}/handovers/${handoverId}` }, options);
  }

  /**
   * Assigns or closes a handover.
   * @example
   * await owner.projects.handovers.update(projectId, handoverId, { assignee: 'Ann', status: 'closed' });
   */
  update(
    projectId: string,
    handoverId: string,
    body: UpdateHandoverRequest,
    options?: RequestOptions,
  ): Promise<Handover> {
    return this.request({ method: 'PATCH', path: path`/projects/${projectId}/handovers/${handoverId}`, body }, options);
  }

  /**
   * Deletes a handover.
   * @example
   * await owner.projects.handovers.delete(projectId, handoverId);
   */
  delete(projectId: string, handoverId: string, options?: RequestOptions): Promise<Deleted> {
    return this.request({ method: 'DELETE', path: path`/projects/${projectId}/handovers/${handoverId}` }, options);
  }
}
