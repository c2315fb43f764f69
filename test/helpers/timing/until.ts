// Taken before a test puts a fake one in its place.
const { setTimeout } = globalThis;
const POLL_MS = 2;

/** Resolves once the condition holds; throws where it does not within the limit. Goes by the real clock, also beside a fake one. */
export async function until(condition: () => boolean | Promise<boolean>, what: string, limitMs = 5_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not within ${limitMs} ms: ${what}`);
    await settle(POLL_MS);
  }
}

/** Lets everything that waits in this process happen, input and output included. */
export function settle(milliseconds = 50): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
