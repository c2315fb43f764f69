import { errors } from '../../platform/errors.ts';

/** Admits answers to a model, a few at a time. */
export interface AdmissionQueue {
  /** A ticket for one more answer. Throws 429 `busy` at once where there is none. */
  reserve(): Ticket;
  /** How many are being answered and how many wait. */
  counts(): { running: number; waiting: number };
}

export interface Ticket {
  /** Yields the position in the line as it changes, 1 for the next, and ends when it is its turn. Throws the signal's reason. */
  waitForTurn(signal: AbortSignal): AsyncGenerator<number, void>;
  /** Gives the place up, in the line or at work, for the next. May be called again. */
  release(): void;
}

interface QueueEntry {
  admitted: boolean;
  /** Something has changed for it. */
  wake: () => void;
}

const MIN_RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 60;
/** What an answer takes, until there have been some. */
const ASSUMED_MS = 5_000;
/** The share of the latest answer in the average. */
const LATEST_SHARE = 0.2;

/** A bounded queue: `concurrency` answers run, up to `maxWaiting` wait, and all others are told when to retry. */
export function createAdmissionQueue({
  concurrency,
  maxWaiting,
  now,
}: {
  concurrency: number;
  maxWaiting: number;
  now: () => number;
}): AdmissionQueue {
  let places = 0;
  let running = 0;
  let average = ASSUMED_MS;
  const line: QueueEntry[] = [];
  let moving = false;

  function admit(): void {
    moving = false;
    for (let next = line[0]; next && running < concurrency; next = line[0]) {
      line.shift();
      running++;
      next.admitted = true;
      next.wake();
    }
    for (const waiting of line) waiting.wake();
  }

  /** In a later turn of the event loop: where a crowd leaves at once, nobody begins who is about to leave as well. */
  function moveUp(): void {
    if (!moving) setImmediate(admit);
    moving = true;
  }

  return {
    reserve() {
      if (places >= concurrency + maxWaiting) {
        const seconds = Math.ceil((average * (line.length + 1)) / concurrency / 1000);
        throw errors.busy(Math.min(Math.max(seconds, MIN_RETRY_SECONDS), MAX_RETRY_SECONDS));
      }
      places++;
      let own: QueueEntry | null = null;
      let since: number | null = null;
      let released = false;

      return {
        async *waitForTurn(signal) {
          signal.throwIfAborted();
          if (own?.admitted || released) return;
          let wake = Promise.withResolvers<void>();
          const waiting: QueueEntry = { admitted: false, wake: () => wake.resolve() };
          own = waiting;
          signal.addEventListener('abort', waiting.wake);
          try {
            line.push(waiting);
            admit();
            let told = 0;
            while (!waiting.admitted && !released) {
              const position = line.indexOf(waiting) + 1;
              if (position !== told) yield position;
              told = position;
              // What has changed while the position was being sent has woken this already.
              await wake.promise;
              wake = Promise.withResolvers<void>();
              signal.throwIfAborted();
            }
            since = now();
          } finally {
            signal.removeEventListener('abort', waiting.wake);
          }
        },

        release() {
          if (released) return;
          released = true;
          places--;
          if (own?.admitted) {
            running--;
            if (since !== null) average += LATEST_SHARE * (now() - since - average);
          } else if (own) {
            const at = line.indexOf(own);
            if (at !== -1) line.splice(at, 1);
            own.wake();
          }
          moveUp();
        },
      };
    },
    counts: () => ({ running, waiting: line.length }),
  };
}
