import type { ReEmbedding, ServerModel, ServerModels } from '@footnote/sdk/contract';
import { ApiError, errors } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

/** A model that is offered; `done` is how many of its bytes are there. */
export type OfferedModel = Pick<ServerModel, 'name' | 'purpose' | 'licence' | 'languages' | 'size' | 'done'>;

/** What does the work now. */
export type RunningEngines = Pick<ServerModels, 'embedder' | 'answerer' | 'reranker'>;

/** Where models are kept and taken from. */
export interface ModelManager {
  /** On the server's machine. */
  folder: string;
  offered(): Promise<OfferedModel[]>;
  running(): Promise<RunningEngines>;
  /** The variables that decide what embeds and what answers; null where what is chosen decides. */
  decidedBy: { embedding: string | null; generation: string | null; reranking: string };
  /** Downloads what is missing of a model. Throws an error whose message is a sentence, or the signal's reason. */
  pull(name: string, onProgress: (done: number) => void, signal: AbortSignal): Promise<void>;
  /**
   * Takes a model into use, or what is built in (null), now and at every start from now on. Throws an error whose message is a
   * sentence where it is not whole or does not run: then everything stays as it was.
   */
  use(purpose: 'embedding' | 'generation', name: string | null): Promise<void>;
}

export interface ModelServiceDeps extends ModelManager {
  /** Passages that the new embedder has read, of all; null where it has read them all. */
  reEmbedding: () => Promise<ReEmbedding | null>;
  /** Nothing may be downloaded. */
  offline: boolean;
  /** Other servers may answer from the same database, each as it is set. */
  shared: boolean;
  log: Log;
}

export interface ModelService {
  report(): Promise<ServerModels>;
  /** Begins to download it, or lets it wait until those before are done; where that has begun, nothing. */
  pull(name: string): Promise<void>;
  /** Ends its download; what has arrived is kept for the next. */
  cancel(name: string): Promise<void>;
  /** From now on it is used: a model's name, or `builtin` and `extractive` for what needs none. */
  use(name: string): Promise<void>;
  /** Ends every download, and waits until nothing is being exchanged; nothing is taken into use any more. */
  close(): Promise<void>;
}

interface Pull {
  state: 'waiting' | 'downloading';
  done: number | null;
  stop: AbortController;
}

/** What needs no model, and therefore no byte. */
const BUILT_IN = new Map<string, Pick<OfferedModel, 'purpose' | 'size' | 'done'>>([
  ['builtin', { purpose: 'embedding', size: 0, done: 0 }],
  ['extractive', { purpose: 'generation', size: 0, done: 0 }],
]);
const RETRY_SECONDS = 5;

export function createModelService({ reEmbedding, offline, shared, log, ...shelf }: ModelServiceDeps): ModelService {
  const pulls = new Map<string, Pull>();
  const failed = new Map<string, string>();
  /** One download after the other: two would only share the line. */
  let lastPull: Promise<void> = Promise.resolve();
  let exchange: Promise<void> | null = null;
  let closed = false;

  async function offered(name: string): Promise<OfferedModel> {
    const model = (await shelf.offered()).find((each) => each.name === name);
    if (!model) throw errors.notFound();
    return model;
  }

  async function download(name: string, pull: Pull): Promise<void> {
    try {
      pull.stop.signal.throwIfAborted();
      pull.state = 'downloading';
      await shelf.pull(
        name,
        (done) => {
          pull.done = done;
        },
        pull.stop.signal,
      );
      log.info('model.downloaded', { model: name });
    } catch (error) {
      if (pull.stop.signal.aborted) return;
      log.warn('model.not-downloaded', { model: name, error });
      failed.set(name, sentenceOf(error));
    } finally {
      pulls.delete(name);
    }
  }

  return {
    async report() {
      const [models, running, anew] = await Promise.all([shelf.offered(), shelf.running(), reEmbedding()]);
      const inUse = new Set([running.embedder.model, running.answerer.model, running.reranker?.model]);
      return {
        ...running,
        re_embedding: anew && { done: anew.done, total: anew.total },
        offline,
        shared,
        folder: shelf.folder,
        models: models.map((model) => {
          const { state, done } = pulls.get(model.name) ?? { state: null, done: null };
          return {
            ...model,
            done: done ?? model.done,
            state: state ?? keptState(model),
            in_use: inUse.has(model.name),
            error: failed.get(model.name) ?? null,
          };
        }),
      };
    },

    async pull(name) {
      const { size, done } = await offered(name);
      if (pulls.has(name) || done === size) return;
      if (offline) throw errors.offline(shelf.folder);
      failed.delete(name);
      const pull: Pull = { state: 'waiting', done: null, stop: new AbortController() };
      pulls.set(name, pull);
      lastPull = lastPull.then(() => download(name, pull));
    },

    async cancel(name) {
      await offered(name);
      const pull = pulls.get(name);
      failed.delete(name);
      pull?.stop.abort();
      // One that waits leaves the line at once; one that is under way has to put down what it holds.
      if (pull?.state === 'waiting') pulls.delete(name);
    },

    async use(name) {
      const { purpose, size, done } = BUILT_IN.get(name) ?? (await offered(name));
      const elsewhere = shelf.decidedBy[purpose];
      if (purpose === 'reranking' || elsewhere !== null) throw errors.modelSetElsewhere(elsewhere ?? '');
      if (done < size) throw errors.modelNotThere(name);
      if (closed) throw errors.stopping();
      if (exchange) throw errors.inProgress(RETRY_SECONDS);
      const exchanging = shelf.use(purpose, BUILT_IN.has(name) ? null : name);
      exchange = exchanging.then(
        () => undefined,
        () => undefined,
      );
      try {
        await exchanging;
        log.info('model.chosen', { model: name });
      } catch (error) {
        log.warn('model.not-chosen', { model: name, error });
        throw error instanceof ApiError ? error : errors.modelUnusable(sentenceOf(error));
      } finally {
        exchange = null;
      }
    },

    async close() {
      closed = true;
      for (const { stop } of pulls.values()) stop.abort();
      await lastPull;
      await exchange;
    },
  };
}

function keptState({ done, size }: OfferedModel): 'absent' | 'partial' | 'present' {
  if (done === 0) return 'absent';
  return done < size ? 'partial' : 'present';
}

function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.charAt(0).toUpperCase() + message.slice(1);
}
