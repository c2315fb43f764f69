/** Loops that wait until it is time to look for work, or until they are woken. */
export interface Sleepers {
  /** Resolves after this many milliseconds, when woken, or at once where `signal` is aborted already. */
  sleep(milliseconds: number): Promise<void>;
  /** Wakes all that sleep now. */
  wakeAll(): void;
  /** How often all were woken: a worker that looked for work meanwhile may have looked too early, and should not sleep. */
  wakes(): number;
}

/** Aborting `signal` does not wake anyone: call `wakeAll` after it. */
export function createSleepers(signal: AbortSignal): Sleepers {
  const wakers = new Set<() => void>();
  let wakes = 0;
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
    wakes: () => wakes,
    wakeAll() {
      wakes += 1;
      for (const wake of wakers) wake();
    },
  };
}
