import { availableParallelism } from 'node:os';
import { createCuratedFinder } from '../answering/curated/curated-finder.ts';
import { createAnswerer } from '../answering/pipeline.ts';
import { createQuestionReader, type QuestionReader } from '../answering/retrieval/question-reader.ts';
import type { AnswerSlot, CuratedFinder, OnVerification } from '../answering/types.ts';
import type { Env } from '../config/env.ts';
import type { Model } from '../engines/catalogue/model-types.ts';
import { findTextRecognition, hasTextRecognition } from '../engines/packages/engine-folder.ts';
import type { ReadSecret } from '../engines/selection/chosen-server.ts';
import {
  chooseEmbedder,
  chooseGenerator,
  chooseReader,
  chooseReranker,
  chooseVerifier,
  restoreEmbedder,
} from '../engines/selection/create-engines.ts';
import type { Embedder, Engine, Generator, Reader, Reranker, TextRecognition, Verifier } from '../engines/types.ts';
import { createPassageReader } from '../ingestion/index/passage-reader.ts';
import { createReEmbedder } from '../ingestion/index/re-embedder.ts';
import type { IngestionOutcome } from '../ingestion/types.ts';
import type { Fetcher } from '../ingestion/web/fetcher.ts';
import { createIngestionWorker } from '../ingestion/worker.ts';
import type { DiskSpace } from '../platform/files/disk-space.ts';
import type { Log } from '../platform/log.ts';
import type { JobKind, Store } from '../store/types.ts';
import { type ActiveEmbedder, createActiveEmbedder } from './active-embedder.ts';

/** The engines that a server runs on. */
export interface Engines {
  embedder: Embedder;
  /** If null, answers are extracted from the documents. */
  generator: Generator | null;
  /** If null, passages keep the order of retrieval. */
  reranker: Reranker | null;
  /** If null, questions are not compared with passages word by word. */
  reader: Reader | null;
  /** Checks sentences besides the rules: a model, or the answering model asked again. If null, the rules alone do. */
  verifier: Verifier | 'answerer' | null;
}

/** Opens the engines that the settings and earlier choices name. Throws an error whose message is a sentence if one cannot run. */
export async function chooseEngines(env: Env, catalogue: Model[], log: Log, readSecret: ReadSecret): Promise<Engines> {
  return {
    embedder: await chooseEmbedder(env, catalogue, log),
    generator: await chooseGenerator(env, catalogue, log, readSecret),
    reranker: await chooseReranker(env, catalogue, log),
    reader: await chooseReader(env, log),
    verifier: env.verifier === 'answerer' ? 'answerer' : await chooseVerifier(env, catalogue, log),
  };
}

/** Runs ingestion and answering with the current engines, and exchanges engines while the server runs. */
export interface EngineManager {
  /** The engines for new sources and new questions. */
  engines(): Engines;
  /** The embedder whose vectors are searched; null if there is none. */
  activeEmbedder(): Embedder | null;
  /** Compares questions with passages word by word; null without a reader. */
  questionReader: QuestionReader | null;
  /** Finds the answers that owners have written. */
  curated: CuratedFinder;
  /** Whether text recognition has been added. Reads a small file. */
  readsPictures(): boolean;
  /** Reserves a slot for one answer of an account's project. Throws 429 `busy` if there is none. */
  reserve(accountId: string): AnswerSlot;
  /** The number of answers that a model is writing, that wait for it, and that it may write at present. */
  counts(): { running: number; waiting: number; limit: number };
  /** Call this when there is a new ingestion job. */
  notify(kind: JobKind): void;
  ready(): Promise<{ embedder: boolean; answerer: boolean }>;
  /** Starts ingestion, and resumes what an earlier process did not finish. */
  start(): Promise<void>;
  /**
   * Switches to this embedder. Sources that are being read start again with it, and all others are embedded again in the
   * background. Until that is done, questions are answered with the previous embedder's vectors.
   */
  useEmbedder(embedder: Embedder): Promise<void>;
  /** Switches to this generator. Answers that run or wait are still written by the previous one. */
  useGenerator(generator: Generator | null): void;
  /** Stops ingestion. Questions are still answered. */
  stop(): Promise<void>;
  /** Closes the engines. */
  close(): Promise<void>;
}

