import type { PageStart } from '../store/types.ts';

export type { PageStart };

/** The formats that we can read; decided by extension and content together (sniff.ts). */
export type DocumentFormat = 'pdf' | 'docx' | 'html' | 'markdown' | 'text';

/** A stretch of a parsed document. The kinds matter to chunking: a table row or a code block is not cut if it fits. */
export type BlockKind = 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'code';

export interface Block {
  kind: BlockKind;
  /** Offsets into the document text (UTF-16 units), end exclusive. */
  start: number;
  end: number;
  /** 1–6, headings only. */
  level?: number;
}

/** A document after parsing and normalisation. What is cited is always a substring of `text`. */
export interface ParsedDocument {
  title: string | null;
  /** The primary language subtag (BCP 47), or `und`. */
  language: string;
  /** Plain text; blocks separated by blank lines, rows of a table and items of a list by line breaks; NFC, no control characters but `\n` and `\t`. */
  text: string;
  blocks: Block[];
  /** Empty for documents without pages. */
  pages: PageStart[];
}

/** A piece of a document that is searched, shown to the answerer and cited. */
export interface Chunk {
  /** 0-based position in the document. */
  seq: number;
  /** Offsets into `ParsedDocument.text`, end exclusive: `text === document.text.slice(start, end)`. */
  start: number;
  end: number;
  text: string;
  /** The headings above, outermost first. */
  headings: string[];
  /** 1-based page on which the chunk begins, or null. */
  page: number | null;
  /** Where further pages begin inside of it; absent where none does. */
  laterPages?: PageStart[];
  /** Terms for the text index (language/terms.ts): of title and headings, and of the text, space-separated, in order. */
  headingTerms: string;
  terms: string;
}

/** A chunk as the parse child gives it; `embedding` where it was told how to embed. */
export type PreparedChunk = Chunk & { embedding?: Float32Array };

/** What the parse child gives back: the document at once, its chunks as they come. */
export interface PreparedDocument {
  document: ParsedDocument;
  chunksCount: number;
  /**
   * In order, some at a time; may be read once. Throws a `SourceFailure` where the child did not live to give them all, or
   * the signal's reason; leaving off early ends the child.
   */
  chunks: AsyncIterable<PreparedChunk[]>;
}

/**
 * How an attempt at reading a source ended. `retried`: it failed, and will be made again; `exhausted`: it was the last of
 * those that a cause of ours made fail, or broke off; `failed`: the document itself is the cause.
 */
export type IngestionOutcome = 'completed' | 'retried' | 'exhausted' | 'failed';
