// Taken before a test replaces the clock.
const { setImmediate, setTimeout } = globalThis;
const POLL_MS = 2;
/** What takes long is looked at less often: many conditions are requests, and take time from what they wait for. */
const LONGEST_POLL_MS = 25;
const TURNS = 5;

/**
 * Milliseconds that tests wait for anything: only for what never comes, as what takes a second alone has taken a minute on a
 * machine with much other work. Less than a test may take, so that one that waits in vain says for what.
 */
export const LIMIT_MS = 120_000;

/** Waits until the condition holds; throws after the limit. Uses the real clock, even if the test has a fake one. */
export const until = (condition: () => boolean | Promise<boolean>, what: string): Promise<void> =>
  untilWithin(LIMIT_MS, condition, what);

/** The same with another limit, for machines that are emulated. */
export async function untilWithin(
  limitMs: number,
  condition: () => boolean | Promise<boolean>,
  what: string,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (let wait = POLL_MS; !(await condition()); wait = Math.min(1.25 * wait, LONGEST_POLL_MS)) {
    if (performance.now() > deadline) throw new Error(`Not within ${limitMs} ms: ${what}`);
    await pause(wait);
  }
}

/**
 * Lets all pending work of this process complete, including input and output: in several turns of the event loop, as a process
 * that stands still meanwhile would have none in a single pause. What comes from elsewhere may take longer; `until` waits for it.
 */
export async function settle(milliseconds = 50): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await pause(milliseconds / TURNS);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
