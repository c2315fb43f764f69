import type { Embedder } from '../../engines/types.ts';
import type { NewChunk } from '../../store/types.ts';
import { sourceFailures } from '../failures.ts';
import type { PreparedChunk } from '../types.ts';

/** How many passages go to the embedder, and then into one write, at once. */
export const EMBED_BATCH = 16;
/** How many that are embedded already come from the child in one piece, and go into one write. */
export const WRITE_BATCH = 3 * EMBED_BATCH;

export interface ChunkEmbedders {
  embedder: Embedder;
  /** The one whose index answers while that of `embedder` is being built; null where there is none, or no more. */
  former?: (() => Embedder | null) | undefined;
}

/** What an embedder reads of a chunk: its heading path too, as the text alone may not name its subject. */
export function passageOf(title: string | null, { headings, text }: { headings: string[]; text: string }): string {
  return [...new Set([title ?? '', ...headings])].filter(Boolean).join(' — ').concat('\n', text);
}

/** The chunks with their vectors, as many at a time as are written at once; those that have theirs already pass through. */
export async function* embedChunks(
  batches: AsyncIterable<PreparedChunk[]> | Iterable<PreparedChunk[]>,
  title: string | null,
  embedders: ChunkEmbedders,
  signal: AbortSignal,
): AsyncGenerator<NewChunk[]> {
  for await (const batch of batches) {
    signal.throwIfAborted();
    if (batch.every(isEmbedded)) {
      for (let at = 0; at < batch.length; at += WRITE_BATCH) yield batch.slice(at, at + WRITE_BATCH);
      continue;
    }
    for (let at = 0; at < batch.length; at += EMBED_BATCH) {
      yield await embedBatch(batch.slice(at, at + EMBED_BATCH), title, embedders, signal);
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
  const texts = batch.map((chunk) => passageOf(title, chunk));
  // Where it fails, only the text index finds these until the other index answers: no reason not to read the source.
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
      throw new Error('The embedder answered with other vectors than asked for.');
    const formerEmbedding = formerVectors[index];
    return { ...chunk, embedding, ...(formerEmbedding && { formerEmbedding }) };
  });
}

function isEmbedded(chunk: PreparedChunk): chunk is NewChunk {
  return chunk.embedding !== undefined;
}
