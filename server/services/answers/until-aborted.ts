/**
 * Yields the events of a generator until the signal aborts. It then closes the generator, even if the reader does not ask for
 * the next event, and throws the signal's reason at once, even if the generator ignores the signal.
 */
export async function* untilAborted<Event>(
  events: AsyncGenerator<Event>,
  signal: AbortSignal,
): AsyncGenerator<Event, void> {
  let rejectNext: (reason: unknown) => void = () => undefined;
  // Not awaited: a stuck generator may never return.
  const close = () => events.return(undefined).catch(() => undefined);
  const abort = () => {
    rejectNext(signal.reason);
    close();
  };
  signal.addEventListener('abort', abort);
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await new Promise<IteratorResult<Event>>((resolve, reject) => {
        rejectNext = reject;
        events.next().then(resolve, reject);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    close();
  }
}
