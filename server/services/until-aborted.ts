/**
 * The events of a generator until the signal aborts: then it throws the signal's reason at once, also where the generator
 * does not listen to the signal and is still at work.
 */
export async function* untilAborted<Event>(
  events: AsyncGenerator<Event>,
  signal: AbortSignal,
): AsyncGenerator<Event, void> {
  let leave: (reason: unknown) => void = () => undefined;
  const abort = () => leave(signal.reason);
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
    // Not waited for: a generator that is stuck answers this only when it comes loose.
    events.return(undefined).catch(() => undefined);
  }
}
