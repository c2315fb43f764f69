import type {
  FeedbackEntry,
  FeedbackQuery,
  FeedbackRequest,
  FeedbackSorted,
  Feedback as Given,
  SortFeedbackRequest,
} from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';
import { path } from '../core/path.ts';
import { ListedResource } from '../core/resource.ts';

/** Ratings of answers. @extension */
export class Feedback extends ListedResource {
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

  /**
   * Lists rated answers, latest first. Needs the owner's token or an API key. @extension
   * @example
   * for await (const { question, comment } of client.feedback.list(projectId, { state: 'new' })) console.log(question, comment);
   */
  list(projectId: string, query?: FeedbackQuery, options?: RequestOptions): PagePromise<FeedbackEntry> {
    return this.paged(path`/projects/${projectId}/feedback`, query, options);
  }

  /**
   * Sets the state of the feedback on an answer. Needs the owner's token or an API key. @extension
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
