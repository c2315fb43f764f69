import { performance } from 'node:perf_hooks';

/** Whoever else waits for this thread waits no longer than this, and as long as the last piece of work takes. */
const PORTION_MS = 5;
/** At most, between two portions, while there is something else to do. */
const REST_MS = 5;

/** What waits, in rows; the row whose turn is next is the first. */
const rows: (() => void)[][] = [];
let waiting = 0;
let beganAt: number | null = null;

/**
 * Runs what it is given in order, in portions of some milliseconds, each in a turn of the event loop of its own: what a crowd
 * sets going at once keeps others waiting no longer than a portion. Not one piece a turn: where turns are long, because of
 * something else, a piece may be but one of many steps of a request. Several of these share each portion, piece by piece.
 *
 * Between two portions, turns go by until one brings nothing new: a turn lets in one connection alone, and who connects
 * behind a hundred others would wait for as many portions.
 */
export function inPortions(): (work: () => void) => void {
  const row: (() => void)[] = [];
  return (work) => {
    if (row.length === 0) rows.push(row);
    row.push(work);
    waiting += 1;
    // What comes during a portion, or a rest, has its turn when that is over.
    if (beganAt === null) setImmediate(next);
  };
}

// Each piece in a callback of its own: what it sets going by promises runs before the next, and counts as its time.
function next(): void {
  if (beganAt === null) {
    beganAt = performance.now();
    setImmediate(rest, events());
  }
  if (performance.now() - beganAt >= PORTION_MS) return;
  const row = rows.shift();
  if (!row) return;
  const work = row.shift();
  if (row.length > 0) rows.push(row);
  waiting -= 1;
  work?.();
}

function rest(seen: number, until = performance.now() + REST_MS): void {
  const now = events();
  if (now > seen && performance.now() < until) {
    setImmediate(rest, now, until);
    return;
  }
  beganAt = null;
  for (let left = waiting; left > 0; left -= 1) setImmediate(next);
}

/** How many times a connection, a message, or the like has called for this thread so far. */
const events = () => performance.nodeTiming.uvMetricsInfo.events;
