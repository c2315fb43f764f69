/** Lets one piece of work run at a time. */
export interface Turns {
  /**
   * Runs the work when nothing else runs: those that are to be `first` before the others, in the order they came. Throws
   * the signal's reason where it has aborted by then.
   */
  take<Result>(first: boolean, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

/** Turns that are taken one after the other. */
export function createTurns(): Turns {
  const lines: Record<'first' | 'others', (() => void)[]> = { first: [], others: [] };
  let taken = false;

  const next = () => {
    const start = lines.first.shift() ?? lines.others.shift();
    if (start) start();
    else taken = false;
  };

  return {
    async take(first, signal, work) {
      if (taken) await new Promise<void>((start) => lines[first ? 'first' : 'others'].push(start));
      taken = true;
      try {
        signal.throwIfAborted();
        return await work();
      } finally {
        next();
      }
    },
  };
}
