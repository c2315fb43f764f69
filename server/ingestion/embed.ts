import type { Embedder } from '../engines/types.ts';
import { sourceFailures } from '../errors.ts';
import type { NewChunk } from '../store/types.ts';
import type { Chunk, PreparedDocument } from './types.ts';

/** How many passages go to the embedder, and then into one write, at once. */
export const EMBED_BATCH = 16;
/** How many that are embedded already go into one write: three batches, each of which came from the child in one piece. */
const WRITE_BATCH = 3 * EMBED_BATCH;

/** The chunks with their vectors, batch by batch; those that have theirs already pass through. The heading path is embedded with the text, which alone may not name its subject. */
export async function* embedChunks(
  chunks: PreparedDocument['chunks'],
  title: string | null,
  embedder: Embedder,
  signal: AbortSignal,
): AsyncGenerator<NewChunk[]> {
  if (chunks.every(isEmbedded)) {
    for (let at = 0; at < chunks.length; at += WRITE_BATCH) {
      signal.throwIfAborted();
      yield chunks.slice(at, at + WRITE_BATCH);
    }
    return;
  }
  for (let at = 0; at < chunks.length; at += EMBED_BATCH) {
    signal.throwIfAborted();
    const batch = chunks.slice(at, at + EMBED_BATCH);
    const texts = batch.map((chunk) =>
      [...new Set([title ?? '', ...chunk.headings])].filter(Boolean).join(' — ').concat('\n', chunk.text),
    );
    const vectors = await embedder.embed(texts, 'passage', signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw sourceFailures.embedderUnavailable(error);
    });
    yield batch.map((chunk, index) => {
      const embedding = vectors[index];
      if (embedding?.length !== embedder.dimensions)
        throw new Error('The embedder answered with other vectors than asked for.');
      return { ...chunk, embedding };
    });
  }
}

function isEmbedded(chunk: Chunk & { embedding?: Float32Array }): chunk is NewChunk {
  return chunk.embedding !== undefined;
}
