import { APIAbortError, APITimeoutError, FootnoteError } from './errors.ts';

/** Beyond this a timer fires at once instead of late. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** A signal that aborts with its outer signal, or when its time is up. Its reason is always an error of ours. */
export interface Clock {
  signal: AbortSignal;
  /** When it is up: milliseconds since 1970. */
  deadline: number;
  /** Aborts before that. */
  abort(reason: FootnoteError): void;
  /** Ends the time limit; the outer signal still counts. */
  stop(): void;
  /** Ends both. Must be called, or a long-lived outer signal collects listeners. */
  release(): void;
}

/** Starts a clock of so many milliseconds (`Infinity` for no limit). */
export function startClock(outer: AbortSignal | undefined, milliseconds: number, what: string): Clock {
  const controller = new AbortController();
  const expire = () => controller.abort(new APITimeoutError(`${what} took longer than ${milliseconds} ms.`));
  const follow = () =>
    controller.abort(FootnoteError.isInstance(outer?.reason) ? outer.reason : new APIAbortError(outer?.reason));
  const timer = setTimeout(milliseconds > LONGEST_TIMER ? () => {} : expire, Math.min(milliseconds, LONGEST_TIMER));
  const stop = () => clearTimeout(timer);
  if (outer?.aborted) follow();
  else outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    deadline: Date.now() + milliseconds,
    abort: (reason) => controller.abort(reason),
    stop,
    release() {
      stop();
      outer?.removeEventListener('abort', follow);
    },
  };
}

/** Settles as `work` does, or rejects with the signal's reason as soon as it aborts, even if `work` never notices. */
export async function abortable<Value>(work: Promise<Value> | Value, signal: AbortSignal): Promise<Value> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Waits so many milliseconds, or rejects with the signal's reason as soon as it aborts. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await abortable(
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, milliseconds);
      }),
      signal,
    );
  } finally {
    clearTimeout(timer);
  }
}
