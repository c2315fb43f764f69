import type { CreateHandoverRequest, HandoverReceipt } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { path } from '../core/path.ts';
import { Resource } from '../core/resource.ts';

/** What visitors hand over to a person. Owners have `projects.handovers`. */
export class Handovers extends Resource {
  /**
   * Hands a question over. Needs a widget token, and a project that takes handovers.
   * @example
   * await visitor.handovers.create(projectId, { email: 'me@example.com', question: 'Can I return it?', consent: true });
   */
  create(projectId: string, body: CreateHandoverRequest, options?: RequestOptions): Promise<HandoverReceipt> {
    return this.request({ method: 'POST', path: path`/projects/${projectId}/handovers`, body, once: true }, options);
  }
}
