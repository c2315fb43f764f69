import { setTimeout } from 'node:timers/promises';
import { ApiError, errors } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Embedder } from './types.ts';

/** A visitor waits no longer for a vector. What makes it goes on: it may be a model that is just being loaded. */
const LONGEST_MS = 8_000;
/** So long nobody waits again for one that has failed. */
const LEFT_ALONE_MS = 15_000;

/**
 * The same embedder for questions, which are answered worse without it, but answered: where it fails or takes too long it
 * gives no vectors instead (an empty list), and for a while it is not even asked. The log says when that begins and ends.
 */
export function dispensable(embedder: Embedder, log: Log, now: () => number, longestMs = LONGEST_MS): Embedder {
  let missing = false;
  let askedAgainAt = 0;

  async function inTime(vectors: Promise<Float32Array[]>): Promise<Float32Array[]> {
    const enough = new AbortController();
    const late = setTimeout(longestMs, undefined, { signal: enough.signal }).then(() => {
      throw errors.embedderUnavailable();
    });
    try {
      return await Promise.race([vectors, late]);
    } finally {
      enough.abort();
      // Whichever of the two nobody waits for any more may still fail.
      for (const one of [vectors, late]) one.catch(() => undefined);
    }
  }

  return {
    ...embedder,
    async embed(texts, kind, signal) {
      if (missing && now() < askedAgainAt) return [];
      try {
        const vectors = await inTime(embedder.embed(texts, kind, signal));
        if (missing) log.info('embedder_recovered', { engine: embedder.id });
        missing = false;
        return vectors;
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof ApiError && error.code === 'embedder_unavailable')) throw error;
        if (!missing) {
          log.warn('embedder_unavailable', {
            engine: embedder.id,
            why: 'it fails or takes too long, so that until it is back only the words of the documents are searched for questions',
          });
        }
        missing = true;
        askedAgainAt = now() + LEFT_ALONE_MS;
        return [];
      }
    },
  };
}
