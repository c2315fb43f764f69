import type { ReEmbedding, ServerModel, ServerModels } from '@footnote/sdk/contract';
import { ApiError, errors } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

/** A model of the catalogue; `done` is how many of its bytes are downloaded. */
export type OfferedModel = Pick<ServerModel, 'name' | 'purpose' | 'licence' | 'languages' | 'size' | 'done'>;

/** The engines in use. */
export type RunningEngines = Pick<ServerModels, 'embedder' | 'answerer' | 'reranker' | 'verifier'>;

/** Downloads models and switches the running server to them. */
export interface ModelManager {
  /** The path on the server's machine. */
  folder: string;
  offered(): Promise<OfferedModel[]>;
  running(): Promise<RunningEngines>;
  /** The environment variable that decides each engine; null if the model chosen in the console decides. */
  decidedBy: { embedding: string | null; generation: string | null; reranking: string; verifying: string };
  /** Downloads the missing part of a model. Throws an error whose message is a sentence, or the signal's reason. */
  pull(name: string, onProgress: (done: number) => void, signal: AbortSignal): Promise<void>;
  /**
   * Switches to a model, or to the built-in engine (null), now and for every later start. If the model is incomplete or does
   * not run, nothing changes and it throws an error whose message is a sentence.
   */
  use(purpose: 'embedding' | 'generation', name: string | null): Promise<void>;
}

export interface ModelServiceDeps extends ModelManager {
  /** The progress of a new embedder; null once it has embedded all passages. */
  reEmbedding: () => Promise<ReEmbedding | null>;
  /** Downloads are not allowed. */
  offline: boolean;
  /** Other servers, with their own settings, may answer from the same database. */
  shared: boolean;
  log: Log;
}

export interface ModelService {
  report(): Promise<ServerModels>;
  /** Queues the download of a model. Does nothing if it is queued, under way or done. */
  pull(name: string): Promise<void>;
  /** Cancels the download. The next attempt resumes where this one stopped. */
  cancel(name: string): Promise<void>;
  /** Switches to the named model, or to `builtin` or `extractive`, which need no model. */
  use(name: string): Promise<void>;
  /** Cancels every download and waits for a switch under way; later switches are refused. */
  close(): Promise<void>;
}

interface Download {
  state: 'waiting' | 'downloading';
  done: number | null;
  controller: AbortController;
}

/** The engines that need no model. */
const BUILT_IN = new Map<string, Pick<OfferedModel, 'purpose' | 'size' | 'done'>>([
  ['builtin', { purpose: 'embedding', size: 0, done: 0 }],
  ['extractive', { purpose: 'generation', size: 0, done: 0 }],
]);
const RETRY_SECONDS = 5;

export function createModelService(deps: ModelServiceDeps): ModelService {
  const downloads = createDownloads(deps);
  const switcher = createSwitcher(deps);
  return {
    async report() {
      const [models, running, reEmbedding] = await Promise.all([deps.offered(), deps.running(), deps.reEmbedding()]);
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
        models: models.map((model) => ({ ...model, ...downloads.progress(model), in_use: inUse.has(model.name) })),
      };
    },

    async pull(name) {
      downloads.start(await findModel(deps, name));
    },

    async cancel(name) {
      await findModel(deps, name);
      downloads.cancel(name);
    },

    async use(name) {
      await switcher.use(name, BUILT_IN.get(name) ?? (await findModel(deps, name)));
    },

    async close() {
      switcher.close();
      await downloads.close();
      await switcher.settled();
    },
  };
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

/** Switches engines, one switch at a time. */
function createSwitcher({ use, decidedBy, log }: ModelServiceDeps) {
  let switching: Promise<void> | null = null;
  let closed = false;
  return {
    async use(name: string, { purpose, size, done }: Pick<OfferedModel, 'purpose' | 'size' | 'done'>): Promise<void> {
      const variable = decidedBy[purpose];
      if (purpose === 'reranking' || purpose === 'verifying' || variable !== null)
        throw errors.modelSetElsewhere(variable ?? '');
      if (done < size) throw errors.modelNotThere(name);
      if (closed) throw errors.stopping();
      if (switching) throw errors.inProgress(RETRY_SECONDS);
      const attempt = use(purpose, BUILT_IN.has(name) ? null : name);
      switching = attempt.catch(() => undefined);
      try {
        await attempt;
        log.info('model_chosen', { model: name });
      } catch (error) {
        log.warn('model_choice_failed', { model: name, error });
        throw error instanceof ApiError ? error : errors.modelUnusable(toSentence(error));
      } finally {
        switching = null;
      }
    },

    /** Refuses later switches. */
    close(): void {
      closed = true;
    },

    async settled(): Promise<void> {
      await switching;
    },
  };
}

function storedState({ done, size }: OfferedModel): 'absent' | 'partial' | 'present' {
  if (done === 0) return 'absent';
  return done < size ? 'partial' : 'present';
}

function toSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.charAt(0).toUpperCase() + message.slice(1);
}
