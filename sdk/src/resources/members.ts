import type {
  Deleted,
  ListQuery,
  Member,
  TransferProjectRequest,
  Transferred,
  UpdateMemberRequest,
} from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';
import { path } from '../core/path.ts';
import { ListedResource } from '../core/resource.ts';

/** The members of a project. Needs a user token. */
export class Members extends ListedResource {
  /**
   * Lists the members, the owner first.
   * @example
   * for await (const { name, role } of owner.projects.members.list(projectId)) console.log(name, role);
   */
  list(projectId: string, query?: ListQuery, options?: RequestOptions): PagePromise<Member> {
    return this.paged(path`/projects/${projectId}/members`, query, options);
  }

  /**
   * Gives a member another role. For the owner.
   * @example
   * await owner.projects.members.update(projectId, userId, { role: 'viewer' });
   */
  update(projectId: string, userId: string, body: UpdateMemberRequest, options?: RequestOptions): Promise<Member> {
    const address = path`/projects/${projectId}/members/${userId}`;
    return this.request({ method: 'PATCH', path: address, body, once: true }, options);
  }

  /**
   * Removes a member. For the owner; everybody else may remove themselves.
   * @example
   * await owner.projects.members.delete(projectId, userId);
   */
  delete(projectId: string, userId: string, options?: RequestOptions): Promise<Deleted> {
    return this.request({ method: 'DELETE', path: path`/projects/${projectId}/members/${userId}` }, options);
  }

  /**
   * Makes another member the owner, and the client's own account an editor. Throws a `PermissionDeniedError` with the code
   * `confirmation_required` if the password was not given for ten minutes.
   * @example
   * await owner.projects.members.transfer(projectId, { user_id: userId });
   */
  transfer(projectId: string, body: TransferProjectRequest, options?: RequestOptions): Promise<Transferred> {
    return this.request({ method: 'POST', path: path`/projects/${projectId}/transfer`, body, once: true }, options);
  }
}
