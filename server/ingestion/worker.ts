import { randomUUID } from 'node:crypto';
import type { TextRecognition } from '../engines/types.ts';
import type { Log } from '../platform/log.ts';
import {
  type AccountSlots,
  createAccountCounts,
  createAccountSlots,
  createPresence,
} from '../platform/scheduling/account-slots.ts';
import { createSleepers, type Sleepers } from '../platform/scheduling/sleepers.ts';
import type { JobChoice, JobKind, JobRow, SourceQuotas, Store } from '../store/types.ts';
import { sourceFailures } from './failures.ts';
import type { ChunkEmbedders } from './index/embed-chunks.ts';
import { LEASE } from './job-lease.ts';
import { createParserPool, type ParserPool } from './parse/parser-pool.ts';
import { type JobDeps, runJob, toStoredError } from './run-job.ts';
import type { IngestionOutcome } from './types.ts';
import type { Fetcher } from './web/fetcher.ts';

export interface WorkerDeps extends ChunkEmbedders {
  store: Store;
  log: Log;
  /** Documents of one account that are read at the same time; default 1. One more is read for other accounts. */
  concurrency?: number;
  /** Milliseconds before a second attempt, four times as many before a third; shorter in tests. */
  backOff?: number;
  /** The least milliseconds between two requests of the crawl of a site; shorter in tests. */
  crawlDelay?: number;
  /** Throws 500 `storage_full` if the disk has no room for more documents. Default: it always has. */
  assertRoom?: () => Promise<void>;
  /** What limits the pages of sites. Default: nothing. */
  quotas?: SourceQuotas;
  /** Called with how each attempt at a job ended, and the project whose documents that has changed. */
  onOutcome?: (outcome: IngestionOutcome, projectId?: string) => void;
  /** What recognizes text in pictures. Default: nothing. */
  recognition?: () => Promise<TextRecognition | null>;
  /** Reads URLs. The caller closes it. */
  fetcher: Fetcher;
  /** Default: a pool with the usual limits, which the worker closes. The caller closes one that it passes in. */
  parser?: ParserPool;
}

/** How many jobs of a kind run at the same time, and how many of one account: alone, and while others have theirs. */
interface Places {
  total: number;
  each: number;
  eachAmongOthers: number;
}

/** What the loops share. */
interface Loop {
  store: Store;
  log: Log;
  owner: string;
  jobDeps: Omit<JobDeps, 'readDocument'>;
  /** Of the loop for each kind, which only its own jobs and places wake: a look at the queue costs as much as some writes. */
  sleepers: Record<JobKind, Sleepers>;
  /** Runs the reading of a document when there is a place for its account. */
  documents: AccountSlots;
  /** Places in which text is recognized. */
  recognitions: AccountSlots;
  /** When to look again for sources whose refresh is due, and for what is left to erase, epoch milliseconds. */
  nextDueCheckAt: number;
  /** When to look again for abandoned jobs, likewise. */
  nextAbandonedCheckAt: number;
  /** True while another server has set another embedder. */
  isOutdated: boolean;
}

const INTERRUPTED = toStoredError(sourceFailures.interrupted());
const BACK_OFF = 5_000;
const CRAWL_DELAY = 500;
/** Milliseconds after which an idle worker looks again without a notice. */
const MAX_SLEEP = 60_000;
/**
 * Pages and sites that are fetched at the same time. Fetching is mostly waiting, up to the fetcher's deadline where a site is
 * slow, so it takes no place from documents.
 */
const FETCHES: Places = { total: 16, each: 4, eachAmongOthers: 4 };
/** Text is recognized in one document at a time: it keeps a processor busy for minutes. */
const RECOGNITIONS = { total: 1, each: 1 };
/** Files that wait for that place, or have it. They take no place from others; those above take theirs until then. */
const WAITING_FOR_RECOGNITION: Omit<Places, 'eachAmongOthers'> = { total: 16, each: 4 };
const ABANDONED_INTERVAL = 1_000;
/** Milliseconds between two looks for what other servers have queued or left, with jitter so that they spread out. */
const POLL_INTERVAL = 1_000;

export type IngestionWorker = ReturnType<typeof createIngestionWorker>;

/**
 * Takes ingestion jobs from the store and works on them. No account can take all places, neither for fetching nor for reading
 * documents, so that another's job always finds one. That holds on every server that shares the store, as each counts its own.
 *
 * The queue lies in the store, with leases and fences, and not in a library: a job must survive this process, and move to
 * another server when this one dies.
 */
