import { bytes, large, nullable, table, text } from '../table.ts';

/** What a reader has made of the words of each passage: their codes, and the signs of their mean. */
export const wordCodes = table(
  'word_codes',
  { chunkId: large, projectId: text, reader: text, codes: bytes, mean: nullable(bytes) },
  ['chunkId'],
);

/** The generations that a reader has read to the end, with the means of all of their passages. */
export const readGenerations = table(
  'read_generations',
  { generation: large, projectId: text, reader: text, means: nullable(bytes) },
  ['generation'],
);

/** What a reader reads of a passage. */
export interface ChunkToRead {
  chunkId: string;
  headings: string[];
  text: string;
}

/** What a reader has made of a passage. */
export interface ReadChunk {
  chunkId: string;
  /** Of its words. */
  codes: Uint8Array;
  /** The signs of the mean of its words (sign-codes.ts). */
  mean: Uint8Array;
}

/** A project's next passages that a reader has not read. */
export interface PassagesToRead {
  /** Counts the projects in the order in which they were created. */
  projectNumber: number;
  chunks: ChunkToRead[];
}

/** A reader, and the languages of the documents that it reads. */
export interface CodesOf {
  /** The reader's id. */
  reader: string;
  /** Primary language subtags. */
  languages: readonly string[];
}

/**
 * The codes that a reader has made of the words of passages. They are made after a source is `completed`, are erased with its
 * passages, and are made once more where another reader is chosen.
 */
export interface WordCodes {
  /**
   * The next passages that the reader has not read, of one source, from the first project after this one that has any, which
   * goes round. Null where everything has been read. A source that has been read to the end is found by its means from then on.
   */
  lacking(of: CodesOf, afterProject: number, limit: number): Promise<PassagesToRead | null>;
  /** Stores what the reader has made of passages. What has been deleted meanwhile is passed over. */
  add(reader: string, chunks: ReadChunk[]): Promise<void>;
  /** The codes of these passages that this reader has made, by chunk id. */
  byIds(projectId: string, ids: string[], reader: string): Promise<Map<string, Uint8Array>>;
  /** Has this reader read any source of the project to the end? */
  any(projectId: string, reader: string): Promise<boolean>;
  /** How many live passages there are in those languages, and how many of them have been read; of one project, or of all. */
  progress(of: CodesOf, projectId?: string): Promise<{ total: number; done: number }>;
}
