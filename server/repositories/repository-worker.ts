import type { Log } from '../platform/log.ts';
import { createAccountCounts } from '../platform/scheduling/account-slots.ts';
import { createSleepers } from '../platform/scheduling/sleepers.ts';
import type { ClaimedRepository, RepositoryRow } from '../store/types.ts';
import { type ReadDeps, readCommit } from './read-commit.ts';

export interface RepositoryWorker {
  start(): void;
  /** Call it when a repository has been queued, so that it need not wait for the next look. */
  notify(): void;
  /** Stops the work under way, which is begun again after the lease. */
  stop(): Promise<void>;
}

export interface WorkerDeps extends Omit<ReadDeps, 'assertHeld' | 'signal'> {
  log: Log;
}

/** Each may take a process with a gigabyte. One account has one at a time, so that others need not wait for all of its own. */
const PLACES = { total: 2, account: 1 };
const LEASE_MS = 2 * 60_000;
const RENEW_MS = 30_000;
/** Repositories are queued on every server: all look for them. */
const LOOK_EVERY_MS = 5_000;
const AFTER_FAILURE_MS = 10_000;
const HOUR = 60 * 60_000;
/** The part of the time until the next look that is left to chance, so that repositories added together are not read together. */
const JITTER = 0.1;
/** When what failed for a reason that may pass is tried again, if that is earlier. */
const RETRY_MS = 15 * 60_000;
const TRANSIENT = ['url_unreachable', 'page_unavailable', 'interrupted', 'storage_full'];

/** Reads repositories that are due. Several servers may do so: each takes others. */
export function createRepositoryWorker(deps: WorkerDeps): RepositoryWorker {
  const { store, log } = deps;
  const stopping = new AbortController();
  const sleepers = createSleepers(stopping.signal);
  const accounts = createAccountCounts();
  const running = new Set<Promise<void>>();

  function begin(claimed: ClaimedRepository): void {
    accounts.add(claimed.accountId, 1);
    const run = readClaimed(claimed.repository, deps, stopping.signal).finally(() => {
      accounts.add(claimed.accountId, -1);
      running.delete(run);
      sleepers.wakeAll();
    });
    running.add(run);
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const wakes = sleepers.wakes();
      let pause = LOOK_EVERY_MS * (0.75 + Math.random() / 2);
      try {
        if (running.size < PLACES.total && (await isDue(store))) {
          const claimed = await store.repositories.claim(
            store.now(),
            store.now() + LEASE_MS,
            accounts.withAtLeast(PLACES.account),
          );
          if (claimed) {
            begin(claimed);
            continue;
          }
        }
      } catch (error) {
        log.warn('repository_queue_failed', { error });
        pause = AFTER_FAILURE_MS;
      }
      if (sleepers.wakes() === wakes) await sleepers.sleep(pause);
    }
    await Promise.all(running);
  }

  let working = Promise.resolve();
  return {
    start() {
      working = work();
    },
    notify: sleepers.wakeAll,
    async stop() {
      stopping.abort(new Error('The server is stopping.'));
      sleepers.wakeAll();
      await working;
    },
  };
}

/** Only looks, as taking one needs the lock of a writer. */
async function isDue({ repositories, now }: WorkerDeps['store']): Promise<boolean> {
  const due = await repositories.nextDueAt();
  return due !== null && due <= now();
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
