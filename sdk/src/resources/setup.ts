import type { Setup } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { Resource } from '../core/resource.ts';

/** What there is to know before anybody has logged in. @extension */
export class ServerSetup extends Resource {
  /**
   * Asks whether there is an account yet, and whether one may be made. Needs no credential. @extension
   * @example
   * const { accounts, registration } = await guest.setup.retrieve();
   */
  retrieve(options?: RequestOptions): Promise<Setup> {
    return this.request({ path: '/setup', open: true }, options);
  }
}
