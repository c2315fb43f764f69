import { passageText } from '../../engines/passage-text.ts';
import type { Embedder } from '../../engines/types.ts';
import type { NewChunk } from '../../store/types.ts';
import { sourceFailures } from '../failures.ts';
import type { PreparedChunk } from '../types.ts';

/** How many passages the embedder gets at once. */
const EMBED_BATCH = 16;
/**
 * How many embedded chunks go into one message of a parser process, and into one write: as many as a document has that is
 * written as a whole. Before a question can store anything, it waits for the write under way.
 */
export const WRITE_BATCH = 32;

export interface ChunkEmbedders {
  embedder: Embedder;
  /** The embedder whose index answers while that of `embedder` is being built; null where there is none. */
  former?: (() => Embedder | null) | undefined;
}

/**
 * Yields the chunks with their vectors, in batches of one write each. Chunks that are embedded already pass through, in batches
 * of at most `WRITE_BATCH`.
 */
export async function* embedChunks(
  batches: AsyncIterable<PreparedChunk[]> | Iterable<PreparedChunk[]>,
  title: string | null,
  embedders: ChunkEmbedders,
  signal: AbortSignal,
): AsyncGenerator<NewChunk[]> {
  for await (const batch of batches) {
    signal.throwIfAborted();
    const size = batch.every(isEmbedded) ? WRITE_BATCH : EMBED_BATCH;
    for (let at = 0; at < batch.length; at += size) {
      const some = batch.slice(at, at + size);
      yield some.every(isEmbedded) ? some : await embedBatch(some, title, embedders, signal);
    }
  }
}

async function embedBatch(
  batch: PreparedChunk[],
  title: string | null,
  { embedder, former }: ChunkEmbedders,
  signal: AbortSignal,
): Promise<NewChunk[]> {
  signal.throwIfAborted();
  const texts = batch.map((chunk) => passageText(title, chunk));
  // If this fails, only the text index finds these chunks until the new index is complete. The source is still ingested.
  const formerVectors =
    (await former?.()
      ?.embed(texts, 'passage', signal)
      .catch(() => [])) ?? [];
  const vectors = await embedder.embed(texts, 'passage', signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw sourceFailures.embedderUnavailable(error);
  });
  return batch.map((chunk, index) => {
    const embedding = vectors[index];
    if (embedding?.length !== embedder.dimensions)
      throw new Error('The embedder returned vectors of another number or length than expected.');
    const formerEmbedding = formerVectors[index];
    return { ...chunk, embedding, ...(formerEmbedding && { formerEmbedding }) };
  });
}

function isEmbedded(chunk: PreparedChunk): chunk is NewChunk {
  return chunk.embedding !== undefined;
}
