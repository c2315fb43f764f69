import { errors } from '../errors.ts';

/** Admits answers to a model, as many at a time as it can take. Accounts take turns. */
interface AdmissionQueue {
  /**
   * A ticket for one more answer of an account's project. Throws 429 `busy` at once if the account's places or those of all
   * are taken, or if the model is busy for a while.
   */
  reserve(accountId: string): Ticket;
  counts(): QueueCounts;
}

/** How many answers are running, how many wait, and how many may run at present. */
export interface QueueCounts {
  running: number;
  waiting: number;
  limit: number;
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
/** This many accounts can use all places that each of them may have. */
const FULL_ACCOUNTS = 8;

interface QueueState {
  readonly concurrency: () => number;
  readonly now: () => number;
  arrivals: number;
  /** Those that have not been released. */
  readonly tickets: Set<QueueEntry>;
  running: number;
  /** The round of the last that was admitted. */
  round: number;
  /** Moving average of the duration of an answer. */
  averageMs: number;
  /** By round, then by arrival. */
  readonly waiting: QueueEntry[];
  admissionScheduled: boolean;
  /** No one is admitted before this time. */
  pausedUntil: number;
  pause: NodeJS.Timeout | undefined;
}

interface QueueEntry {
  readonly accountId: string;
  readonly arrival: number;
  /** Each account has one ticket in a round, so that no one waits for all tickets of another account. */
  readonly round: number;
  admitted: boolean;
  /** Called when its position has changed or it is admitted. */
  wake: () => void;
}

/**
 * A bounded queue: `concurrency()` answers run, up to `maxWaiting` of an account wait, and all others are told when to retry.
 * It is fair by start-time fair queueing (Goyal, Vin and Cheng, 1996) with answers of equal weight.
 */
export function createAdmissionQueue(deps: {
  concurrency: () => number;
  maxWaiting: number;
  now: () => number;
}): AdmissionQueue {
  const { concurrency, maxWaiting, now } = deps;
  const queue: QueueState = {
    concurrency,
    now,
    arrivals: 0,
    tickets: new Set(),
    running: 0,
    round: 0,
    averageMs: ASSUMED_MS,
    waiting: [],
    admissionScheduled: false,
    pausedUntil: Number.NEGATIVE_INFINITY,
    pause: undefined,
  };
  return {
    reserve(accountId) {
      const own = [...queue.tickets].filter((ticket) => ticket.accountId === accountId);
      const most = concurrency() + maxWaiting;
      const isFull = own.length >= most || queue.tickets.size >= FULL_ACCOUNTS * most;
      if (isFull || pausedSeconds(queue) > MAX_AWAITED_SECONDS) throw errors.busy(retrySeconds(queue));
      const unadmitted = own.filter(({ admitted }) => !admitted).map(({ round }) => round);
      const round = Math.max(queue.round, ...unadmitted.map((taken) => taken + 1));
      return createTicket(queue, {
        accountId,
        arrival: queue.arrivals++,
        round,
        admitted: false,
        wake: () => undefined,
      });
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

export type Ticket = ReturnType<typeof createTicket>;

function createTicket(queue: QueueState, entry: QueueEntry) {
  let startedAt: number | null = null;
  queue.tickets.add(entry);
  const isReleased = () => !queue.tickets.has(entry);

  return {
    /** Yields the position in the queue as it changes, 1 for the next, and ends when the turn comes. Throws the signal's reason. */
    async *waitForTurn(signal: AbortSignal): AsyncGenerator<number, void> {
      signal.throwIfAborted();
      if (entry.admitted || isReleased()) return;
      let wake = Promise.withResolvers<void>();
      const wakeNow = () => wake.resolve();
      entry.wake = wakeNow;
      signal.addEventListener('abort', wakeNow);
      try {
        joinLine(queue, entry);
        admit(queue);
        let reported = 0;
        while (!entry.admitted && !isReleased()) {
          const position = queue.waiting.indexOf(entry) + 1;
          if (position !== reported) yield position;
          reported = position;
          // A change while the position was being sent has resolved this already.
          await wake.promise;
          wake = Promise.withResolvers<void>();
          signal.throwIfAborted();
        }
        startedAt = queue.now();
      } finally {
        signal.removeEventListener('abort', wakeNow);
      }
    },

    /**
     * The model is busy for this many seconds: gives the turn back and returns to the place in line that its arrival gives it.
     * No one is admitted until then. Returns false, and keeps the turn, if that is too long to wait.
     */
    returnToLine(seconds: number): boolean {
      pauseAdmission(queue, seconds);
      if (isReleased() || !entry.admitted || seconds > MAX_AWAITED_SECONDS) return false;
      queue.running--;
      entry.admitted = false;
      startedAt = null;
      scheduleAdmission(queue);
      return true;
    },

    /** Gives the place up, waiting or running. May be called again. */
    release(): void {
      if (!queue.tickets.delete(entry)) return;
      if (entry.admitted) {
        queue.running--;
        if (startedAt !== null) queue.averageMs += LATEST_WEIGHT * (queue.now() - startedAt - queue.averageMs);
      } else {
        const at = queue.waiting.indexOf(entry);
        if (at !== -1) queue.waiting.splice(at, 1);
        entry.wake();
      }
      scheduleAdmission(queue);
    },
  };
}

function joinLine({ waiting }: QueueState, entry: QueueEntry): void {
  const isBehind = ({ round, arrival }: QueueEntry) =>
    round > entry.round || (round === entry.round && arrival > entry.arrival);
  const at = waiting.findIndex(isBehind);
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
    queue.round = Math.max(queue.round, next.round);
    next.admitted = true;
    next.wake();
  }
  for (const entry of waiting) entry.wake();
}
