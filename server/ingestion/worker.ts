import { randomUUID } from 'node:crypto';
import { ApiError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { JobRow, Store } from '../store/types.ts';
import { crawlStep } from './crawl/crawl.ts';
import { SourceFailure, sourceFailures } from './failures.ts';
import type { ChunkEmbedders } from './index/embed.ts';
import { LostJob } from './index/index-chunks.ts';
import { createParseHost, type ParseHost } from './parse/parser-pool.ts';
import { ingest } from './pipeline.ts';
import { createProgress } from './progress.ts';
import type { IngestionOutcome } from './types.ts';
import type { Fetcher } from './web/fetch.ts';

export interface IngestionWorker {
  /** Puts back what an earlier process left unfinished, sweeps, and begins to work. */
  start(): Promise<void>;
  /** There is a new job: look now. */
  notify(): void;
  /** Stops the work under way, puts its jobs back, ends the children. Resolves within seconds. */
  stop(): Promise<void>;
}

export interface WorkerDeps extends ChunkEmbedders {
  store: Store;
  log: Log;
  /** Documents read at the same time; default 1. */
  concurrency?: number;
  /** Milliseconds before a second try, four times as many before a third; shorter in tests. */
  backOff?: number;
  /** The least milliseconds between two requests of the crawl of a site; shorter in tests. */
  crawlDelay?: number;
  /** Hears how each attempt at a job ended. */
  onOutcome?: (outcome: IngestionOutcome) => void;
  /** Reads addresses; its owner's to close. */
  fetcher: Fetcher;
  /** Default: one of its own with the usual limits. One that is passed in is its owner's to close. */
  parser?: ParseHost;
}

const wordsOf = ({ code, message }: SourceFailure) => ({ code, message });
const INTERRUPTED = wordsOf(sourceFailures.interrupted());
const LEASE = 30_000;
const HEARTBEAT_EVERY = 5_000;
/** How soon the work on a deleted source stops. Looking costs microseconds, a heartbeat a write that waits for the disk. */
const LOOK_EVERY = 250;
const BACK_OFF = 5_000;
const BACK_OFF_FACTOR = 4;
const CRAWL_DELAY = 500;
/** An idle worker looks again after this long even if nobody told it to. */
const LONGEST_SLEEP = 60_000;
/** How often it looks for what other servers have queued, or left: more or less, so that they do not all look at once. */
const POLL_EVERY = 1_000;

/** Takes ingestion jobs from the store and works on them, one after the other or `concurrency` at a time. */
export function createIngestionWorker(deps: WorkerDeps): IngestionWorker {
  const {
    store,
    log,
    concurrency = 1,
    backOff = BACK_OFF,
    crawlDelay = CRAWL_DELAY,
    onOutcome = () => undefined,
  } = deps;
  const parser = deps.parser ?? createParseHost();
  const owner = randomUUID();
  const stopping = new AbortController();
  const wakers = new Set<() => void>();
  const pollers = new Set<() => void>();
  let loops: Promise<void>[] = [];
  let lookAgainAt = 0;
  let outdated = false;

  const notify = () => {
    for (const wake of wakers) wake();
  };

  const sleep = (milliseconds: number, among = wakers) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        among.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      among.add(wake);
      if (stopping.signal.aborted) wake();
    });

  const loop = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (!(await fits())) {
          await sleep(LONGEST_SLEEP);
          continue;
        }
        await queueDue();
        exhausted(await store.jobs.failAbandoned(store.now(), INTERRUPTED));
        const job = await store.jobs.claim(owner, store.now(), LEASE);
        if (job) await work(job);
        else await sleep(await untilNext(store));
      } catch (error) {
        // The store itself fails: a full disk, a lost connection. It may be back in a while.
        log.error('ingestion.loop_failed', { error });
        await sleep(BACK_OFF);
      }
    }
  };

  /**
   * False where another server has chosen another embedder since: what this one makes is not wanted any more, and the others
   * do its work until it is started again with the same setting.
   */
  const fits = async () => {
    if (!store.shared) return true;
    const { active, building } = await store.vectorIndexes.state();
    const chosen = (building ?? active).embedder;
    if (chosen !== deps.embedder.id && !outdated) {
      log.warn('ingestion.other-embedder', { ours: deps.embedder.id, chosen });
    }
    outdated = chosen !== deps.embedder.id;
    return !outdated;
  };

  /** Where other servers queue jobs too, nobody tells of them: one look for all loops of this one. */
  const poll = async () => {
    let warned = false;
    while (!stopping.signal.aborted) {
      await sleep(POLL_EVERY * (0.75 + Math.random() / 2), pollers);
      try {
        const next = await store.jobs.nextRunAt();
        if (next !== null && next <= store.now()) notify();
        warned = false;
      } catch (error) {
        // Once, and not every second.
        if (!warned) log.warn('ingestion.poll_failed', { error });
        warned = true;
      }
    }
  };

  /** What is to be read anew by itself. */
  const queueDue = async () => {
    if (store.now() < lookAgainAt) return;
    lookAgainAt = store.now() + LONGEST_SLEEP;
    if ((await store.sources.queueDue(store.now())) > 0) lookAgainAt = 0;
  };

  /** Of attempts that nobody lived to see the end of. */
  const exhausted = (sourceIds: string[]) => {
    for (const source of sourceIds) {
      log.warn('ingestion.failed', { source, code: INTERRUPTED.code });
      onOutcome('exhausted');
    }
  };

  const work = async (job: JobRow) => {
    const ending = new AbortController();
    const signal = AbortSignal.any([stopping.signal, ending.signal]);
    const lost = () => ending.abort(new LostJob());
    const onError = (error: unknown) => log.warn('ingestion.write_failed', { source: job.sourceId, error });
    const progress = createProgress(store.sources, job, job.sourceId, { lost, error: onError });
    const heartbeat = setInterval(() => {
      store.jobs.heartbeat(job, store.now(), LEASE).then((held) => held || lost(), onError);
    }, HEARTBEAT_EVERY);
    const look = setInterval(() => {
      store.jobs.held(job).then((held) => held || lost(), onError);
    }, LOOK_EVERY);
    const began = Date.now();
    try {
      const source = await store.sources.byId(job.sourceId);
      if (!source) throw new LostJob();
      const { embedder, former, fetcher } = deps;
      const parts = { store, embedder, former, fetcher, parser, progress, signal };
      const wanted = source.web?.crawl;
      if (wanted) {
        const goOnAt = await crawlStep(job, source, wanted, { ...parts, crawlDelay, backOff, log });
        if (goOnAt !== null) return await store.jobs.pause(job, goOnAt);
      } else await ingest(job, source, parts);
      log.info('ingestion.completed', { source: job.sourceId, milliseconds: Date.now() - began });
      onOutcome('completed');
    } catch (error) {
      await settle(job, signal.aborted ? signal.reason : error);
    } finally {
      clearInterval(heartbeat);
      clearInterval(look);
    }
    if (!stopping.signal.aborted) await store.chunks.sweep();
  };

  /** What becomes of a job that did not complete. */
  const settle = async (job: JobRow, error: unknown) => {
    if (error instanceof LostJob) return log.info('ingestion.dropped', { source: job.sourceId });
    if (stopping.signal.aborted) {
      await store.jobs.release(job);
      return;
    }
    const failure = asFailure(error);
    const cause = error === failure ? failure.cause : error;
    const pause = backOff * BACK_OFF_FACTOR ** (job.attempt - 1);
    const runAt = store.now() + Math.max(pause, failure.retryAfter ?? 0);
    const again = failure.transient && (await store.jobs.retry(job, runAt));
    // Deleted in the very moment: it is nobody's failure.
    const ended = again || (await store.sources.fail(job, job.sourceId, wordsOf(failure)));
    if (!ended) return log.info('ingestion.dropped', { source: job.sourceId });
    log.warn('ingestion.failed', {
      source: job.sourceId,
      attempt: job.attempt,
      code: failure.code,
      ...(cause === undefined ? {} : { error: cause }),
    });
    onOutcome(again ? 'retried' : failure.transient ? 'exhausted' : 'failed');
    if (again) return;
    // Its owner sees it beside the source, which goes on to answer with what was read before.
    const kept = await store.sources.byId(job.sourceId);
    if (kept?.status === 'completed') {
      log.warn('source.refresh-failed', { source: kept.id, project: kept.projectId, code: failure.code });
    }
  };

  return {
    start: async () => {
      exhausted(await store.jobs.recover(store.now(), INTERRUPTED));
      await store.chunks.sweep();
      loops = Array.from({ length: concurrency }, loop);
      if (store.shared) loops.push(poll());
    },
    notify,
    stop: async () => {
      stopping.abort(sourceFailures.interrupted());
      for (const wake of [...wakers, ...pollers]) wake();
      await Promise.all(loops);
      if (!deps.parser) parser.close();
    },
  };
}

/** What its owner is told of what went wrong. */
function asFailure(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error;
  const isFull = error instanceof ApiError && error.code === 'storage_full';
  return isFull ? sourceFailures.storageFull() : sourceFailures.internal();
}

/** Milliseconds until the next job is due, within reason. */
async function untilNext(store: Store): Promise<number> {
  const next = await store.jobs.nextRunAt();
  return next === null ? LONGEST_SLEEP : Math.min(LONGEST_SLEEP, Math.max(50, next - store.now()));
}
