/**
 * Runs what it is given in order, each in a turn of the event loop of its own: what a crowd sets going at once keeps others
 * waiting no longer than one of it takes.
 */
export function oneATurn(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const next = () => {
    const work = waiting.shift();
    if (waiting.length > 0) setImmediate(next);
    work?.();
  };
  return (work) => {
    if (waiting.push(work) === 1) setImmediate(next);
  };
}
