import type { Health } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { Resource } from '../core/resource.ts';

/** The health of the server. */
export class ServerHealth extends Resource {
  /**
   * Retrieves the status and version of the server. Needs no credential and has no rate limit.
   * @example
   * const { status, version } = await guest.health.retrieve({ timeout: 2_000 });
   */
  retrieve(options?: RequestOptions): Promise<Health> {
    return this.request({ path: '/health', open: true }, options);
  }
}
