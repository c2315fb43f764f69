import { ApiError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { errors } from './errors.ts';
import type { Embedder } from './types.ts';

/** How long a question waits for its vector. The embedder keeps running: it may be loading its model. */
const TIMEOUT_MS = 8_000;
/** How long the embedder is left alone after a failure. */
const RETRY_AFTER_MS = 15_000;

/**
 * Wraps an embedder for questions: an answer without vectors is worse, but better than none. If the embedder fails or
 * takes too long, it returns an empty list and pauses for a while. The log records when that begins and ends.
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
            why: 'it fails or takes too long; until it recovers, questions use full-text search only',
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
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(errors.embedderUnavailable()), milliseconds);
  });
  try {
    return await Promise.race([vectors, timeout]);
  } finally {
    clearTimeout(timer);
    // It may still reject, after the race is over.
    vectors.catch(() => undefined);
  }
}
