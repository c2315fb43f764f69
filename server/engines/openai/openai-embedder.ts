import { setTimeout } from 'node:timers/promises';
import { errors } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { prefixed } from '../embedding-prefixes.ts';
import { identifyEngine } from '../engine-id.ts';
import type { Embedder, EmbeddingKind } from '../types.ts';
import { createEndpoint, type Endpoint, type EndpointAddress, EndpointError, type EndpointLimits } from './endpoint.ts';

/** Texts a request. */
const BATCH = 32;
const LIMITS: EndpointLimits = { firstByteMs: 30_000, silenceMs: 15_000, bytes: 16 * 1024 * 1024 };
/** A visitor waits for a question's vector: it is tried for less long than that of a passage. */
const PATIENCE = { query: { tries: 2, longestWaitMs: 2_000 }, passage: { tries: 5, longestWaitMs: 20_000 } };
const FIRST_WAIT_MS = 250;
const MOST_DIMENSIONS = 8_192;

/**
 * Embeds on a server that speaks OpenAI's protocol. Asks it for one vector first, whose length every other must have.
 * Throws an error with a sentence where it cannot be reached, or answers with something else.
 */
export async function createOpenAiEmbedder(
  address: EndpointAddress & { model: string },
  log: Log,
  wait: (milliseconds: number, signal?: AbortSignal) => Promise<unknown> = pause,
): Promise<Embedder> {
  const { model, url } = address;
  const endpoint = createEndpoint(address);
  const identity = identifyEngine('openai', model);
  const { id } = identity;

  /** Tries again what may work the next time: no connection, too much at once, an error of the server's own. */
  async function vectorsOf(texts: string[], kind: EmbeddingKind, signal?: AbortSignal): Promise<Float32Array[]> {
    const { tries, longestWaitMs } = PATIENCE[kind];
    for (let tried = 1; ; tried++) {
      try {
        return await ask(endpoint, model, texts, signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof EndpointError)) throw error;
        log.warn('embedder_request_failed', {
          engine: id,
          reason: error.reason,
          status: error.status,
          code: error.code,
        });
        if (tried === tries || !mayPass(error)) throw error;
        const grown = FIRST_WAIT_MS * 2 ** (tried - 1);
        await wait(Math.min(error.retryAfter === null ? grown : error.retryAfter * 1000, longestWaitMs), signal);
      }
    }
  }

  const [first] = await vectorsOf([prefixed('dimensions', 'query', model)], 'passage').catch((error) => {
    throw new Error(`the embedder at ${url} does not answer as it should (${String(error.message)}).`);
  });
  const dimensions = first?.length ?? 0;

  return {
    ...identity,
    semantic: true,
    dimensions,
    async embed(texts, kind, signal) {
      const vectors: Float32Array[] = [];
      try {
        for (let at = 0; at < texts.length; at += BATCH) {
          const batch = texts.slice(at, at + BATCH).map((text) => prefixed(text, kind, model));
          vectors.push(...(await vectorsOf(batch, kind, signal)));
        }
      } catch (error) {
        throw error instanceof EndpointError ? errors.embedderUnavailable() : error;
      }
      if (vectors.every(({ length }) => length === dimensions)) return vectors;
      log.error('embedder_dimensions_changed', { engine: id, expected: dimensions });
      throw errors.embedderUnavailable();
    },
    ready: endpoint.ready,
    async close() {},
  };
}

const pause = (milliseconds: number, signal?: AbortSignal) =>
  setTimeout(milliseconds, undefined, signal ? { signal } : {});

function mayPass({ reason, status }: EndpointError): boolean {
  if (reason === 'status') return status === 429 || (status ?? 0) >= 500;
  return reason === 'unreachable' || reason === 'timeout';
}

async function ask(endpoint: Endpoint, model: string, texts: string[], signal?: AbortSignal): Promise<Float32Array[]> {
  const body = { model, input: texts, encoding_format: 'float' };
  const answer = await endpoint.post('/embeddings', body, LIMITS, signal);
  const { data } = (answer ?? {}) as { data?: unknown };
  if (!Array.isArray(data) || data.length !== texts.length) throw new EndpointError('malformed');
  const vectors: Float32Array[] = [];
  for (const [at, item] of data.entries()) {
    const { index = at, embedding } = (item ?? {}) as { index?: unknown; embedding?: unknown };
    if (typeof index !== 'number' || vectors[index] || !(index in texts)) throw new EndpointError('malformed');
    vectors[index] = normalised(embedding);
  }
  return vectors;
}

/** Of length 1, as not every server sends it so. Throws `malformed` for anything that has no direction. */
function normalised(embedding: unknown): Float32Array {
  if (!Array.isArray(embedding) || embedding.length === 0 || embedding.length > MOST_DIMENSIONS) {
    throw new EndpointError('malformed');
  }
  // NaN becomes null in JSON, and null would become 0.
  if (!embedding.every((value) => typeof value === 'number')) throw new EndpointError('malformed');
  const vector = Float32Array.from(embedding);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!Number.isFinite(length) || length === 0) throw new EndpointError('malformed');
  return vector.map((value) => value / length);
}
