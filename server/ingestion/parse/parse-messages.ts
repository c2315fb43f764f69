import type { Recipe, TextRecognition } from '../../engines/types.ts';
import type { Block, DocumentFile, ParsedDocument, PreparedChunk } from '../types.ts';

/** What the pool is asked for: one document. */
export interface ParseRequest extends DocumentFile {
  /** Present where the process is to embed the chunks, too. */
  embedder?: Recipe;
  /** The context length of the embedder in tokens, where it has one. */
  contextTokens?: number;
  /** What becomes of pages that are pictures: by default they are left out; with `find` they end it with `scanned`. */
  scans?: 'find' | TextRecognition;
  /** Of a page of a site: what other pages begin and end with, and is to be cut. */
  repeated?: readonly string[];
  /** Is that page the one that a crawl began with? */
  isStart?: boolean;
}

/**
 * What the pool asks of a parser process, which gets no path: the bytes of a short file, or how many follow on its standard input.
 * The next request follows when this one is done.
 */
export interface ProcessRequest extends Omit<ParseRequest, 'path'> {
  content: Uint8Array | number;
}

/** What the doctor asks of it: to try what it must not be able to do, with this folder of data. The answer is a `SandboxState`. */
export interface SandboxRequest {
  sandboxOf: string;
}

/** What of a document is sent at once. */
export type DocumentHead = Omit<ParsedDocument, 'text' | 'blocks'>;

export interface ShortDocument {
  document: ParsedDocument;
  chunks: PreparedChunk[];
  /** Null where another process embeds the chunks. */
  vectors: Float32Array | null;
  rss: number;
}

/** What a parser process does before it sends chunks. */
export type PrepareStage = 'parse' | 'ocr' | 'chunk';

/** What a parser process answers. Results come in parts, so that no message takes the server more than a few milliseconds to read. */
export type ParseMessage =
  | { type: 'began' }
  | { type: 'progress'; stage: PrepareStage; done: number; total: number; rss: number }
  /** All that there is of a short document, in one message. */
  | ({ type: 'short' } & ShortDocument)
  | ({ type: 'document' } & DocumentHead)
  | { type: 'text'; text: string }
  | { type: 'blocks'; blocks: Block[] }
  /** The document is complete; this many chunks follow. */
  | { type: 'chunked'; chunksCount: number }
  | { type: 'chunks'; chunks: PreparedChunk[] }
  /** `vectors`: those of the chunks, one after the other. */
  | { type: 'embedded'; chunks: PreparedChunk[]; vectors: Float32Array }
  /** `rss`: its resident memory in bytes. */
  | { type: 'done'; rss: number }
  | { type: 'failed'; code: string; message: string; transient: boolean };
