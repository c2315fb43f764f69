import type { Feedback, FeedbackRequest } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { path } from '../core/path.ts';
import { Resource } from '../core/resource.ts';

/** What a reader may do. Apart from the owner's inbox, so that the widget does not include paging. */
export class AnswerFeedback extends Resource {
  /**
   * Rates an answer or removes its rating. Replaces the previous rating.
   * @example
   * await client.feedback.create(projectId, messageId, { rating: 'down', comment: 'Too short.' });
   */
  create(projectId: string, messageId: string, body: FeedbackRequest, options?: RequestOptions): Promise<Feedback> {
    return this.request(
      { method: 'POST', path: path`/projects/${projectId}/messages/${messageId}/feedback`, body },
      options,
    );
  }
}
