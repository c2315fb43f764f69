/**
 * Lets callers that come while `work` is running share the next run: it begins after they asked, so it covers what they
 * did before asking, and a hundred deletions at once do not rewrite an index a hundred times.
 */
export function coalesced<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<Result> | null = null;
  return () => {
    waiting ??= running.then(() => {
      waiting = null;
      const run = work();
      running = run.catch(() => undefined);
      return run;
    });
    return waiting;
  };
}
