import { availableParallelism } from 'node:os';
import { createAnswerer } from '../answering/pipeline.ts';
import type { AnswerSlot } from '../answering/types.ts';
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
import { type ActiveEmbedder, createActiveEmbedder } from './active-embedder.ts';

/** The engines that a server runs on. */
export interface Engines {
  embedder: Embedder;
  /** Null: answers are extracted from the documents. */
  generator: Generator | null;
  /** Null: passages stay in the order in which they were found. */
  reranker: Reranker | null;
}

/** The engines that the settings and earlier choices name. Throws an error with a sentence where one of them cannot run. */
export async function chooseEngines(env: Env, catalogue: Model[], log: Log): Promise<Engines> {
  return {
    embedder: await chooseEmbedder(env, catalogue, log),
    generator: await chooseGenerator(env, catalogue, log),
    reranker: await chooseReranker(env, catalogue, log),
  };
}

/** The engines, and what works with them: sources become searchable here, and questions are answered. */
export interface EngineManager {
  /** Those that new sources and new questions use. */
  engines(): Engines;
  /** The embedder whose vectors are searched now; null where there is none. */
  activeEmbedder(): Embedder | null;
  /** Reserves a slot for one answer; throws 429 `busy` where there is none. */
  reserve(): AnswerSlot;
  /** Answers that a model writes, and those that wait for it. */
  counts(): { running: number; waiting: number };
  /** There is a new ingestion job. */
  notify(): void;
  ready(): Promise<{ embedder: boolean; answerer: boolean }>;
  /** Begins to work on sources, and continues what an earlier process has left. */
  start(): Promise<void>;
  /**
   * Makes vectors with this embedder from now on. Sources that are being read begin again with it, and all others are embedded
   * again in the background; until that is done, questions are answered with the vectors of the embedder before it.
   */
  useEmbedder(embedder: Embedder): Promise<void>;
  /** Answers with this generator from now on; answers that run or wait are still written by the one before it. */
  useGenerator(generator: Generator | null): void;
  /** Stops the work on sources; questions are still answered. */
  stop(): Promise<void>;
  /** Ends the engines. */
  close(): Promise<void>;
}

export interface EngineManagerDeps {
  env: Env;
  catalogue: Model[];
  /** Opened with the same embedder. */
  store: Store;
  fetcher: Fetcher;
  engines: Engines;
  log: Log;
  /** Called with the outcome of each attempt at a source. */
  onOutcome: (outcome: IngestionOutcome) => void;
}

/** Each document is read in a process of its own, which should have a processor; more would only share their memory limit. */
const CONCURRENT_DOCUMENTS = Math.min(4, availableParallelism());

export async function createEngineManager(deps: EngineManagerDeps): Promise<EngineManager> {
  const { store } = deps;
  const used = createUsedEngines(deps);
  let engines = deps.engines;
  let indexing = await createIndexing(deps, engines.embedder, used);
  let answerer = createAnswering(engines);

  function createAnswering({ generator, reranker }: Engines) {
    for (const engine of [generator, reranker]) if (engine) used.add(engine);
    return createAnswerer(
      { store, embedder: () => indexing.active.embedder(), reranker },
      generator && { generator, log: deps.log, now: Date.now },
    );
  }

  return {
    engines: () => engines,
    activeEmbedder: () => indexing.active.embedder(),
    reserve: () => answerer.reserve(),
    counts: () => answerer.counts(),
    notify: () => indexing.notify(),
    async ready() {
      const [embedder, answers] = await Promise.all([indexing.active.ready(), engines.generator?.ready() ?? true]);
      return { embedder, answerer: answers };
    },
    start: () => indexing.start(),

    async useEmbedder(embedder) {
      await indexing.stop();
      try {
        await store.vectorIndexes.settle({ id: embedder.id, dimensions: embedder.dimensions });
        engines = { ...engines, embedder };
      } finally {
        indexing = await createIndexing(deps, engines.embedder, used);
        await indexing.start();
      }
    },

    useGenerator(generator) {
      engines = { ...engines, generator };
      answerer = createAnswering(engines);
    },

    stop: () => indexing.stop(),
    close: used.close,
  };
}

type UsedEngines = ReturnType<typeof createUsedEngines>;

/** Every engine that was ever used: a question that began with one may still be asking it, and idle it costs next to nothing. */
function createUsedEngines({ env, catalogue, log }: EngineManagerDeps) {
  const all = new Set<Engine>();
  const embedders = new Map<string, Embedder>();
  return {
    add: (engine: Engine) => all.add(engine),
    addEmbedder(embedder: Embedder) {
      all.add(embedder);
      embedders.set(embedder.id, embedder);
    },
    async restoreEmbedder(id: string): Promise<Embedder | null> {
      const restored = embedders.get(id) ?? (await restoreEmbedder(id, env, catalogue, log));
      if (restored) all.add(restored);
      return restored;
    },
    async close() {
      for (const engine of all) await engine.close();
    },
  };
}

interface Indexing {
  active: ActiveEmbedder;
  notify(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Everything that makes vectors with this embedder. */
async function createIndexing(deps: EngineManagerDeps, embedder: Embedder, used: UsedEngines): Promise<Indexing> {
  const { store, fetcher, log, onOutcome } = deps;
  used.addEmbedder(embedder);
  const active = await createActiveEmbedder(embedder, await store.vectorIndexes.state(), used.restoreEmbedder, log);
  const worker = createIngestionWorker({
    ...{ store, embedder, fetcher, log, onOutcome },
    former: active.former,
    concurrency: CONCURRENT_DOCUMENTS,
  });
  const reEmbedder = createReEmbedder({ store, embedder, log, onSwitched: active.switchToChosen });
  return {
    active,
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
