import type { Health } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { Resource } from '../core/resource.ts';

/** Is the server there? */
export class ServerHealth extends Resource {
  /**
   * Asks the server whether it is up, and its version. Needs no credential, and is not limited.
   * @example
   * const { status, version } = await guest.health.retrieve({ timeout: 2_000 });
   */
  retrieve(options?: RequestOptions): Promise<Health> {
    return this.request({ path: '/health', open: true }, options);
  }
}
