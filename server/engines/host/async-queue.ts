/**
 * The parts that `begin` gives, as they come, and then its result. The signal's abort throws its reason at once; ending the
 * loop early aborts the signal that `begin` was given.
 */
export async function* asTheyCome<Part, Result>(
  begin: (give: (part: Part) => void, signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): AsyncGenerator<Part, Result> {
  const left = new AbortController();
  const parts: Part[] = [];
  let wake = Promise.withResolvers<void>();
  let ended = false;
  const give = (part: Part) => {
    parts.push(part);
    wake.resolve();
  };
  const result = begin(give, AbortSignal.any([signal, left.signal])).finally(() => {
    ended = true;
    wake.resolve();
  });
  // Its failure is thrown below, where there is still somebody to hear it.
  result.catch(() => undefined);
  try {
    for (;;) {
      signal.throwIfAborted();
      const part = parts.shift();
      if (part !== undefined) yield part;
      else if (ended) return await result;
      else {
        await wake.promise;
        wake = Promise.withResolvers();
      }
    }
  } finally {
    left.abort();
  }
}
