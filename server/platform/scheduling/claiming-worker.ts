import { createSleepers } from './sleepers.ts';

/** Work that lies in the database and falls due. */
export interface ClaimedWork {
  /** How much is done at the same time. */
  places: number;
  /** Milliseconds between two looks, give or take a quarter: work is queued on every server, and all look for it. */
  lookEvery: number;
  now: () => number;
  /** When the next is due; null where nothing waits. Only looks, as taking one needs the lock of a writer. */
  nextDueAt: () => Promise<number | null>;
  /** Takes what is due, and returns what does it, which never rejects. Null where there is nothing to take. */
  claim: (stopping: AbortSignal) => Promise<(() => Promise<void>) | null>;
  /** Called when looking or taking failed. */
  onFailure: (error: unknown) => void;
}

const AFTER_FAILURE_MS = 10_000;

/** Does what is due. Several servers may do so: each takes other work. */
export function createClaimingWorker({ places, lookEvery, now, nextDueAt, claim, onFailure }: ClaimedWork) {
  const stopping = new AbortController();
  const sleepers = createSleepers(stopping.signal);
  const running = new Set<Promise<void>>();

  async function isDue(): Promise<boolean> {
    const due = await nextDueAt();
    return due !== null && due <= now();
  }

  function begin(work: () => Promise<void>): void {
    const run = work().finally(() => {
      running.delete(run);
      sleepers.wakeAll();
    });
    running.add(run);
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const wakes = sleepers.wakes();
      let pause = lookEvery * (0.75 + Math.random() / 2);
      try {
        const claimed = running.size < places && (await isDue()) && (await claim(stopping.signal));
        if (claimed) {
          begin(claimed);
          continue;
        }
      } catch (error) {
        onFailure(error);
        pause = AFTER_FAILURE_MS;
      }
      if (sleepers.wakes() === wakes) await sleepers.sleep(pause);
    }
    await Promise.all(running);
  }

  let working = Promise.resolve();
  return {
    start(): void {
      working = work();
    },
    /** Call it when something has been queued, so that it need not wait for the next look. */
    notify: sleepers.wakeAll,
    /** Ends the work under way, which is begun again after its lease. */
    async stop(): Promise<void> {
      stopping.abort(new Error('The server is stopping.'));
      sleepers.wakeAll();
      await working;
    },
  };
}
