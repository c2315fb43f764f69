import { flag, initially, large, oneOf, type Row, table, text, whole } from '../table.ts';

/** The vectors that one embedder has made of all chunks. */
export const vectorIndexes = table('vector_indexes', {
  id: large,
  embedder: text,
  dimensions: whole,
  /** Searched, the next one to be searched, or to be erased. */
  state: oneOf<'active' | 'building' | 'retired'>(),
  /** Lacks no chunk that was written since it began. */
  complete: initially(true, flag),
  /** How many chunks there were when it began, and how many of them have been embedded since. */
  total: whole,
  done: initially(0, whole),
  /** The last of the older chunks that has been filled in, and the newest chunk when it began. */
  reached: initially(0, large),
  last: large,
});
export type VectorIndexRow = Pick<Row<typeof vectorIndexes>, 'embedder' | 'dimensions' | 'total' | 'done'>;

/** What an embedder reads of a chunk. */
export interface ChunkToEmbed {
  chunkId: string;
  /** Of its document. */
  title: string | null;
  headings: string[];
  text: string;
}

/**
 * One index answers at any time. Where another embedder is chosen than made that one, when the store is opened or later, a
 * second is built beside it: chunks that are appended from then on are in both, and those of before are filled in one after
 * the other.
 */
export interface VectorIndexes {
  /** Chooses the embedder. Chunks that are appended afterwards must have been embedded by it. */
  settle(embedder: { id: string; dimensions: number }): Promise<void>;
  state(): Promise<{ active: VectorIndexRow; building: VectorIndexRow | null }>;
  /** The next chunks that the one being built lacks, oldest first; empty where it lacks none, or none is being built. */
  lacking(limit: number): Promise<ChunkToEmbed[]>;
  /**
   * Puts the vectors of `lacking`, in its order, into the index of that embedder; what was deleted meanwhile is passed over.
   * Throws on a vector of another shape or a non-finite number.
   */
  fill(embedder: string, vectors: { chunkId: string; embedding: Float32Array }[]): Promise<void>;
  /** Makes the index being built the active one, if it lacks nothing. False if it does. */
  activate(): Promise<boolean>;
  /** Erases retired indexes, in short batches. */
  sweep(): Promise<void>;
}
