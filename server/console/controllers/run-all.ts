import { APIError } from '@footnote/sdk';
import type { Failure } from '../parts/dialogs/failures.ts';

/** Requests at a time. */
const PARALLEL = 3;
/** How often a request that the rate limit refused is sent again. */
const ATTEMPTS = 5;

/**
 * Runs an action for each of the given things, a few at a time, and waits where the server limits requests. Resolves with those
 * that failed. After `signal` is aborted, no further one is begun.
 */
export async function runAll<Item extends { id: string; name?: string | undefined }>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  { progress, signal }: { progress?(done: number): void; signal?: AbortSignal } = {},
): Promise<Failure[]> {
  const waiting = [...items];
  const failures: Failure[] = [];
  let done = 0;
  const work = async () => {
    for (let item = waiting.shift(); item && !signal?.aborted; item = waiting.shift()) {
      const { id, name } = item;
      try {
        await patiently(() => act(item));
      } catch (error) {
        failures.push({ id, name, error });
      }
      done += 1;
      progress?.(done);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return failures;
}

async function patiently(act: () => Promise<unknown>): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act();
    } catch (error) {
      const { status, retryAfter } = error as APIError;
      if (!APIError.isInstance(error) || status !== 429 || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, (retryAfter ?? 1) * 1000));
    }
  }
}
