import { encodeBlocks } from '../../store/types/encode-blocks.ts';
import type { Chunk, PreparedChunk } from '../types.ts';

/** Yields chunks in the form in which they are sent and stored. */
export function* encodeChunks(chunks: Iterable<Chunk>): Generator<PreparedChunk> {
  for (const chunk of chunks) yield { ...chunk, blocks: encodeBlocks(chunk.blocks) };
}
