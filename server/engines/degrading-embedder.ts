import { setTimeout } from 'node:timers/promises';
import { ApiError, errors } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Embedder } from './types.ts';

/** A question waits no longer for its vector. The embedder goes on: it may be loading its model. */
const TIMEOUT_MS = 8_000;
/** After a failure the embedder is not asked for so long. */
const RETRY_AFTER_MS = 15_000;

/**
 * The same embedder for questions, which are answered worse without vectors, but answered: where it fails or takes too long it
 * returns an empty list, and is not asked again for a while. The log says when that begins and ends.
 */
export function degradeWhenUnavailable(
  embedder: Embedder,
  log: Log,
  now: () => number,
  timeoutMs = TIMEOUT_MS,
): Embedder {
  let unavailable = false;
  let retryAt = 0;

  return {
    ...embedder,
    async embed(texts, kind, signal) {
      if (unavailable && now() < retryAt) return [];
      try {
        const vectors = await withTimeout(embedder.embed(texts, kind, signal), timeoutMs);
        if (unavailable) log.info('embedder_recovered', { engine: embedder.id });
        unavailable = false;
        return vectors;
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof ApiError && error.code === 'embedder_unavailable')) throw error;
        if (!unavailable) {
          log.warn('embedder_unavailable', {
            engine: embedder.id,
            why: 'it fails or takes too long: until it recovers, questions search only the words of the documents',
          });
        }
        unavailable = true;
        retryAt = now() + RETRY_AFTER_MS;
        return [];
      }
    },
  };
}

async function withTimeout(vectors: Promise<Float32Array[]>, milliseconds: number): Promise<Float32Array[]> {
  const settled = new AbortController();
  const timeout = setTimeout(milliseconds, undefined, { signal: settled.signal }).then(() => {
    throw errors.embedderUnavailable();
  });
  try {
    return await Promise.race([vectors, timeout]);
  } finally {
    settled.abort();
    // The other one may still fail, when nobody waits for it.
    for (const promise of [vectors, timeout]) promise.catch(() => undefined);
  }
}
