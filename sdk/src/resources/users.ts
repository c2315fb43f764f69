import type { ListedUser, UserQuery, UserState } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';
import { path } from '../core/path.ts';
import { ListedResource } from '../core/resource.ts';

/** The accounts of the server. Needs the operator's token. */
export class Users extends ListedResource {
  /**
   * Lists the accounts, newest first.
   * @example
   * for await (const { email, projects } of operator.server.users.list({ search: 'example.com' })) console.log(email, projects);
   */
  list(query?: UserQuery, options?: RequestOptions): PagePromise<ListedUser> {
    return this.paged('/server/users', query, options);
  }

  /**
   * Ends the sessions of an account and lets it log in no more. Its projects go on.
   * @example
   * await operator.server.users.deactivate(userId);
   */
  deactivate(userId: string, options?: RequestOptions): Promise<UserState> {
    return this.request({ method: 'POST', path: path`/server/users/${userId}/deactivate` }, options);
  }

  /**
   * Lets an account log in again.
   * @example
   * await operator.server.users.reactivate(userId);
   */
  reactivate(userId: string, options?: RequestOptions): Promise<UserState> {
    return this.request({ method: 'POST', path: path`/server/users/${userId}/reactivate` }, options);
  }

  /**
   * Unlinks an account from the provider, and ends its sessions.
   * @example
   * await operator.server.users.unlink(userId);
   */
  unlink(userId: string, options?: RequestOptions): Promise<UserState> {
    return this.request({ method: 'DELETE', path: path`/server/users/${userId}/provider` }, options);
  }
}
