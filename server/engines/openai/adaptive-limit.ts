/**
 * How many requests a model server is sent at the same time, adapted to what it can take: additive increase, multiplicative
 * decrease, as TCP does it. Pure: each function returns the next state. Times in milliseconds.
 */
export interface AdaptiveLimit {
  readonly current: number;
  readonly most: number;
  /** The time to the first word as it usually is; null before the first one. */
  readonly usual: number | null;
  /** The last times to the first word since the limit was lowered. */
  readonly recent: readonly number[];
  /** Good answers since the limit last changed. */
  readonly good: number;
  readonly loweredAt: number;
  /** What the limit was before it was lowered for such times, if that was the last change. */
  readonly loweredFrom: { limit: number; time: number } | null;
}

/** A request. The times are of a clock that only goes forward. */
interface SentRequest {
  startedAt: number;
  now: number;
  /** How many requests are under way, with this one. */
  inFlight: number;
}

const DECREASE = 0.5;
/** As many good answers as the limit raise it by one, and at most so many. */
const MAX_GOOD_TO_RAISE = 8;
/** The median of as many times as the limit is compared with the usual time, and of at least so many. */
const MIN_RECENT = 5;
/** The server has too much to do if the time to the first word is so many times the usual one, and by so much longer. */
const CLEAR_RISE = 2;
const MIN_RISE_MS = 1_000;
/** If half as many requests leave more than this of the time, they are not what it depends on. */
const CLEAR_FALL = 0.75;
/**
 * The usual time falls fast, by so much of the difference, and rises slowly, by at most such a factor an answer. So it is the time
 * without a crowd, and yet follows a server that becomes slower little by little.
 */
const FASTER_WEIGHT = 0.3;
const SLOWER_FACTOR = 1.02;

export function createAdaptiveLimit(most: number): AdaptiveLimit {
  const loweredAt = Number.NEGATIVE_INFINITY;
  return { current: most, most, usual: null, recent: [], good: 0, loweredAt, loweredFrom: null };
}

/** The server has rejected a request because it has too many (429). One alone is not too many: it is a quota that is used up. */
export function afterRejection(limit: AdaptiveLimit, request: SentRequest): AdaptiveLimit {
  return isOutdated(limit, request) || request.inFlight <= 1 ? limit : lowered(limit, request);
}

/** The first word of an answer has come. */
export function afterFirstWord(limit: AdaptiveLimit, request: SentRequest): AdaptiveLimit {
  if (isOutdated(limit, request)) return limit;
  const time = request.now - request.startedAt;
  const usual = limit.usual === null ? time : moved(limit.usual, time);
  const count = Math.max(MIN_RECENT, limit.current);
  const recent = [...limit.recent, time].slice(-count);
  const typical = median(recent);
  const clearRise = Math.max(CLEAR_RISE * usual, usual + MIN_RISE_MS);
  if (recent.length === count && typical > clearRise) {
    return afterClearRise({ ...limit, usual, recent }, typical, request);
  }
  const good = time > clearRise ? limit.good : limit.good + 1;
  const isRaised = good >= Math.min(limit.current, MAX_GOOD_TO_RAISE);
  if (!isRaised) return { ...limit, usual, recent, good };
  const current = Math.min(limit.most, limit.current + 1);
  return { ...limit, usual, recent, current, good: 0, loweredFrom: null };
}

/** Lowers the limit; but if that has not helped, the server has become slower by itself, and the limit is what it was. */
function afterClearRise(limit: AdaptiveLimit, time: number, request: SentRequest): AdaptiveLimit {
  const { loweredFrom } = limit;
  const hasHelped = loweredFrom === null || time < CLEAR_FALL * loweredFrom.time;
  if (request.inFlight > 1 && hasHelped) {
    return { ...lowered(limit, request), loweredFrom: { limit: limit.current, time } };
  }
  return {
    ...limit,
    current: loweredFrom?.limit ?? limit.current,
    usual: time,
    recent: [],
    good: 0,
    loweredFrom: null,
  };
}

/** A request from before the limit was lowered tells nothing of the limit that there is now. */
const isOutdated = ({ loweredAt }: AdaptiveLimit, { startedAt }: SentRequest): boolean => startedAt < loweredAt;

/** What is under way is too much, if that is less than the limit. */
function lowered(limit: AdaptiveLimit, { now, inFlight }: SentRequest): AdaptiveLimit {
  const current = Math.max(1, Math.floor(DECREASE * Math.min(limit.current, inFlight)));
  return { ...limit, current, recent: [], good: 0, loweredAt: now, loweredFrom: null };
}

function moved(usual: number, time: number): number {
  return time < usual ? usual + FASTER_WEIGHT * (time - usual) : Math.min(time, SLOWER_FACTOR * usual);
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
