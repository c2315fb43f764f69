import type { FromChild, Protocol, ToChild } from './messages.ts';

/** What goes with a request. */
export interface Turn<Part> {
  /** Its result is of no use any more. Whoever heeds it throws its reason. */
  signal: AbortSignal;
  /** Passes a part of the result on, before the whole is there. */
  give(part: Part): void;
}

/** A function for each thing that the engine can be asked. */
export type Handlers<Can extends Protocol> = {
  [Kind in keyof Can]: (ask: Can[Kind]['ask'], turn: Turn<Can[Kind]['part']>) => Promise<Can[Kind]['result']>;
};

/**
 * The body of an engine's child process, started by host.ts: `open` loads the model, and what it gives answers the
 * requests. The process ends with its channel, at once, whatever native code is doing: it is never left behind.
 */
export function serve<Settings, Can extends Protocol>(open: (settings: Settings) => Promise<Handlers<Can>>): void {
  const running = new Map<number, AbortController>();
  let opened: Promise<Handlers<Can>>;

  const send = (message: FromChild) => {
    // A host that is gone needs no answer.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };

  async function answer(id: number, kind: string, ask: unknown): Promise<void> {
    const abort = new AbortController();
    running.set(id, abort);
    try {
      const handlers = await unlessAborted(opened, abort.signal);
      const handler = handlers[kind];
      if (!handler) throw new Error(`"${kind}" cannot be asked for.`);
      const give = (part: unknown) => send({ type: 'part', id, part });
      send({ type: 'done', id, result: await handler(ask, { signal: abort.signal, give }) });
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
