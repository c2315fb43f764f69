import type { ServerState } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { Resource } from '../core/resource.ts';

/** The server as a whole, for its operator. @extension */
export class Server extends Resource {
  /**
   * How it is: version, memory, disk, queues, engines, last backup, and what is not well. For the operator's account only.
   * @extension
   * @example
   * const { findings } = await owner.server.retrieve();
   */
  retrieve(options?: RequestOptions): Promise<ServerState> {
    return this.request({ path: '/server' }, options);
  }
}