export interface EngineManagerDeps {
  env: Env;
  catalogue: Model[];
  /** Must be opened with the same embedder. */
  store: Store;
  fetcher: Fetcher;
  disk: DiskSpace;
  engines: Engines;
  log: Log;
  /** Called with the outcome of each attempt at a source, and the project whose documents that has changed. */
  onOutcome: (outcome: IngestionOutcome, projectId?: string) => void;
  /** Called with the outcome of each request to the engine that checks sentences. */
  onVerification: OnVerification;
}

/** Each document is parsed in its own process, which needs a processor. More than four would only share their memory limit. */
const CONCURRENT_DOCUMENTS = Math.min(4, availableParallelism());

export async function createEngineManager(deps: EngineManagerDeps): Promise<EngineManager> {
  const { store } = deps;
  const used = createUsedEngines(deps);
  let engines = deps.engines;
  const { reader } = engines;
  if (reader) used.add(reader);
  const questionReader = reader && createQuestionReader(reader, store);
  let indexing = await createIndexing(deps, engines.embedder, used);
  const curated = createCuratedFinder({ store, embedder: () => indexing.active.embedder(), now: store.now });
  let answerer = createAnswering(engines);

  function createAnswering({ generator, reranker, verifier }: Engines) {
    for (const engine of [generator, reranker, verifier]) if (engine && engine !== 'answerer') used.add(engine);
    const { log, onVerification } = deps;
    return createAnswerer(
      { store, embedder: () => indexing.active.embedder(), reranker, questionReader, curated },
      generator && { generator, log, now: Date.now, verifier, onVerification },
    );
  }

  return {
    engines: () => engines,
    activeEmbedder: () => indexing.active.embedder(),
    questionReader,
    curated,
    readsPictures: () => hasTextRecognition(deps.env.enginesDir),
    reserve: (accountId) => answerer.reserve(accountId),
    counts: () => answerer.counts(),
    notify: (kind) => indexing.notify(kind),
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

/** All engines ever used. They stay open until the server stops: a running answer may need one, and idle ones cost little. */
function createUsedEngines({ env, catalogue, log }: EngineManagerDeps) {
  const all = new Set<Pick<Engine, 'close'>>();
  const embedders = new Map<string, Embedder>();
  return {
    add: (engine: Pick<Engine, 'close'>) => all.add(engine),
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

/** Looked for with each document that needs it, so that it can be added and removed while the server runs. */
async function textRecognition(enginesDir: string, log: Log): Promise<TextRecognition | null> {
  try {
    return await findTextRecognition(enginesDir);
  } catch (error) {
    log.warn('ocr_unavailable', { error });
    return null;
  }
}

interface Indexing {
  active: ActiveEmbedder;
  notify(kind: JobKind): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the ingestion worker, the re-embedder for an embedder, and what reads passages in the background. */
async function createIndexing(deps: EngineManagerDeps, embedder: Embedder, used: UsedEngines): Promise<Indexing> {
  const { env, store, fetcher, disk, log, onOutcome } = deps;
  used.addEmbedder(embedder);
  const active = await createActiveEmbedder(embedder, await store.vectorIndexes.state(), used.restoreEmbedder, log);
  const { reader } = deps.engines;
  const passageReader = reader && createPassageReader({ store, reader, log });
  const worker = createIngestionWorker({
    store,
    embedder,
    fetcher,
    log,
    onOutcome(outcome, projectId) {
      onOutcome(outcome, projectId);
      passageReader?.notify();
    },
    assertRoom: disk.assertRoom,
    quotas: env.quotas,
    former: active.former,
    recognition: () => textRecognition(env.enginesDir, log),
    concurrency: CONCURRENT_DOCUMENTS,
  });
  const reEmbedder = createReEmbedder({ store, embedder, log, onSwitched: active.switchToChosen });
  return {
    active,
    notify: worker.notify,
    async start() {
      await worker.start();
      reEmbedder.start();
      passageReader?.start();
    },
    async stop() {
      await worker.stop();
      await reEmbedder.stop();
      await passageReader?.stop();
    },
  };
}
