import type {
  Dismissed,
  DismissRequest,
  UnansweredGroup,
  UnansweredQuery,
  WeakAnswerGroup,
} from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';
import { path } from '../core/path.ts';
import { ListedResource } from '../core/resource.ts';

/** Unanswered questions, and the weakest answers. Needs the owner's token or an API key. */
export class Unanswered extends ListedResource {
  /**
   * Lists groups of similar unanswered questions, most frequent first, each with the most similar passages.
   * @example
   * for await (const { question, count } of client.unanswered.list(projectId)) console.log(count, question);
   */
  list(projectId: string, query?: UnansweredQuery, options?: RequestOptions): PagePromise<UnansweredGroup> {
    return this.paged(path`/projects/${projectId}/unanswered`, query, options);
  }

  /**
   * Lists groups of similar questions whose answers were given as sure, the least certain first.
   * @example
   * for await (const { question, certainty } of client.unanswered.weakest(projectId)) console.log(certainty, question);
   */
  weakest(projectId: string, query?: UnansweredQuery, options?: RequestOptions): PagePromise<WeakAnswerGroup> {
    return this.paged(path`/projects/${projectId}/unanswered/weakest`, query, options);
  }

  /**
   * Dismisses questions by the ids of their answers. They are no longer listed.
   * @example
   * const [group] = (await client.unanswered.list(projectId)).items;
   * const message_ids = group?.questions.map(({ message_id }) => message_id) ?? [messageId];
   * await client.unanswered.dismiss(projectId, { message_ids });
   */
  dismiss(projectId: string, body: DismissRequest, options?: RequestOptions): Promise<Dismissed> {
    return this.request({ method: 'POST', path: path`/projects/${projectId}/unanswered/dismiss`, body }, options);
  }
}
