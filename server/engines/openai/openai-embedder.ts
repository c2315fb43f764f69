import { setTimeout } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import { prefixed } from '../embedding-prefixes.ts';
import { identifyEngine } from '../engine-id.ts';
import { errors } from '../errors.ts';
import type { Embedder, EmbeddingKind } from '../types.ts';
import { createEndpoint, type Endpoint, type EndpointAddress, EndpointError, type EndpointLimits } from './endpoint.ts';

/** Texts per request. */
const BATCH = 32;
const LIMITS: EndpointLimits = { firstByteMs: 30_000, idleMs: 15_000, bytes: 16 * 1024 * 1024 };
/** A visitor waits for a question's vector, so it gets fewer attempts than a passage. */
const RETRIES = { query: { attempts: 2, maxWaitMs: 2_000 }, passage: { attempts: 5, maxWaitMs: 20_000 } };
const FIRST_WAIT_MS = 250;
const MAX_DIMENSIONS = 8_192;

/**
 * Embeds on a server that speaks OpenAI's protocol. Requests one vector first; all others must have its length. Throws
 * an Error if the server cannot be reached or responds with something else.
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

  /** Retries errors that may pass: no connection, rate limits, server errors. */
  async function vectorsOf(texts: string[], kind: EmbeddingKind, signal?: AbortSignal): Promise<Float32Array[]> {
    const { attempts, maxWaitMs } = kind === 'passage' ? RETRIES.passage : RETRIES.query;
    for (let attempt = 1; ; attempt++) {
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
        if (attempt === attempts || !isRetryable(error)) throw error;
        const backoff = FIRST_WAIT_MS * 2 ** (attempt - 1);
        await wait(Math.min(error.retryAfter === null ? backoff : error.retryAfter * 1000, maxWaitMs), signal);
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

function isRetryable({ reason, status }: EndpointError): boolean {
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
    vectors[index] = normalize(embedding);
  }
  return vectors;
}

/** Scaled to length 1, as not every server does that. Throws `malformed` for a vector without a direction. */
function normalize(embedding: unknown): Float32Array {
  if (!Array.isArray(embedding) || embedding.length === 0 || embedding.length > MAX_DIMENSIONS) {
    throw new EndpointError('malformed');
  }
  // JSON has null in place of NaN, and null would become 0.
  if (!embedding.every((value) => typeof value === 'number')) throw new EndpointError('malformed');
  const vector = Float32Array.from(embedding);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!Number.isFinite(length) || length === 0) throw new EndpointError('malformed');
  return vector.map((value) => value / length);
}
