/** How long one reminder is enough for: a console that is opened again and again must not fill the log. */
const QUIET_MS = 60_000;

/** Returns a function that reminds of the setup link, and does nothing for a while after it has. */
export function createSetupReminder(remind: () => void, now: () => number): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - last < QUIET_MS) return;
    last = now();
    remind();
  };
}
