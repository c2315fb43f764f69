import type { Reads, Tx } from '../db.ts';
import type { NewChunk } from '../types.ts';

/** A chunk on its way into the index, with the numbers that place it. */
export interface IndexEntry {
  chunkId: number;
  projectId: string;
  projectNumber: number;
  generation: number;
  chunk: Pick<NewChunk, 'headingTerms' | 'terms' | 'embedding' | 'formerEmbedding'>;
}

/** The writing side of the search index, inside the caller's transaction: a chunk is in all of it or in none of it. */
export interface IndexWriter {
  /** Throws on a vector of another shape or with a non-finite number. */
  add(tx: Tx, entries: IndexEntry[]): Promise<void>;
  /** The rows of the chunks themselves are still there. */
  remove(tx: Tx, chunkIds: number[]): Promise<void>;
}

/**
 * Counts the changes of what is searched, in a project or in all: what has been read of one before is still so as long as the number
 * is the same. Null where there is no such project.
 */
export type SearchChanges = (reads: Reads, projectId: string) => Promise<number | null>;
