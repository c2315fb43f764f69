import type { ReEmbedding, ServerModel, ServerModels } from '@footnote/sdk/contract';
import type { Log } from '../../platform/log.ts';
import type { UserCredential } from '../access/credentials.ts';
import { errors } from '../errors.ts';
import type { EngineService } from './engines.ts';
import type { ModelFileService } from './model-files.ts';
import type { EnteredModel, ModelServers, UseOptions } from './model-servers.ts';
import { createModelSwitcher, toSentence } from './model-switcher.ts';

/** A model of the catalogue; `done` is how many of its bytes are downloaded. */
export type OfferedModel = Pick<ServerModel, 'name' | 'purpose' | 'licence' | 'languages' | 'size' | 'done' | 'own'> & {
  /** Whether the files of a model of the operator's own are those that were added; null for one on offer. */
  pinned: 'checking' | 'changed' | 'present' | null;
};

/** The engines in use. */
export type RunningEngines = Pick<ServerModels, 'embedder' | 'answerer' | 'reranker' | 'verifier'>;

/** How many of the questions a model has answered that is being examined. */
export type ExaminationProgress = NonNullable<ServerModels['examining']>;

/** Downloads models and switches the running server to them. */
export interface ModelManager {
  /** The path on the server's machine. */
  folder: string;
  offered(): Promise<OfferedModel[]>;
  running(): Promise<RunningEngines>;
  /** What finds passages best on this machine; null if nothing was measured. */
  recommendation: ServerModels['recommendation'];
  /** The model that is being examined; null if there is none. */
  examining(): ExaminationProgress | null;
  /** What the models showed that can be chosen to write answers. */
  checks(): Promise<ServerModels['checks']>;
  /** The environment variable that decides each engine; null if the model chosen in the console decides. */
  decidedBy: { embedding: string | null; generation: string | null; reranking: string; verifying: string };
  /** Downloads the missing part of a model. Throws an error whose message is a sentence, or the signal's reason. */
  pull(name: string, onProgress: (done: number) => void, signal: AbortSignal): Promise<void>;
  /**
   * Switches to a model, or to the built-in engine (null), now and for every later start. A model that writes answers is
   * examined first, unless it has been. If the model is incomplete, does not run or is unfit, nothing changes and it throws an
   * error whose message is a sentence.
   */
  use(purpose: 'embedding' | 'generation', name: string | null, options: UseOptions): Promise<void>;
}

export interface ModelServiceDeps extends ModelManager {
  servers: ModelServers;
  engines: EngineService;
  files: ModelFileService;
  /** The progress of a new embedder; null once it has embedded all passages. */
  reEmbedding: () => Promise<ReEmbedding | null>;
  /** Downloads are not allowed. */
  offline: boolean;
  /** Other servers, with their own settings, may answer from the same database. */
  shared: boolean;
  log: Log;
}

interface Download {
  state: 'waiting' | 'downloading';
  done: number | null;
  controller: AbortController;
}

/** The engines that need no model. */
const BUILT_IN = new Map<string, Pick<OfferedModel, 'purpose' | 'size' | 'done' | 'own'>>([
  ['builtin', { purpose: 'embedding', size: 0, done: 0, own: null }],
  ['extractive', { purpose: 'generation', size: 0, done: 0, own: null }],
]);

export type ModelService = ReturnType<typeof createModelService>;

