import type { ServerModels as Report } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { path } from '../core/path.ts';
import { Resource } from '../core/resource.ts';

/** The models of the server: what runs, what is there, what can be had. As its operator, with a user token. @extension */
export class ServerModels extends Resource {
  /**
   * Tells what runs, what is there, and how far downloads and indexing anew are. @extension
   * @example
   * const { embedder, models } = await owner.server.models.retrieve();
   */
  retrieve(options?: RequestOptions): Promise<Report> {
    return this.request({ path: '/server/models' }, options);
  }

  /**
   * Begins to download a model, or goes on where an earlier download stopped; `retrieve` tells how far it is. @extension
   * @example
   * const { models } = await owner.server.models.retrieve();
   * const begun = models.find(({ state }) => state === 'partial');
   * if (begun) await owner.server.models.pull(begun.name);
   */
  pull(name: string, options?: RequestOptions): Promise<Report> {
    return this.request({ method: 'POST', path: path`/server/models/${name}/pull` }, options);
  }

  /**
   * Ends a download; what has arrived is kept for the next. @extension
   * @example
   * await owner.server.models.cancel('bge-small-en-v1.5');
   */
  cancel(name: string, options?: RequestOptions): Promise<Report> {
    return this.request({ method: 'DELETE', path: path`/server/models/${name}/pull` }, options);
  }

  /**
   * Takes a model into use at once, and at every start from now on: a model's name, or `builtin` (vectors) and `extractive`
   * (answers) for what needs none. After a change of what makes the vectors, all documents are read anew in the background,
   * and questions are answered as before until that is done. @extension
   * @example
   * const { answerer } = await owner.server.models.use('extractive');
   */
  use(name: string, options?: RequestOptions): Promise<Report> {
    return this.request({ method: 'POST', path: path`/server/models/${name}/use` }, options);
  }
}
