import type { FeedbackEntry, FeedbackQuery, FeedbackSorted, SortFeedbackRequest } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { type PagePromise, paged } from '../core/page.ts';
import { path } from '../core/path.ts';
import { AnswerFeedback } from './answer-feedback.ts';

/** Ratings of answers. */
export class Feedback extends AnswerFeedback {
  /**
   * Lists rated answers, latest first. Needs a member's token or an API key.
   * @example
   * for await (const { question, comment } of client.feedback.list(projectId, { state: 'new' })) console.log(question, comment);
   */
  list(projectId: string, query?: FeedbackQuery, options?: RequestOptions): PagePromise<FeedbackEntry> {
    const at = path`/projects/${projectId}/feedback`;
    return paged(
      (page) => this.request({ path: at, query: page }, options),
      ({ id }) => id,
      query,
    );
  }

  /**
   * Sets the state of the feedback on an answer. Needs a member's token or an API key.
   * @example
   * await client.feedback.update(projectId, messageId, { state: 'done' });
   */
  update(
    projectId: string,
    messageId: string,
    body: SortFeedbackRequest,
    options?: RequestOptions,
  ): Promise<FeedbackSorted> {
    return this.request({ method: 'PATCH', path: path`/projects/${projectId}/feedback/${messageId}`, body }, options);
  }
}
