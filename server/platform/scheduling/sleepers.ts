/** Loops that wait until it is time to look for work, or until they are woken. */
export type Sleepers = ReturnType<typeof createSleepers>;

/** Aborting `signal` does not wake anyone: call `wakeAll` after it. */
export function createSleepers(signal: AbortSignal) {
  const wakers = new Set<() => void>();
  let wakes = 0;
  return {
    /** Resolves after this many milliseconds, when woken, or at once where `signal` is aborted already. */
    sleep: (milliseconds: number): Promise<void> =>
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
    /** How often all were woken: a worker that looked for work meanwhile may have looked too early, and should not sleep. */
    wakes: (): number => wakes,
    /** Wakes all that sleep now. */
    wakeAll(): void {
      wakes += 1;
      for (const wake of wakers) wake();
    },
  };
}
