import { writeFileSync } from 'node:fs';
import type { FromChild, Protocol, ToChild } from './messages.ts';

/** What a handler gets with a request. */
export interface RequestContext<Part> {
  /** Aborts when the caller no longer waits for the result; a handler that honours it throws its reason. */
  signal: AbortSignal;
  /** Sends a part of the result before the result is complete. */
  emit(part: Part): void;
  /** Has this process end once it has no requests. The next one starts another. */
  retire(): void;
}

/** One handler per kind of request. */
export type Handlers<Can extends Protocol> = {
  [Kind in keyof Can]: (
    ask: Can[Kind]['ask'],
    context: RequestContext<Can[Kind]['part']>,
  ) => Promise<Can[Kind]['result']>;
};

/**
 * The main program of an engine's child process, which process-host.ts starts: `open` loads the model and returns the
 * request handlers, and may leave a notice for the operator. The process ends as soon as its channel closes, whatever native code is doing, so that no orphan
 * remains.
 */
export function serve<Settings, Can extends Protocol>(
  open: (settings: Settings, leaveNotice: (text: string) => void) => Promise<Handlers<Can>>,
): void {
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
      if (!handler) throw new Error(`Unknown request "${kind}".`);
      const emit = (part: unknown) => send({ type: 'part', id, part });
      const retire = () => send({ type: 'retired' });
      send({ type: 'done', id, result: await handler(ask, { signal: abort.signal, emit, retire }) });
    } catch (error) {
      send({ type: 'failed', id, reason: reasonOf(error) });
    } finally {
      running.delete(id);
    }
  }

  endFirst();
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', (message: ToChild) => {
    if (message.type === 'open') {
      let notice: string | null = null;
      opened = open(message.settings as Settings, (text) => {
        notice = text;
      });
      opened.then(
        () => send({ type: 'opened', notice }),
        (error) => send({ type: 'closed', reason: reasonOf(error) }),
      );
    } else if (message.type === 'abort') running.get(message.id)?.abort();
    else void answer(message.id, message.kind, message.ask);
  });
}

/** When memory runs out, Linux ends the process with the highest score: this one, and not the server. */
function endFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Another system, or one that does not allow it.
  }
}

function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
