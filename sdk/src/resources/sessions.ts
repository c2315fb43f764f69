import type { Deleted, ListQuery, Session, SessionsEnded } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';
import { path } from '../core/path.ts';
import { ListedResource } from '../core/resource.ts';

/** The sessions of the client's own account, one for each login. Needs a user token. */
export class Sessions extends ListedResource {
  /**
   * Lists the sessions, newest first.
   * @example
   * for await (const { client, current } of owner.auth.sessions.list()) console.log(client, current);
   */
  list(query?: ListQuery, options?: RequestOptions): PagePromise<Session> {
    return this.paged('/auth/sessions', query, options);
  }

  /**
   * Ends a session: its token is refused from then on.
   * @example
   * await owner.auth.sessions.delete(sessionId);
   */
  delete(sessionId: string, options?: RequestOptions): Promise<Deleted> {
    return this.request({ method: 'DELETE', path: path`/auth/sessions/${sessionId}` }, options);
  }

  /**
   * Ends all sessions but the client's own.
   * @example
   * const { count } = await owner.auth.sessions.deleteOthers();
   */
  deleteOthers(options?: RequestOptions): Promise<SessionsEnded> {
    return this.request({ method: 'DELETE', path: '/auth/sessions' }, options);
  }
}
