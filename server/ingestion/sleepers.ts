/** Loops that wait until it is time to look for work, or until they are woken. */
export interface Sleepers {
  /** Resolves after so many milliseconds, when woken, or at once where `signal` is aborted already. */
  sleep(milliseconds: number): Promise<void>;
  /** Wakes all that sleep now. */
  wakeAll(): void;
}

/** Aborting `signal` does not wake anyone: call `wakeAll` after it. */
export function createSleepers(signal: AbortSignal): Sleepers {
  const wakers = new Set<() => void>();
  return {
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          wakers.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, milliseconds);
        wakers.add(wake);
        if (signal.aborted) wake();
      }),
    wakeAll() {
      for (const wake of wakers) wake();
    },
  };
}
