import { errors } from '../../platform/errors.ts';

/** Admits answers to a model, as many at a time as it can take. */
export interface AdmissionQueue {
  /** A ticket for one more answer. Throws 429 `busy` at once if the queue is full, or if the model is for a while. */
  reserve(): Ticket;
  counts(): QueueCounts;
}

/** How many answers are running, how many wait, and how many may run at present. */
export interface QueueCounts {
  running: number;
  waiting: number;
  limit: number;
}

export interface Ticket {
  /** Yields the position in the queue as it changes, 1 for the next, and ends when the turn comes. Throws the signal's reason. */
  waitForTurn(signal: AbortSignal): AsyncGenerator<number, void>;
  /**
   * The model is busy for so many seconds: gives the turn back and returns to the place in line that its arrival gives it.
   * Nobody is admitted until then. Returns false, and keeps the turn, if that is too long to wait.
   */
  returnToLine(seconds: number): boolean;
  /** Gives the place up, waiting or running. May be called again. */
  release(): void;
}

const MIN_RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 60;
/** A reader waits no longer for a model that is busy; and no model is taken for busy longer than this before it is asked again. */
const MAX_AWAITED_SECONDS = 10;
const MAX_PAUSE_SECONDS = 60;
/** The average duration of an answer until one has ended. */
const ASSUMED_MS = 5_000;
/** The weight of the latest answer in the moving average. */
const LATEST_WEIGHT = 0.2;

interface QueueState {
  readonly concurrency: () => number;
  readonly now: () => number;
  /** Of tickets. */
  arrivals: number;
  /** Tickets that have not been released. */
  reserved: number;
  running: number;
  /** Moving average of the duration of an answer. */
  averageMs: number;
  /** By arrival. */
  readonly waiting: QueueEntry[];
  admissionScheduled: boolean;
  /** Nobody is admitted before this time. */
  pausedUntil: number;
  pause: NodeJS.Timeout | undefined;
}

interface QueueEntry {
  readonly arrival: number;
  admitted: boolean;
  /** Called when its position has changed or it is admitted. */
  wake: () => void;
}

/** A bounded queue: `concurrency()` answers run, up to `maxWaiting` wait, and all others are told when to retry. */
export function createAdmissionQueue({
  concurrency,
  maxWaiting,
  now,
}: {
  concurrency: () => number;
  maxWaiting: number;
  now: () => number;
}): AdmissionQueue {
  const queue: QueueState = {
    concurrency,
    now,
    arrivals: 0,
    reserved: 0,
    running: 0,
    averageMs: ASSUMED_MS,
    waiting: [],
    admissionScheduled: false,
    pausedUntil: Number.NEGATIVE_INFINITY,
    pause: undefined,
  };
  return {
    reserve() {
      const isFull = queue.reserved >= concurrency() + maxWaiting;
      if (isFull || pausedSeconds(queue) > MAX_AWAITED_SECONDS) throw errors.busy(retrySeconds(queue));
      queue.reserved++;
      return createTicket(queue);
    },
    counts: () => ({ running: queue.running, waiting: queue.waiting.length, limit: concurrency() }),
  };
}

function retrySeconds(queue: QueueState): number {
  const { averageMs, waiting, concurrency } = queue;
  const seconds = Math.ceil(pausedSeconds(queue) + (averageMs * (waiting.length + 1)) / concurrency() / 1000);
  return Math.min(Math.max(seconds, MIN_RETRY_SECONDS), MAX_RETRY_SECONDS);
}

const pausedSeconds = ({ pausedUntil, now }: QueueState): number => Math.max(0, pausedUntil - now()) / 1000;

function createTicket(queue: QueueState): Ticket {
  const arrival = queue.arrivals++;
  let entry: QueueEntry | null = null;
  let startedAt: number | null = null;
  let released = false;

  return {
    async *waitForTurn(signal) {
      signal.throwIfAborted();
      if (entry?.admitted || released) return;
      let wake = Promise.withResolvers<void>();
      const own: QueueEntry = { arrival, admitted: false, wake: () => wake.resolve() };
      entry = own;
      signal.addEventListener('abort', own.wake);
      try {
        joinLine(queue, own);
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

    returnToLine(seconds) {
      pauseAdmission(queue, seconds);
      if (released || !entry?.admitted || seconds > MAX_AWAITED_SECONDS) return false;
      queue.running--;
      [entry, startedAt] = [null, null];
      scheduleAdmission(queue);
      return true;
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

/** Behind all that came before it: only who has been in turn already is not the last. */
function joinLine({ waiting }: QueueState, entry: QueueEntry): void {
  const at = waiting.findIndex(({ arrival }) => arrival > entry.arrival);
  waiting.splice(at === -1 ? waiting.length : at, 0, entry);
}

function pauseAdmission(queue: QueueState, seconds: number): void {
  const until = queue.now() + 1000 * Math.min(seconds, MAX_PAUSE_SECONDS);
  queue.pausedUntil = Math.max(queue.pausedUntil, until);
}

/** In a later turn of the event loop: when many leave at once, none that is about to leave as well is admitted first. */
function scheduleAdmission(queue: QueueState): void {
  if (!queue.admissionScheduled) setImmediate(admit, queue);
  queue.admissionScheduled = true;
}

function admit(queue: QueueState): void {
  queue.admissionScheduled = false;
  const { waiting, concurrency } = queue;
  clearTimeout(queue.pause);
  const paused = pausedSeconds(queue);
  if (paused > 0 && waiting.length > 0) queue.pause = setTimeout(admit, Math.ceil(1000 * paused), queue);
  for (let next = waiting[0]; paused === 0 && next && queue.running < concurrency(); next = waiting[0]) {
    waiting.shift();
    queue.running++;
    next.admitted = true;
    next.wake();
  }
  for (const entry of waiting) entry.wake();
}