export function createIngestionWorker(deps: WorkerDeps) {
  const { store, log, concurrency = 1 } = deps;
  const parser = deps.parser ?? createParserPool();
  const stopping = new AbortController();
  const sleepers = { file: createSleepers(stopping.signal), web: createSleepers(stopping.signal) };
  const pollSleepers = createSleepers(stopping.signal);
  const { backOff = BACK_OFF, crawlDelay = CRAWL_DELAY, onOutcome = () => undefined } = deps;
  const { recognition = async () => null } = deps;
  const { assertRoom = async () => undefined, quotas = { sources: null, bytes: null, projectBytes: null } } = deps;
  const settings = { backOff, crawlDelay, assertRoom, quotas, onOutcome, recognition };
  const jobDeps = { ...deps, ...settings, parser, stopping: stopping.signal };
  // Among others, an account keeps a processor less busy: they ask questions as well.
  const eachAmongOthers = Math.max(1, concurrency - 1);
  const places: Places = { total: concurrency + 1, each: concurrency, eachAmongOthers };
  const documents = createAccountSlots(places);
  const owner = randomUUID();
  const recognitions = createAccountSlots(RECOGNITIONS);
  const loop: Loop = {
    store,
    log,
    owner,
    jobDeps,
    sleepers,
    documents,
    recognitions,
    nextDueCheckAt: 0,
    nextAbandonedCheckAt: 0,
    isOutdated: false,
  };
  let running: Promise<void>[] = [];

  return {
    /** Puts back what an earlier process left unfinished, sweeps, and begins to work. */
    start: async (): Promise<void> => {
      reportExhausted(await store.jobs.recover(store.now(), INTERRUPTED), jobDeps);
      await store.chunks.sweep();
      running = [workOnJobs(loop, 'file', places), workOnJobs(loop, 'web', FETCHES)];
      if (store.shared) running.push(pollForJobs(loop, pollSleepers));
    },
    /** Call it when a job of a kind has been queued, or jobs of both. */
    notify: (kind?: JobKind): void => wake(sleepers, kind),
    /** Stops the work under way, puts its jobs back, ends the parser processes. Resolves within seconds. */
    stop: async (): Promise<void> => {
      stopping.abort(sourceFailures.interrupted());
      wake(sleepers);
      pollSleepers.wakeAll();
      await Promise.all(running);
      if (!deps.parser) parser.close();
    },
  };
}

function wake(sleepers: Loop['sleepers'], kind?: JobKind): void {
  if (kind !== 'web') sleepers.file.wakeAll();
  if (kind !== 'file') sleepers.web.wakeAll();
}

/** Takes jobs of one kind while there are places for them. Resolves after the stop, when all that it began has ended. */
async function workOnJobs(loop: Loop, kind: JobKind, { total, each, eachAmongOthers }: Places): Promise<void> {
  const { store, owner, jobDeps } = loop;
  const sleepers = loop.sleepers[kind];
  const accounts = createAccountCounts();
  const present = createPresence(store.now);
  const recognizing = createAccountCounts();
  const running = new Set<Promise<void>>();
  const begin = (job: JobRow) => {
    let counted = accounts;
    counted.add(job.accountId, 1);
    present.add(job.accountId);
    // Fetches have places enough.
    const onRecognition = () => {
      const { total: most, each: mostOfEach } = WAITING_FOR_RECOGNITION;
      const { accountId } = job;
      if (kind === 'web' || recognizing.total() >= most || recognizing.of(accountId) >= mostOfEach) return;
      counted.add(accountId, -1);
      counted = recognizing;
      counted.add(accountId, 1);
      sleepers.wakeAll();
    };
    const run = runInPlace(job, kind, loop, onRecognition).finally(() => {
      counted.add(job.accountId, -1);
      running.delete(run);
      sleepers.wakeAll();
    });
    running.add(run);
  };
  while (!jobDeps.stopping.aborted) {
    const wakes = sleepers.wakes();
    const sleep = async (milliseconds: number) => {
      if (sleepers.wakes() === wakes) await sleepers.sleep(milliseconds);
    };
    try {
      if (!(await isCurrentEmbedder(loop)) || accounts.total() >= total) {
        await sleep(MAX_SLEEP);
        continue;
      }
      await workOfEachMinute(loop);
      await failAbandoned(loop);
      const most = present.count() > 1 ? eachAmongOthers : each;
      const choice = { kind, exceptAccounts: accounts.withAtLeast(most) };
      // A look costs less than the call of a claim that finds nothing.
      const isDue = await store.jobs.isDue(store.now(), choice);
      const job = isDue ? await store.jobs.claim(owner, store.now(), LEASE, choice) : null;
      if (job) begin(job);
      else await sleep(await untilNextJob(store, choice));
    } catch (error) {
      await waitAfterFailure(error, kind, loop);
    }
  }
  await Promise.all(running);
}

