/**
 * The events of a generator until the signal aborts: then the generator is closed, also where nobody asks for the next
 * event, and the signal's reason is thrown at once, also where the generator does not listen and is still at work.
 */
export async function* untilAborted<Event>(
  events: AsyncGenerator<Event>,
  signal: AbortSignal,
): AsyncGenerator<Event, void> {
  let leave: (reason: unknown) => void = () => undefined;
  // Not waited for: a generator that is stuck answers this only when it comes loose.
  const close = () => events.return(undefined).catch(() => undefined);
  const abort = () => {
    leave(signal.reason);
    close();
  };
  signal.addEventListener('abort', abort);
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await new Promise<IteratorResult<Event>>((resolve, reject) => {
        leave = reject;
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
