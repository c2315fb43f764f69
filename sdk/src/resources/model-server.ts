import type {
  FoundModelServers,
  ModelCheck,
  ModelServerRequest,
  ModelTrial,
  ModelTrialRequest,
  ServedModelRequest,
  ServedModels,
  ServerModels,
  UseServedModelRequest,
} from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { Resource } from '../core/resource.ts';

const PATH = '/server/model-server';

/**
 * A model on a server that speaks OpenAI's protocol, such as Ollama, vLLM or a hosted service. No method returns its key.
 * Needs the operator's token.
 */
export class ModelServer extends Resource {
  /**
   * Looks for model servers on the machine of this server.
   * @example
   * const { servers } = await owner.server.modelServer.find();
   */
  find(options?: RequestOptions): Promise<FoundModelServers> {
    return this.request({ path: `${PATH}/found` }, options);
  }

  /**
   * Lists the models of a server, and completes its address.
   * @example
   * const { url, models } = await owner.server.modelServer.models({ url: modelUrl });
   */
  models(server: ModelServerRequest, options?: RequestOptions): Promise<ServedModels> {
    return this.request({ method: 'POST', path: `${PATH}/models`, body: server }, options);
  }

  /**
   * Asks a model one question, and reports its answer and how long it took.
   * @example
   * const trial = await owner.server.modelServer.try({
   *   url: modelUrl,
   *   model: 'qwen3:8b',
   *   question: 'What is a citation?',
   * });
   */
  try(trial: ModelTrialRequest, options?: RequestOptions): Promise<ModelTrial> {
    return this.request({ method: 'POST', path: `${PATH}/try`, body: trial, once: true }, options);
  }

  /**
   * Asks a model six built-in questions, and reports whether it cites, refuses and keeps to its instructions as it should.
   * @example
   * const { probes } = await owner.server.modelServer.check({ url: modelUrl, model: 'qwen3:8b' });
   */
  check(served: ServedModelRequest, options?: RequestOptions): Promise<ModelCheck> {
    return this.request({ method: 'POST', path: `${PATH}/check`, body: served, once: true }, options);
  }

  /**
   * Switches to a model at once and permanently, if it answers. It is examined first, unless it has been, and refused if it
   * does not follow instructions; `anyway` leaves that out. Its key is stored encrypted; without `api_key`, the key that
   * is stored for this address is kept.
   * @example
   * const { answerer } = await owner.server.modelServer.use({ url: modelUrl, model: 'qwen3:8b' });
   */
  use(served: UseServedModelRequest, options?: RequestOptions): Promise<ServerModels> {
    return this.request({ method: 'PUT', path: PATH, body: served }, options);
  }

  /**
   * Removes the chosen server and its key. If it is in use, answers come without a model from now on.
   * @example
   * await owner.server.modelServer.forget();
   */
  forget(options?: RequestOptions): Promise<ServerModels> {
    return this.request({ method: 'DELETE', path: PATH }, options);
  }
}
