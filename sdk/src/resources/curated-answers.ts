import type {
  CreateCuratedAnswerRequest,
  CuratedAnswer,
  CuratedAnswerMatch,
  CuratedAnswersImported,
  Deleted,
  ImportCuratedAnswersRequest,
  ListQuery,
  MatchCuratedAnswerRequest,
  UpdateCuratedAnswerRequest,
} from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';
import { path } from '../core/path.ts';
import { ListedResource } from '../core/resource.ts';

/** Answers that the owner writes for a question and its like. Needs the owner's token or an API key. */
export class CuratedAnswers extends ListedResource {
  /**
   * Writes an answer, which the chat shows for this question and its like.
   * @example
   * await client.curatedAnswers.create(projectId, { question: 'Do you ship to Chile?', answer: 'Yes, within ten days.' });
   */
  create(projectId: string, body: CreateCuratedAnswerRequest, options?: RequestOptions): Promise<CuratedAnswer> {
    return this.request({ method: 'POST', path: path`/projects/${projectId}/curated-answers`, body }, options);
  }

  /**
   * Lists the answers, newest first, with how often each was used.
   * @example
   * for await (const { question, uses } of client.curatedAnswers.list(projectId)) console.log(uses, question);
   */
  list(projectId: string, query?: ListQuery, options?: RequestOptions): PagePromise<CuratedAnswer> {
    return this.paged(path`/projects/${projectId}/curated-answers`, query, options);
  }

  /**
   * Retrieves an answer.
   * @example
   * const { answer } = await client.curatedAnswers.retrieve(projectId, curatedId);
   */
  retrieve(projectId: string, id: string, options?: RequestOptions): Promise<CuratedAnswer> {
    return this.request({ method: 'GET', path: path`/projects/${projectId}/curated-answers/${id}` }, options);
  }

  /**
   * Changes an answer.
   * @example
   * await client.curatedAnswers.update(projectId, curatedId, { enabled: false });
   */
  update(
    projectId: string,
    id: string,
    body: UpdateCuratedAnswerRequest,
    options?: RequestOptions,
  ): Promise<CuratedAnswer> {
    return this.request({ method: 'PATCH', path: path`/projects/${projectId}/curated-answers/${id}`, body }, options);
  }

  /**
   * Deletes an answer.
   * @example
   * await client.curatedAnswers.delete(projectId, curatedId);
   */
  delete(projectId: string, id: string, options?: RequestOptions): Promise<Deleted> {
    return this.request({ method: 'DELETE', path: path`/projects/${projectId}/curated-answers/${id}` }, options);
  }

  /**
   * Creates answers, or changes those with the same question.
   * @example
   * await client.curatedAnswers.import(projectId, { answers: [{ question: 'Who are you?', answer: 'A small company.' }] });
   */
  import(
    projectId: string,
    body: ImportCuratedAnswersRequest,
    options?: RequestOptions,
  ): Promise<CuratedAnswersImported> {
    return this.request({ method: 'POST', path: path`/projects/${projectId}/curated-answers/import`, body }, options);
  }

  /**
   * Says which answer a question would get.
   * @example
   * const { match } = await client.curatedAnswers.match(projectId, { query: 'Can I order from Chile?' });
   */
  match(projectId: string, body: MatchCuratedAnswerRequest, options?: RequestOptions): Promise<CuratedAnswerMatch> {
    return this.request({ method: 'POST', path: path`/projects/${projectId}/curated-answers/match`, body }, options);
  }
}