export function createModelService(deps: ModelServiceDeps) {
  const downloads = createDownloads(deps);
  const switcher = createModelSwitcher(deps.log);
  const closing = new AbortController();
  const { servers, engines, files } = deps;
  const untilClosed = (options: UseOptions): UseOptions => ({
    ...options,
    signal: AbortSignal.any([options.signal, closing.signal]),
  });
  return {
    async report(): Promise<ServerModels> {
      const [models, running, checks, server, reEmbedding, onOffer, brought] = await Promise.all([
        deps.offered(),
        deps.running(),
        deps.checks(),
        servers.chosen(),
        deps.reEmbedding(),
        engines.list(),
        files.report(),
      ]);
      const inUse = new Set([
        running.embedder.model,
        running.answerer.model,
        running.reranker?.model,
        running.verifier?.model,
      ]);
      return {
        ...running,
        re_embedding: reEmbedding && { done: reEmbedding.done, total: reEmbedding.total },
        offline: deps.offline,
        shared: deps.shared,
        folder: deps.folder,
        server,
        recommendation: deps.recommendation,
        examining: deps.examining(),
        checks,
        models: models.map(({ pinned, ...model }) => ({
          ...model,
          ...downloads.progress({ ...model, pinned }),
          in_use: inUse.has(model.name),
        })),
        brought,
        engines: onOffer,
      };
    },

    /** Queues the download of a model. Does nothing if it is queued, under way or done. */
    async pull(name: string): Promise<void> {
      downloads.start(await findModel(deps, name));
    },

    /** Cancels the download. The next attempt resumes where this one stopped. */
    async cancel(name: string): Promise<void> {
      await findModel(deps, name);
      downloads.cancel(name);
    },

    /** Removes a model from this machine. Throws 400 `model_in_use` while it is in use or being downloaded. */
    async remove(credential: UserCredential, name: string): Promise<void> {
      await findModel(deps, name);
      if (downloads.has(name)) throw errors.modelInUse(`${name} is being downloaded. Cancel that first.`);
      await files.remove(credential, name);
    },

    /** Switches to the named model, or to `builtin` or `extractive`, which need no model. */
    async use(name: string, options: UseOptions): Promise<void> {
      const { purpose, size, done, own } = BUILT_IN.get(name) ?? (await findModel(deps, name));
      if (purpose === 'reranking' || purpose === 'verifying') throw errors.modelSetElsewhere(deps.decidedBy[purpose]);
      requireChoice(deps, purpose);
      // What has changed of a model of the operator's own is said when its files are compared.
      if (own === null && done < size) throw errors.modelNotThere(name);
      await switcher.run(name, () => deps.use(purpose, BUILT_IN.has(name) ? null : name, untilClosed(options)));
    },

    /** Model servers whose address the operator enters: asking them changes nothing. */
    servers,
    /** What runs models on this machine. */
    engines,
    /** Models of the operator's own. */
    files,

    /** Switches to a model on a server. */
    async useServer(model: EnteredModel, options: UseOptions): Promise<void> {
      requireChoice(deps, 'generation');
      await switcher.run(model.model, () => servers.use(model, untilClosed(options)));
    },

    /** Removes the chosen server and its key. */
    forgetServer: (): Promise<void> => switcher.run('extractive', servers.forget),

    /** Cancels downloads, also of engines, and examinations, and waits for a switch under way; later switches are refused. */
    async close(): Promise<void> {
      switcher.close();
      closing.abort(errors.stopping());
      await Promise.all([downloads.close(), engines.close(), files.close()]);
      await switcher.settled();
    },
  };
}

/** Throws 400 if a setting decides which engine runs. */
function requireChoice({ decidedBy }: ModelManager, purpose: 'embedding' | 'generation'): void {
  const variable = decidedBy[purpose];
  if (variable !== null) throw errors.modelSetElsewhere(variable);
}

/** Throws 404. */
async function findModel({ offered }: ModelManager, name: string): Promise<OfferedModel> {
  const model = (await offered()).find((each) => each.name === name);
  if (!model) throw errors.notFound();
  return model;
}

/** Runs one download at a time: two would only share the bandwidth. */
function createDownloads({ pull, offline, folder, log }: ModelServiceDeps) {
  const downloads = new Map<string, Download>();
  const failures = new Map<string, string>();
  let last: Promise<void> = Promise.resolve();

  async function run(name: string, download: Download): Promise<void> {
    const { signal } = download.controller;
    try {
      signal.throwIfAborted();
      download.state = 'downloading';
      const onProgress = (done: number) => {
        download.done = done;
      };
      await pull(name, onProgress, signal);
      log.info('model_downloaded', { model: name });
    } catch (error) {
      if (signal.aborted) return;
      log.warn('model_download_failed', { model: name, error });
      failures.set(name, toSentence(error));
    } finally {
      downloads.delete(name);
    }
  }

  return {
    progress(model: OfferedModel): Pick<ServerModel, 'done' | 'state' | 'error'> {
      const { state, done } = downloads.get(model.name) ?? { state: null, done: null };
      return {
        done: done ?? model.done,
        state: state ?? storedState(model),
        error: failures.get(model.name) ?? null,
      };
    },

    has: (name: string): boolean => downloads.has(name),

    start({ name, size, done }: OfferedModel): void {
      if (downloads.has(name) || done === size) return;
      if (offline) throw errors.offline(folder);
      failures.delete(name);
      const download: Download = { state: 'waiting', done: null, controller: new AbortController() };
      downloads.set(name, download);
      last = last.then(() => run(name, download));
    },

    cancel(name: string): void {
      const download = downloads.get(name);
      failures.delete(name);
      download?.controller.abort();
      // A running download is removed once it has closed its file.
      if (download?.state === 'waiting') downloads.delete(name);
    },

    close(): Promise<void> {
      for (const { controller } of downloads.values()) controller.abort();
      return last;
    },
  };
}

function storedState({ done, size, pinned }: OfferedModel): ServerModel['state'] {
  if (pinned !== null) return pinned;
  if (done === 0) return 'absent';
  return done < size ? 'partial' : 'present';
}
