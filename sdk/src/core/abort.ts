import { APIAbortError, APITimeoutError, FootnoteError } from './errors.ts';

/** A longer timer would fire at once. */
const MAX_TIMER = 2 ** 31 - 1;

/** A signal that aborts with an outer signal or at a deadline. Its reason is always a `FootnoteError`. */
export interface Clock {
  signal: AbortSignal;
  /** The deadline in milliseconds since 1970. */
  deadline: number;
  /** Aborts before the deadline. */
  abort(reason: FootnoteError): void;
  /** Removes the deadline; the outer signal still counts. */
  stop(): void;
  /** Removes both. Must be called, or listeners accumulate on a long-lived outer signal. */
  release(): void;
}

/** Starts a clock with a limit in milliseconds (`Infinity` for none). */
export function startClock(outer: AbortSignal | undefined, milliseconds: number, what: string): Clock {
  const controller = new AbortController();
  const expire = () => controller.abort(new APITimeoutError(`${what} took longer than ${milliseconds} ms.`));
  const follow = () =>
    controller.abort(FootnoteError.isInstance(outer?.reason) ? outer.reason : new APIAbortError(outer?.reason));
  const timer = setTimeout(milliseconds > MAX_TIMER ? () => {} : expire, Math.min(milliseconds, MAX_TIMER));
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

/** Settles like `work`, or rejects with the signal's reason as soon as it aborts, even if `work` ignores the signal. */
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

/** Waits, or rejects with the signal's reason as soon as it aborts. */
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
