import { setImmediate } from 'node:timers/promises';
import type { Embedder } from '../types.ts';
import { createPooling } from './pooling.ts';
import { builtinVectors } from './read-vectors.ts';
import { VECTORS_VERSION } from './vectors-version.ts';

/** How long texts are embedded before other work gets its turn. */
const SLICE_MS = 4;

/**
 * The embedder that is always available: a table of vectors for words and word pieces that ships with the server
 * (vectors.md says what it was trained on), without a neural network. Throws an Error if the table is missing or
 * damaged.
 */
export function createBuiltinEmbedder(): Embedder {
  const table = builtinVectors();
  const vectorOf = createPooling(table);
  return {
    id: `builtin-${VECTORS_VERSION}`,
    engine: 'builtin',
    model: null,
    semantic: false,
    dimensions: table.dimensions,
    recipe: { module: import.meta.url, create: createBuiltinEmbedder.name },
    async embed(texts, _kind, signal) {
      const vectors: Float32Array[] = [];
      let since = performance.now();
      for (const text of texts) {
        if (performance.now() - since > SLICE_MS) {
          await setImmediate();
          since = performance.now();
        }
        signal?.throwIfAborted();
        vectors.push(vectorOf(text));
      }
      return vectors;
    },
    ready: async () => true,
    async close() {},
  };
}
