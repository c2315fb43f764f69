import { availableParallelism } from 'node:os';
import { createAnswerer } from '../answering/pipeline.ts';
import type { AnswerRoom } from '../answering/types.ts';
import type { Env } from '../config/env.ts';
import type { Model } from '../engines/catalogue/model-types.ts';
import {
  chooseEmbedder,
  chooseGenerator,
  chooseReranker,
  restoreEmbedder,
} from '../engines/selection/create-engines.ts';
import type { Embedder, Engine, Generator, Reranker } from '../engines/types.ts';
import { createReEmbedder } from '../ingestion/index/re-embedder.ts';
import type { IngestionOutcome } from '../ingestion/types.ts';
import type { Fetcher } from '../ingestion/web/fetcher.ts';
import { createIngestionWorker } from '../ingestion/worker.ts';
import type { Log } from '../platform/log.ts';
import type { Store } from '../store/types.ts';
import { createEmbedders } from './active-embedder.ts';

/** The engines that a server runs on. */
export interface Engines {
  embedder: Embedder;
  /** Null: the documents answer in their own words. */
  generator: Generator | null;
  /** Null: passages stay in the order in which they were found. */
  reranker: Reranker | null;
}

/** What the settings and earlier choices say. Throws an error with a sentence where one of them cannot be had. */
export async function chooseEngines(env: Env, catalogue: Model[], log: Log): Promise<Engines> {
  return {
    embedder: await chooseEmbedder(env, catalogue, log),
    generator: await chooseGenerator(env, catalogue, log),
    reranker: await chooseReranker(env, catalogue, log),
  };
}

/** The engines, and what works with them: sources become searchable here, and questions are answered. */
export interface EngineRoom {
  /** Those that new sources and new questions meet. */
  engines(): Engines;
  /** The embedder whose vectors are searched by now; null where there is none. */
  answering(): Embedder | null;
  /** Room for one answer; throws 429 `busy` where there is none. */
  reserve(): AnswerRoom;
  /** Answers that a model writes, and those that wait for it. */
  counts(): { running: number; waiting: number };
  /** There is a new ingestion job. */
  notify(): void;
  ready(): Promise<{ embedder: boolean; answerer: boolean }>;
  /** Begins to work on sources, and goes on with what an earlier process has left. */
  start(): Promise<void>;
  /**
   * From now on it makes the vectors. The sources that are being read begin again with it, and all others are embedded anew in
   * the background; until that is done, questions are answered by what the one before has made.
   */
  takeEmbedder(embedder: Embedder): Promise<void>;
  /** From now on it answers; what another one has begun to write, or is waited for, is written to its end. */
  takeGenerator(generator: Generator | null): void;
  /** Stops the work on sources; questions are still answered. */
  stop(): Promise<void>;
  /** Ends the engines. */
  close(): Promise<void>;
}

export interface EngineRoomDeps {
  env: Env;
  catalogue: Model[];
  /** Opened with the same embedder. */
  store: Store;
  fetcher: Fetcher;
  engines: Engines;
  log: Log;
  /** Hears how each attempt at a source ended. */
  onOutcome: (outcome: IngestionOutcome) => void;
}

/** Each is read in a process of its own, which a processor should be free for; more would only share their memory limit. */
const DOCUMENTS_AT_ONCE = Math.min(4, availableParallelism());

export async function createEngineRoom(deps: EngineRoomDeps): Promise<EngineRoom> {
  const { env, catalogue, store, fetcher, log, onOutcome } = deps;
  let engines = deps.engines;
  /** All that were ever taken: a question that began with one may still be asking it, and idle it costs next to nothing. */
  const taken = new Set<Engine>();
  const embedders = new Map<string, Embedder>();
  let indexing = await createIndexing(engines.embedder);
  let answerer = createAnswering(engines);

  async function restore(id: string): Promise<Embedder | null> {
    const restored = embedders.get(id) ?? (await restoreEmbedder(id, env, catalogue, log));
    if (restored) taken.add(restored);
    return restored;
  }

  async function createIndexing(embedder: Embedder) {
    taken.add(embedder);
    embedders.set(embedder.id, embedder);
    const roles = await createEmbedders(embedder, await store.vectorIndexes.state(), restore, log);
    const worker = createIngestionWorker({
      store,
      embedder,
      former: roles.former,
      fetcher,
      log,
      concurrency: DOCUMENTS_AT_ONCE,
      onOutcome,
    });
    const reEmbedder = createReEmbedder({ store, embedder, log, onSwitched: roles.switched });
    return {
      roles,
      notify: worker.notify,
      async start() {
        await worker.start();
        reEmbedder.start();
      },
      async stop() {
        await worker.stop();
        await reEmbedder.stop();
      },
    };
  }

  function createAnswering({ generator, reranker }: Engines) {
    for (const engine of [generator, reranker]) if (engine) taken.add(engine);
    return createAnswerer(
      { store, embedder: () => indexing.roles.answering(), reranker },
      generator && { generator, log, now: Date.now },
    );
  }

  return {
    engines: () => engines,
    answering: () => indexing.roles.answering(),
    reserve: () => answerer.reserve(),
    counts: () => answerer.counts(),
    notify: () => indexing.notify(),
    async ready() {
      const [embedder, answers] = await Promise.all([indexing.roles.ready(), engines.generator?.ready() ?? true]);
      return { embedder, answerer: answers };
    },
    start: () => indexing.start(),

    async takeEmbedder(embedder) {
      await indexing.stop();
      try {
        await store.vectorIndexes.settle({ id: embedder.id, dimensions: embedder.dimensions });
        engines = { ...engines, embedder };
      } finally {
        indexing = await createIndexing(engines.embedder);
        await indexing.start();
      }
    },

    takeGenerator(generator) {
      engines = { ...engines, generator };
      answerer = createAnswering(engines);
    },

    stop: () => indexing.stop(),

    async close() {
      for (const engine of taken) await engine.close();
    },
  };
}
