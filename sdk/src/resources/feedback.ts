import type { FeedbackRequest, Feedback as Given } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { path } from '../core/path.ts';
import { Resource } from '../core/resource.ts';

/** Ratings of answers. @extension */
export class Feedback extends Resource {
  /**
   * Rates an answer or removes its rating. Replaces the previous rating. @extension
   * @example
   * await client.feedback.create(projectId, messageId, { rating: 'down', comment: 'Too short.' });
   */
  create(projectId: string, messageId: string, body: FeedbackRequest, options?: RequestOptions): Promise<Given> {
    return this.request(
      { method: 'POST', path: path`/projects/${projectId}/messages/${messageId}/feedback`, body },
      options,
    );
  }
}
