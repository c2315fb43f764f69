import { isDiskFull } from '../platform/files/disk-space.ts';
import type { Log } from '../platform/log.ts';
import type { JobRow, SourceQuotas } from '../store/types.ts';
import { crawlStep } from './crawl/crawl-step.ts';
import { SourceFailure, sourceFailures } from './failures.ts';
import { LostJobError } from './index/index-chunks.ts';
import { keepLease } from './job-lease.ts';
import { type DocumentPlace, type IngestDeps, ingest } from './pipeline.ts';
import { createProgressWriter, FIRST_WRITE } from './progress.ts';
import type { IngestionOutcome } from './types.ts';

export interface JobDeps extends Omit<IngestDeps, 'progress' | 'signal' | 'accountId' | 'readDocument'> {
  log: Log;
  /** Milliseconds before the second attempt; the third waits `BACK_OFF_FACTOR` times as long. */
  backOff: number;
  /** The least milliseconds between two requests of a crawl. */
  crawlDelay: number;
  /** What limits the pages of sites. */
  quotas: SourceQuotas;
  /** Called with how each attempt at a job ended. */
  onOutcome: (outcome: IngestionOutcome, projectId?: string) => void;
  /** Aborted when the worker stops. */
  stopping: AbortSignal;
  /** Reads a document as soon as there is a place for its account. Rejects with the signal's reason if it is aborted before. */
  readDocument<Result>(signal: AbortSignal, work: (place: DocumentPlace) => Promise<Result>): Promise<Result>;
}

const BACK_OFF_FACTOR = 4;

/** The part of a failure that is stored and shown. */
export const toStoredError = ({ code, message }: SourceFailure) => ({ code, message });

/** Works on a claimed job, then settles it: completed, paused, queued again or failed. Rejects only where the store does. */
export async function runJob(job: JobRow, deps: JobDeps): Promise<void> {
  const { store, log, stopping } = deps;
  const ending = new AbortController();
  const signal = AbortSignal.any([stopping, ending.signal]);
  const onLost = () => ending.abort(new LostJobError());
  const onError = (error: unknown) => log.warn('ingestion_write_failed', { source: job.sourceId, error });
  const releaseLease = keepLease(store, job, { onLost, onError });
  const began = Date.now();
  let isCompleted = false;
  try {
    await deps.assertRoom();
    const readDocument: IngestDeps['readDocument'] = (work) => deps.readDocument(signal, work);
    const nextStepAt = await attempt(
      job,
      { ...deps, signal, accountId: job.accountId, readDocument },
      { onLost, onError },
    );
    if (nextStepAt !== null) return await store.jobs.pause(job, nextStepAt);
    log.info('ingestion_completed', { source: job.sourceId, milliseconds: Date.now() - began });
    deps.onOutcome('completed', job.projectId);
    isCompleted = true;
  } catch (error) {
    await settle(job, signal.aborted ? signal.reason : error, deps);
  } finally {
    releaseLease();
  }
  // What was written for it in vain. A completed one leaves nothing.
  if (!isCompleted && !stopping.aborted) await store.chunks.sweep();
}

/** Ingests the source. Returns when the next step of a crawl is due, null where all is done. */
async function attempt(
  job: JobRow,
  deps: Omit<JobDeps, 'readDocument'> & Omit<IngestDeps, 'progress'>,
  watch: { onLost: () => void; onError: (error: unknown) => void },
): Promise<number | null> {
  const source = await deps.store.sources.byId(job.sourceId);
  if (!source) throw new LostJobError();
  const crawl = source.web?.crawl;
  // A step of a crawl is soon done, and reports the progress of its site.
  const delay = crawl ? 0 : FIRST_WRITE;
  const progress = createProgressWriter(deps.store.sources, job, job.sourceId, { delay, ...watch });
  const reporting = { ...deps, progress: progress.report };
  try {
    if (crawl) return await crawlStep(job, source, crawl, reporting);
    await ingest(job, source, reporting);
    return null;
  } finally {
    progress.stop();
  }
}

/** Decides what becomes of a job that did not complete. */
async function settle(job: JobRow, error: unknown, deps: JobDeps): Promise<void> {
  const { store, log, stopping } = deps;
  if (error instanceof LostJobError) return log.info('ingestion_dropped', { source: job.sourceId });
  if (stopping.aborted) {
    await store.jobs.release(job);
    return;
  }
  const failure = toSourceFailure(error);
  const cause = error === failure ? failure.cause : error;
  const isRetried = failure.transient && (await store.jobs.retry(job, nextAttemptAt(job, failure, deps)));
  const isSettled = isRetried || (await store.sources.fail(job, job.sourceId, toStoredError(failure)));
  // The source was deleted in the meantime.
  if (!isSettled) return log.info('ingestion_dropped', { source: job.sourceId });
  log.warn('ingestion_failed', {
    source: job.sourceId,
    attempt: job.attempt,
    code: failure.code,
    ...(cause === undefined ? {} : { error: cause }),
  });
  deps.onOutcome(isRetried ? 'retried' : failure.transient ? 'exhausted' : 'failed');
  if (!isRetried) await logFailedRefresh(job, failure, deps);
}

function nextAttemptAt(job: JobRow, { retryAfter = 0 }: SourceFailure, { store, backOff }: JobDeps): number {
  return store.now() + Math.max(backOff * BACK_OFF_FACTOR ** (job.attempt - 1), retryAfter);
}

/** A source that was read before still answers with the old text. Its owner sees the failure beside it. */
async function logFailedRefresh(job: JobRow, { code }: SourceFailure, { store, log }: JobDeps): Promise<void> {
  const source = await store.sources.byId(job.sourceId);
  if (source?.status === 'completed') {
    log.warn('source_refresh_failed', { source: source.id, project: source.projectId, code });
  }
}

/** What the source's owner is told. */
function toSourceFailure(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error;
  return isDiskFull(error) ? sourceFailures.storageFull() : sourceFailures.internal();
}
