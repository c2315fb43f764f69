import type { AddEngineRequest, ServerModels as Report, UseModelRequest } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { path } from '../core/path.ts';
import { Resource } from '../core/resource.ts';

/** The models of the server: in use, downloaded and available. Needs the operator's token. */
export class ServerModels extends Resource {
  /**
   * Retrieves the models in use, downloaded and available, and the progress of downloads and re-embedding.
   * @example
   * const { embedder, models } = await owner.server.models.retrieve();
   */
  retrieve(options?: RequestOptions): Promise<Report> {
    return this.request({ path: '/server/models' }, options);
  }

  /**
   * Starts the download of a model, or resumes an earlier one. `retrieve` returns its progress.
   * @example
   * const { models } = await owner.server.models.retrieve();
   * const begun = models.find(({ state }) => state === 'partial');
   * if (begun) await owner.server.models.pull(begun.name);
   */
  pull(name: string, options?: RequestOptions): Promise<Report> {
    return this.request({ method: 'POST', path: path`/server/models/${name}/pull` }, options);
  }

  /**
   * Cancels a download. The part that has arrived is kept for the next attempt.
   * @example
   * await owner.server.models.cancel('bge-small-en-v1.5');
   */
  cancel(name: string, options?: RequestOptions): Promise<Report> {
    return this.request({ method: 'DELETE', path: path`/server/models/${name}/pull` }, options);
  }

  /**
   * Switches to a model at once and permanently. `name` is a model's name, or `builtin` (embeddings) or `extractive` (answers)
   * for the engines that need no model. A new embedding model re-embeds all documents in the background; until that is done,
   * the previous one is used. A model that writes answers is examined first, which may take minutes, and refused if it does
   * not follow instructions; `anyway` leaves that out. `retrieve` returns its progress.
   * @example
   * const { answerer } = await owner.server.models.use('extractive');
   */
  use(name: string, body: UseModelRequest = {}, options?: RequestOptions): Promise<Report> {
    return this.request({ method: 'POST', path: path`/server/models/${name}/use`, body }, options);
  }

  /**
   * Begins to add an engine, which runs models or reads text from pictures, or to replace the one that is there. `retrieve`
   * returns its progress.
   * @example
   * const { engines } = await owner.server.models.addEngine('ocr', { languages: ['eng', 'fra'] });
   */
  addEngine(name: string, body: AddEngineRequest = {}, options?: RequestOptions): Promise<Report> {
    return this.request({ method: 'POST', path: path`/server/engines/${name}/add`, body }, options);
  }

  /**
   * Stops adding an engine. Nothing of it is kept.
   * @example
   * await owner.server.models.cancelEngine('ocr');
   */
  cancelEngine(name: string, options?: RequestOptions): Promise<Report> {
    return this.request({ method: 'DELETE', path: path`/server/engines/${name}/add` }, options);
  }

  /**
   * Removes an engine that no model in use needs.
   * @example
   * await owner.server.models.removeEngine('llama-node');
   */
  removeEngine(name: string, options?: RequestOptions): Promise<Report> {
    return this.request({ method: 'DELETE', path: path`/server/engines/${name}` }, options);
  }
}
