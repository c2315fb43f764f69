import type { SourceReading } from '@footnote/sdk/contract';
import type { DocumentFormat } from '../platform/files/file-formats.ts';
import type { Block, BlockKind, Callout, Link, PageEdges, PageStart } from '../store/types.ts';

export type { Block, BlockKind, Callout, DocumentFormat, Link, PageEdges, PageStart };

/** A stored file that is to be parsed. */
export interface DocumentFile {
  path: string;
  format: DocumentFormat;
  /** Stands in for the title of documents that have none. */
  fileName: string;
  /** Of a page that was sent as XHTML. */
  isXhtml?: boolean;
  /** Of a page from the web. */
  address?: string;
  /** Whether the lines of the file are wanted of each block, for citations that open the file. */
  withLines?: boolean;
}

/** What a part of a document is that was left out because it is not content. */
export type LeftOutKind = SourceReading['left_out'][number]['kind'];
/** What of a document was left out. */
export type LeftOut = SourceReading['left_out'][number];

/** A block of a document that is being read. */
export interface DocumentBlock extends Block {
  /** It is in no section of a heading of this level or deeper: that was the label of a tab or of an answer. */
  endsLevel?: number;
}

/** A document after parsing and normalisation. What is cited is always a substring of `text`. */
export interface ParsedDocument {
  title: string | null;
  /** The primary language subtag (BCP 47), or `und`. */
  language: string;
  /** Plain text; blocks separated by blank lines, rows of a table and items of a list by line breaks; NFC, no control characters but `\n` and `\t`. */
  text: string;
  blocks: DocumentBlock[];
  /** Empty for documents without pages. */
  pages: PageStart[];
  /** Absent where all was read, or the format has nothing of the kind. */
  leftOut?: LeftOut[];
  /** Visible characters that it shows, without what is plainly not its content; absent where the format does not tell. */
  shown?: number;
  /** Letters in the text that are probably others, as their font does not tell which they are. */
  misread?: number;
  /** Pictures in it whose text was not read: a page of a PDF that is one counts as one. */
  pictures?: number;
  /** Lines that make no sense, as the encoding of the file could not be known; absent without any. */
  garbled?: string;
  /** Of a page of a site (`parsers/html/boilerplate/site-edges.ts`). */
  edges?: PageEdges;
}

/** A part of a document that is searched, given to the answerer and cited. */
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
  /** Where further pages begin inside it; absent where none does. */
  laterPages?: PageStart[];
  /** What it is made of, cut to its text, with offsets into that; headings inside the chunk are among them. */
  blocks: Block[];
  /** Counts the sections of the document from 0: all chunks of one section have the same number. */
  section: number;
  /** Terms for the text index (language/terms.ts): of title and headings, and of the text, space-separated, in order. */
  headingTerms: string;
  terms: string;
}

/** A chunk as a parser process returns it, and as it is stored; with `embedding` where the request said how to embed. */
export type PreparedChunk = Omit<Chunk, 'blocks'> & { blocks: string; embedding?: Float32Array };

/** What a parser process returns: the document at once, its chunks as a stream unless it is short. */
export interface PreparedDocument {
  document: ParsedDocument;
  chunksCount: number;
  /**
   * In order, in batches; can be read once. Throws a `SourceFailure` where the process ended before the last of them, or the
   * signal's reason. Stopping early ends the process.
   */
  chunks: AsyncIterable<PreparedChunk[]> | Iterable<PreparedChunk[]>;
}

/**
 * How an attempt to ingest a source ended. `retried`: it failed and is queued again; `exhausted`: the last attempt failed
 * for a transient cause or was interrupted; `failed`: the document itself is the cause.
 */
export type IngestionOutcome = 'completed' | 'retried' | 'exhausted' | 'failed';
