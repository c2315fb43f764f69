import type {
  CreateGoldenQuestionRequest,
  Deleted,
  GoldenCheck,
  GoldenQuestion,
  ListQuery,
} from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';
import { path } from '../core/path.ts';
import { ListedResource } from '../core/resource.ts';

/** Questions with what their answers must hold. Needs the owner's token or an API key. */
export class GoldenQuestions extends ListedResource {
  /**
   * Adds a question.
   * @example
   * await client.goldenQuestions.create(projectId, { question: 'How long is the warranty?', text: 'two years' });
   */
  create(projectId: string, body: CreateGoldenQuestionRequest, options?: RequestOptions): Promise<GoldenQuestion> {
    return this.request({ method: 'POST', path: path`/projects/${projectId}/golden-questions`, body }, options);
  }

  /**
   * Lists the questions, oldest first.
   * @example
   * for await (const { question } of client.goldenQuestions.list(projectId)) console.log(question);
   */
  list(projectId: string, query?: ListQuery, options?: RequestOptions): PagePromise<GoldenQuestion> {
    return this.paged(path`/projects/${projectId}/golden-questions`, query, options);
  }

  /**
   * Deletes a question.
   * @example
   * await client.goldenQuestions.delete(projectId, goldenId);
   */
  delete(projectId: string, id: string, options?: RequestOptions): Promise<Deleted> {
    return this.request({ method: 'DELETE', path: path`/projects/${projectId}/golden-questions/${id}` }, options);
  }

  /**
   * Starts to ask all questions; `retrieveCheck` says how far it is.
   * @example
   * const { id } = await client.goldenQuestions.check(projectId);
   */
  check(projectId: string, options?: RequestOptions): Promise<GoldenCheck> {
    return this.request({ method: 'POST', path: path`/projects/${projectId}/golden-questions/checks` }, options);
  }

  /**
   * Lists the checks, newest first.
   * @example
   * const [latest] = (await client.goldenQuestions.checks(projectId, { limit: 1 })).items;
   */
  checks(projectId: string, query?: ListQuery, options?: RequestOptions): PagePromise<GoldenCheck> {
    return this.paged(path`/projects/${projectId}/golden-questions/checks`, query, options);
  }

  /**
   * Retrieves a check, also while it runs.
   * @example
   * const { state, asked, total, broken } = await client.goldenQuestions.retrieveCheck(projectId, checkId);
   */
  retrieveCheck(projectId: string, id: string, options?: RequestOptions): Promise<GoldenCheck> {
    return this.request({ method: 'GET', path: path`/projects/${projectId}/golden-questions/checks/${id}` }, options);
  }

  /**
   * Cancels a running check.
   * @example
   * await client.goldenQuestions.cancelCheck(projectId, checkId);
   */
  cancelCheck(projectId: string, id: string, options?: RequestOptions): Promise<GoldenCheck> {
    const address = path`/projects/${projectId}/golden-questions/checks/${id}/cancel`;
    return this.request({ method: 'POST', path: address }, options);
  }
}