/** Works on a job. Calls `onRecognition` when its document leaves the place of others. Never rejects. */
async function runInPlace(job: JobRow, kind: JobKind, loop: Loop, onRecognition: () => void): Promise<void> {
  const readDocument: JobDeps['readDocument'] = async (signal, work) => {
    let giveBack = await loop.documents.take(job.accountId, signal);
    const changeForRecognition = async () => {
      giveBack();
      onRecognition();
      giveBack = await loop.recognitions.take(job.accountId, signal);
    };
    try {
      return await work({ changeForRecognition });
    } finally {
      giveBack();
    }
  };
  try {
    await runJob(job, { ...loop.jobDeps, readDocument });
  } catch (error) {
    await waitAfterFailure(error, kind, loop);
  }
}

/** The store itself failed: a full disk, a lost connection. It may recover. */
async function waitAfterFailure(error: unknown, kind: JobKind, { log, sleepers }: Loop): Promise<void> {
  log.error('ingestion_loop_failed', { error });
  await sleepers[kind].sleep(BACK_OFF);
}

/**
 * False where another server has set another embedder since. Vectors of this one are not wanted any more, and the other
 * servers do its work until it is restarted with the new setting.
 */
async function isCurrentEmbedder(loop: Loop): Promise<boolean> {
  const { store, log, jobDeps } = loop;
  if (!store.shared) return true;
  const { active, building } = await store.vectorIndexes.state();
  const chosen = (building ?? active).embedder;
  const ours = jobDeps.embedder.id;
  if (chosen !== ours && !loop.isOutdated) log.warn('embedder_outdated', { ours, chosen });
  loop.isOutdated = chosen !== ours;
  return !loop.isOutdated;
}

/** Other servers queue jobs without notifying this one. A single poll serves all its loops. */
async function pollForJobs({ store, log, jobDeps, sleepers }: Loop, pollSleepers: Sleepers): Promise<void> {
  let hasWarned = false;
  while (!jobDeps.stopping.aborted) {
    await pollSleepers.sleep(POLL_INTERVAL * (0.75 + Math.random() / 2));
    try {
      const next = await store.jobs.nextRunAt();
      if (next !== null && next <= store.now()) wake(sleepers);
      hasWarned = false;
    } catch (error) {
      // Once per outage, not every second.
      if (!hasWarned) log.warn('ingestion_poll_failed', { error });
      hasWarned = true;
    }
  }
}

/** Fails the sources whose last attempt ended with its process; looks for them once a second. */
async function failAbandoned(loop: Loop): Promise<void> {
  const { store, jobDeps } = loop;
  if (store.now() < loop.nextAbandonedCheckAt) return;
  loop.nextAbandonedCheckAt = store.now() + ABANDONED_INTERVAL;
  reportExhausted(await store.jobs.failAbandoned(store.now(), INTERRUPTED), jobDeps);
}

/** Once a minute: erases what could not be erased before, and queues the sources that are refreshed at intervals and are due. */
async function workOfEachMinute(loop: Loop): Promise<void> {
  const { store } = loop;
  if (store.now() < loop.nextDueCheckAt) return;
  loop.nextDueCheckAt = store.now() + MAX_SLEEP;
  await store.chunks.sweep();
  if ((await store.sources.queueDue(store.now())) === 0) return;
  loop.nextDueCheckAt = 0;
  wake(loop.sleepers);
}

/** Reports sources whose last attempt ended with its process. */
function reportExhausted(sourceIds: string[], { log, onOutcome }: Pick<JobDeps, 'log' | 'onOutcome'>): void {
  for (const source of sourceIds) {
    log.warn('ingestion_failed', { source, code: INTERRUPTED.code });
    onOutcome('exhausted');
  }
}

/** Milliseconds until the next job of this choice is due, at least 50 and at most `MAX_SLEEP`. */
async function untilNextJob(store: Store, choice: JobChoice): Promise<number> {
  const next = await store.jobs.nextRunAt(choice);
  return next === null ? MAX_SLEEP : Math.min(MAX_SLEEP, Math.max(50, next - store.now()));
}
