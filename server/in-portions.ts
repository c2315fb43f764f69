/** Whoever else waits for this thread waits no longer than this, and as long as the last piece of work takes. */
const PORTION_MS = 5;

/**
 * Runs what it is given in order, in portions of some milliseconds, each in a turn of the event loop of its own: what a crowd
 * sets going at once keeps others waiting no longer than a portion. Not one piece a turn: where turns are long, because of
 * something else, a piece may be but one of many steps of a request.
 */
export function inPortions(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  let beganAt: number | null = null;
  // Each piece in a callback of its own: what it sets going by promises runs before the next, and counts as its time.
  const next = () => {
    if (beganAt === null) {
      beganAt = performance.now();
      // Runs in the next turn, before what is put off to it.
      setImmediate(() => {
        beganAt = null;
      });
    }
    if (performance.now() - beganAt < PORTION_MS) waiting.shift()?.();
    else setImmediate(next);
  };
  return (work) => {
    waiting.push(work);
    setImmediate(next);
  };
}
