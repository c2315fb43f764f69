/** Runs work one after the other, in the order in which it is given. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A queue that nothing is asked of but its order takes a tenth of what one with priorities does. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
