import type { Embedder } from '../engines/types.ts';
import { sourceFailures } from '../errors.ts';
import type { NewChunk } from '../store/types.ts';
import type { PreparedChunk } from './types.ts';

/** How many passages go to the embedder, and then into one write, at once. */
export const EMBED_BATCH = 16;
/** How many that are embedded already come from the child in one piece, and go into one write. */
export const WRITE_BATCH = 3 * EMBED_BATCH;

/** The chunks with their vectors, as many at a time as are written at once; those that have theirs already pass through. */
export async function* embedChunks(
  batches: AsyncIterable<PreparedChunk[]> | Iterable<PreparedChunk[]>,
  title: string | null,
  embedder: Embedder,
  signal: AbortSignal,
): AsyncGenerator<NewChunk[]> {
  for await (const batch of batches) {
    signal.throwIfAborted();
    if (batch.every(isEmbedded)) {
      for (let at = 0; at < batch.length; at += WRITE_BATCH) yield batch.slice(at, at + WRITE_BATCH);
      continue;
    }
    for (let at = 0; at < batch.length; at += EMBED_BATCH) {
      yield await embedBatch(batch.slice(at, at + EMBED_BATCH), title, embedder, signal);
    }
  }
}

/** The heading path is embedded with the text, which alone may not name its subject. */
async function embedBatch(
  batch: PreparedChunk[],
  title: string | null,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<NewChunk[]> {
  signal.throwIfAborted();
  const texts = batch.map((chunk) =>
    [...new Set([title ?? '', ...chunk.headings])].filter(Boolean).join(' — ').concat('\n', chunk.text),
  );
  const vectors = await embedder.embed(texts, 'passage', signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw sourceFailures.embedderUnavailable(error);
  });
  return batch.map((chunk, index) => {
    const embedding = vectors[index];
    if (embedding?.length !== embedder.dimensions)
      throw new Error('The embedder answered with other vectors than asked for.');
    return { ...chunk, embedding };
  });
}

function isEmbedded(chunk: PreparedChunk): chunk is NewChunk {
  return chunk.embedding !== undefined;
}
