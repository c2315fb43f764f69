import type { Block, Chunk, DocumentFormat, PageStart } from './types.ts';

/** What the host asks of a child: one document, once. */
export interface ParseRequest {
  path: string;
  format: DocumentFormat;
  /** Of the file, for documents that name no title of their own. */
  fileName: string;
}

/** What a child answers. Results come in pieces, so that no message takes the host more than a few milliseconds to read. */
export type ParseMessage =
  | { type: 'ready' }
  | { type: 'progress'; stage: 'parse' | 'chunk'; done: number; total: number; rss: number }
  | { type: 'document'; title: string | null; language: string; pages: PageStart[] }
  | { type: 'text'; text: string }
  | { type: 'blocks'; blocks: Block[] }
  | { type: 'chunks'; chunks: Chunk[] }
  | { type: 'done' }
  | { type: 'failed'; code: string; message: string; transient: boolean };
