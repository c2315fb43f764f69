/**
 * Yields the parts that `begin` emits, then returns its result. An abort of the signal throws its reason at once;
 * leaving the loop early aborts the signal passed to `begin`.
 */
export async function* streamParts<Part, Result>(
  begin: (emit: (part: Part) => void, signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): AsyncGenerator<Part, Result> {
  const abandoned = new AbortController();
  const parts: Part[] = [];
  let wake = Promise.withResolvers<void>();
  let ended = false;
  const emit = (part: Part) => {
    parts.push(part);
    wake.resolve();
  };
  const result = begin(emit, AbortSignal.any([signal, abandoned.signal])).finally(() => {
    ended = true;
    wake.resolve();
  });
  // A failure is thrown below, unless the reader has left.
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
    abandoned.abort();
  }
}
