import type { FromChild, Protocol, ToChild } from './messages.ts';

/** What goes with a request. */
export interface RequestContext<Part> {
  /** Aborts when nobody waits for the result any more; a handler that heeds it throws its reason. */
  signal: AbortSignal;
  /** Sends a part of the result before the whole is there. */
  emit(part: Part): void;
}

/** A function for each kind of request. */
export type Handlers<Can extends Protocol> = {
  [Kind in keyof Can]: (
    ask: Can[Kind]['ask'],
    context: RequestContext<Can[Kind]['part']>,
  ) => Promise<Can[Kind]['result']>;
};

/**
 * The program of an engine's child process, which process-host.ts starts: `open` loads the model and returns the handlers of
 * requests. The process ends at once with its channel, whatever native code is doing, so that none is left behind.
 */
export function serve<Settings, Can extends Protocol>(open: (settings: Settings) => Promise<Handlers<Can>>): void {
  const running = new Map<number, AbortController>();
  let opened: Promise<Handlers<Can>>;

  const send = (message: FromChild) => {
    // The host may be gone.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };

  async function answer(id: number, kind: string, ask: unknown): Promise<void> {
    const abort = new AbortController();
    running.set(id, abort);
    try {
      const handlers = await unlessAborted(opened, abort.signal);
      const handler = handlers[kind];
      if (!handler) throw new Error(`There is no request "${kind}".`);
      const emit = (part: unknown) => send({ type: 'part', id, part });
      send({ type: 'done', id, result: await handler(ask, { signal: abort.signal, emit }) });
    } catch (error) {
      send({ type: 'failed', id, reason: reasonOf(error) });
    } finally {
      running.delete(id);
    }
  }

  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', (message: ToChild) => {
    if (message.type === 'open') {
      opened = open(message.settings as Settings);
      opened.then(
        () => send({ type: 'opened' }),
        (error) => send({ type: 'closed', reason: reasonOf(error) }),
      );
    } else if (message.type === 'abort') running.get(message.id)?.abort();
    else void answer(message.id, message.kind, message.ask);
  });
}

function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
