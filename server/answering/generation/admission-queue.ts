import { errors } from '../../platform/errors.ts';

/** Admits answers to a model, a few at a time. */
export interface AdmissionQueue {
  /** A ticket for one more answer. Throws 429 `busy` at once if the queue is full. */
  reserve(): Ticket;
  /** How many answers are running and how many wait. */
  counts(): { running: number; waiting: number };
}

export interface Ticket {
  /** Yields the position in the queue as it changes, 1 for the next, and ends when the turn comes. Throws the signal's reason. */
  waitForTurn(signal: AbortSignal): AsyncGenerator<number, void>;
  /** Gives the place up, waiting or running. May be called again. */
  release(): void;
}

const MIN_RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 60;
/** The average duration of an answer until one has ended. */
const ASSUMED_MS = 5_000;
/** The weight of the latest answer in the moving average. */
const LATEST_WEIGHT = 0.2;

interface QueueState {
  readonly concurrency: number;
  readonly now: () => number;
  /** Tickets that have not been released. */
  reserved: number;
  running: number;
  /** Moving average of the duration of an answer. */
  averageMs: number;
  readonly waiting: QueueEntry[];
  admissionScheduled: boolean;
}

interface QueueEntry {
  admitted: boolean;
  /** Called when its position has changed or it is admitted. */
  wake: () => void;
}

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
  const queue: QueueState = {
    concurrency,
    now,
    reserved: 0,
    running: 0,
    averageMs: ASSUMED_MS,
    waiting: [],
    admissionScheduled: false,
  };
  return {
    reserve() {
      if (queue.reserved >= concurrency + maxWaiting) throw errors.busy(retrySeconds(queue));
      queue.reserved++;
      return createTicket(queue);
    },
    counts: () => ({ running: queue.running, waiting: queue.waiting.length }),
  };
}

function retrySeconds({ averageMs, waiting, concurrency }: QueueState): number {
  const seconds = Math.ceil((averageMs * (waiting.length + 1)) / concurrency / 1000);
  return Math.min(Math.max(seconds, MIN_RETRY_SECONDS), MAX_RETRY_SECONDS);
}

function createTicket(queue: QueueState): Ticket {
  let entry: QueueEntry | null = null;
  let startedAt: number | null = null;
  let released = false;

  return {
    async *waitForTurn(signal) {
      signal.throwIfAborted();
      if (entry?.admitted || released) return;
      let wake = Promise.withResolvers<void>();
      const own: QueueEntry = { admitted: false, wake: () => wake.resolve() };
      entry = own;
      signal.addEventListener('abort', own.wake);
      try {
        queue.waiting.push(own);
        admit(queue);
        let reported = 0;
        while (!own.admitted && !released) {
          const position = queue.waiting.indexOf(own) + 1;
          if (position !== reported) yield position;
          reported = position;
          // A change while the position was being sent has resolved this already.
          await wake.promise;
          wake = Promise.withResolvers<void>();
          signal.throwIfAborted();
        }
        startedAt = queue.now();
      } finally {
        signal.removeEventListener('abort', own.wake);
      }
    },

    release() {
      if (released) return;
      released = true;
      queue.reserved--;
      if (entry?.admitted) {
        queue.running--;
        if (startedAt !== null) queue.averageMs += LATEST_WEIGHT * (queue.now() - startedAt - queue.averageMs);
      } else if (entry) {
        const at = queue.waiting.indexOf(entry);
        if (at !== -1) queue.waiting.splice(at, 1);
        entry.wake();
      }
      scheduleAdmission(queue);
    },
  };
}

/** In a later turn of the event loop: when many leave at once, none that is about to leave as well is admitted first. */
function scheduleAdmission(queue: QueueState): void {
  if (!queue.admissionScheduled) setImmediate(admit, queue);
  queue.admissionScheduled = true;
}

function admit(queue: QueueState): void {
  queue.admissionScheduled = false;
  const { waiting, concurrency } = queue;
  for (let next = waiting[0]; next && queue.running < concurrency; next = waiting[0]) {
    waiting.shift();
    queue.running++;
    next.admitted = true;
    next.wake();
  }
  for (const entry of waiting) entry.wake();
}
