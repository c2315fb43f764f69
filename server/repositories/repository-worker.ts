import type { Log } from '../platform/log.ts';
import { createAccountCounts } from '../platform/scheduling/account-slots.ts';
import { createClaimingWorker } from '../platform/scheduling/claiming-worker.ts';
import type { RepositoryRow } from '../store/types.ts';
import { type ReadDeps, readCommit } from './read-commit.ts';

export interface WorkerDeps extends Omit<ReadDeps, 'assertHeld' | 'signal'> {
  log: Log;
}

/** Each may take a process with a gigabyte. One account has one at a time, so that others need not wait for all of its own. */
const PLACES = { total: 2, account: 1 };
const LEASE_MS = 2 * 60_000;
const RENEW_MS = 30_000;
const LOOK_EVERY_MS = 5_000;
const HOUR = 60 * 60_000;
/** The part of the time until the next look that is left to chance, so that repositories added together are not read together. */
const JITTER = 0.1;
/** When what failed for a reason that may pass is tried again, if that is earlier. */
const RETRY_MS = 15 * 60_000;
const TRANSIENT = ['url_unreachable', 'page_unavailable', 'interrupted', 'storage_full'];

/** Reads repositories that are due. */
export function createRepositoryWorker(deps: WorkerDeps) {
  const { store, log } = deps;
  const accounts = createAccountCounts();
  return createClaimingWorker({
    places: PLACES.total,
    lookEvery: LOOK_EVERY_MS,
    now: () => store.now(),
    nextDueAt: () => store.repositories.nextDueAt(),
    async claim(stopping) {
      const until = store.now() + LEASE_MS;
      const claimed = await store.repositories.claim(store.now(), until, accounts.withAtLeast(PLACES.account));
      if (!claimed) return null;
      const { accountId, repository } = claimed;
      accounts.add(accountId, 1);
      return () => readClaimed(repository, deps, stopping).finally(() => accounts.add(accountId, -1));
    },
    onFailure: (error) => log.warn('repository_queue_failed', { error }),
  });
}

/** Reads one and writes what became of it. Never rejects. */
async function readClaimed(repository: RepositoryRow, deps: WorkerDeps, stopping: AbortSignal): Promise<void> {
  const { store, log } = deps;
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, lost.signal]);
  const renew = async () => {
    if (!(await store.repositories.renew(repository, store.now() + LEASE_MS)))
      lost.abort(new Error('Another server reads it.'));
  };
  const timer = setInterval(() => renew().catch((error) => log.warn('repository_lease_failed', { error })), RENEW_MS);
  const assertHeld = async () => {
    await renew();
    signal.throwIfAborted();
  };
  const about = { repository: repository.id, project: repository.projectId };
  const began = performance.now();
  try {
    const found = await readCommit(repository, { ...deps, assertHeld, signal });
    const dueAt = nextDue(repository, found.lastRead?.error?.code ?? null, store.now());
    await store.repositories.settle(repository, found, { checkedAt: store.now(), dueAt });
    const { lastRead } = found;
    const milliseconds = Math.round(performance.now() - began);
    const read = lastRead && { outcome: lastRead.outcome, commit: lastRead.commit?.id, code: lastRead.error?.code };
    if (lastRead?.outcome === 'failed') log.warn('repository_failed', { ...about, ...read, milliseconds });
    else log.info('repository_read', { ...about, ...(read ?? { outcome: 'unchanged' }), milliseconds });
  } catch (error) {
    if (signal.aborted) return;
    log.error('repository_attempt_lost', { ...about, error });
    const dueAt = nextDue(repository, 'interrupted', store.now());
    await store.repositories
      .settle(repository, {}, { checkedAt: store.now(), dueAt })
      .catch((failure) => log.error('repository_attempt_lost', { ...about, error: failure }));
  } finally {
    clearInterval(timer);
  }
}

function nextDue({ refreshHours }: RepositoryRow, code: string | null, now: number): number | null {
  const wait = refreshHours === null ? null : refreshHours * HOUR * (1 - JITTER + 2 * JITTER * Math.random());
  const isRetried = code !== null && TRANSIENT.includes(code);
  if (isRetried) return now + Math.round(Math.min(wait ?? RETRY_MS, RETRY_MS));
  return wait === null ? null : now + Math.round(wait);
}
