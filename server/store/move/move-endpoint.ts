import type { Readable } from 'node:stream';
import type { Counter, Db, Reads, Tx } from '../db.ts';
import type { IndexWriter } from '../search/search-index.ts';
import type { VectorIndexKey, VectorTableFor } from '../vectors/vector-indexes.ts';

/** The terms of a chunk in the text index: separated by spaces, each as often as it occurs, in any order. */
export interface ChunkTerms {
  headingTerms: string;
  terms: string;
}

/** Identifies a chunk in every index. */
export interface ChunkPlace {
  chunkId: number;
  projectId: string;
  projectNumber: number;
  generation: number;
}

/** An uploaded original in storage. */
export interface KeptFile {
  id: string;
  /** Bytes. */
  size: number;
}

/**
 * The source or the target of a move: the shared tables, and everything that each database engine stores in its own way. No
 * other process uses it during the move.
 */
export interface MoveEndpoint {
  /** Its location for messages, without a password. */
  name: string;
  db: Db;
  /** Writes the text index, and the vectors of every index in `vector_indexes`. */
  index: IndexWriter;
  tableOf: VectorTableFor;
  /** The given chunks that are in the text index. */
  termsOf(reads: Reads, places: ChunkPlace[]): Promise<Map<number, ChunkTerms>>;
  /** The given chunks that are in the vector index. */
  readVectors(reads: Reads, index: VectorIndexKey, places: ChunkPlace[]): Promise<Map<number, Float32Array>>;
  /** Does the table of this index exist? */
  hasVectors(reads: Reads, index: VectorIndexKey): Promise<boolean>;
  /** The last number that the counter has given out; 0 if none. */
  lastNumber(reads: Reads, counter: Counter): Promise<number>;
  continueFrom(tx: Tx, counter: Counter, last: number): Promise<void>;
  files: {
    list(): Promise<KeptFile[]>;
    read(id: string): Readable;
    /** Replaces a file with the same id, atomically. */
    write(id: string, bytes: Readable): Promise<void>;
    remove(id: string): Promise<void>;
  };
  /** Throws if a server is using it. */
  assertUnused(): Promise<void>;
  /** Throws if this many bytes do not fit on the disk. Where the free space is unknown, it resolves. */
  assertRoom(bytes: number): Promise<void>;
  /** Called after everything has been written. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
