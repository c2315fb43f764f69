import type { Readable } from 'node:stream';
import type { Counter, Db, Reads, Tx } from '../db.ts';
import type { IndexWriter } from '../search/search-index.ts';
import type { VectorIndexKey, VectorTableFor } from '../vectors/vector-indexes.ts';

/** What a chunk is found by, as the text index has it: terms with spaces between them, each as often as it occurs, in any order. */
export interface ChunkTerms {
  headingTerms: string;
  terms: string;
}

/** Where a chunk is. */
export interface ChunkPlace {
  chunkId: number;
  projectId: string;
  projectNumber: number;
  generation: number;
}

/** An uploaded original as it lies there. */
export interface KeptFile {
  id: string;
  /** Bytes. */
  size: number;
}

/**
 * One end of a move: what an engine keeps in its own way, beside the tables that all engines have alike. Nobody else uses it
 * meanwhile.
 */
export interface Side {
  /** For sentences: where it is, never with a password. */
  name: string;
  db: Db;
  /** Writes the text index; vectors as far as `vector_indexes` names any. */
  index: IndexWriter;
  tableOf: VectorTableFor;
  /** Those of these chunks that the text index has. */
  termsOf(reads: Reads, places: ChunkPlace[]): Promise<Map<number, ChunkTerms>>;
  /** Those of these chunks that the vector index has. */
  readVectors(reads: Reads, index: VectorIndexKey, places: ChunkPlace[]): Promise<Map<number, Float32Array>>;
  /** Is its table of vectors there? */
  hasVectors(reads: Reads, index: VectorIndexKey): Promise<boolean>;
  /** The last number that was given. */
  lastNumber(reads: Reads, counter: Counter): Promise<number>;
  continueFrom(tx: Tx, counter: Counter, last: number): Promise<void>;
  files: {
    list(): Promise<KeptFile[]>;
    read(id: string): Readable;
    /** Takes the place of one of that id. It is there when this resolves, or not at all. */
    write(id: string, bytes: Readable): Promise<void>;
    remove(id: string): Promise<void>;
  };
  secret: {
    read(): Promise<string | null>;
    write(secret: string): Promise<void>;
  };
  /** Throws a sentence where a server uses it. */
  assertUnused(): Promise<void>;
  /** Throws a sentence where so many bytes do not fit, as far as that can be known. */
  assertRoom(bytes: number): Promise<void>;
  /** After everything was written. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
