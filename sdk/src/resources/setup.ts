import type { Setup } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { Resource } from '../core/resource.ts';

/** The setup state of the server, for clients that are not logged in. */
export class ServerSetup extends Resource {
  /**
   * Retrieves whether an account exists and whether one can be created. Needs no credential.
   * @example
   * const { accounts, registration } = await guest.setup.retrieve();
   */
  retrieve(options?: RequestOptions): Promise<Setup> {
    return this.request({ path: '/setup', open: true }, options);
  }
}
