import type { Recipe } from '../../engines/types.ts';
import type { Block, Chunk, DocumentFormat, PageStart } from '../types.ts';

/** What the host asks of a child: one document, once. */
export interface ParseRequest {
  path: string;
  format: DocumentFormat;
  /** Of the file, for documents that name no title of their own. */
  fileName: string;
  /** Given where the child is to embed the chunks too. */
  embedder?: Recipe;
  /** The longest that the embedder reads, where there is such a limit. */
  contextTokens?: number;
}

/** What a child is busy with until it gives chunks. */
export type PrepareStage = 'parse' | 'chunk';

/** What a child answers. `vectors`: those of the chunks, one after the other. Results come in pieces, so that no message takes the host more than a few milliseconds to read. */
export type ParseMessage =
  | { type: 'ready' }
  | { type: 'began' }
  | { type: 'progress'; stage: PrepareStage; done: number; total: number; rss: number }
  | { type: 'document'; title: string | null; language: string; pages: PageStart[] }
  | { type: 'text'; text: string }
  | { type: 'blocks'; blocks: Block[] }
  /** The document is whole; so many chunks follow. */
  | { type: 'cut'; chunksCount: number }
  | { type: 'chunks'; chunks: Chunk[] }
  | { type: 'embedded'; chunks: Chunk[]; vectors: Float32Array }
  | { type: 'done' }
  | { type: 'failed'; code: string; message: string; transient: boolean };
