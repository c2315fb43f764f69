import type { RepositoryForge, SourceMetadata, SourceReading, SourceType } from '@footnote/sdk/contract';
import {
  hidden,
  initially,
  json,
  large,
  type NewRow,
  named,
  nullable,
  oneOf,
  orElse,
  type Row,
  table,
  text,
  time,
  whole,
} from '../table.ts';
import type { Block } from './blocks.ts';
import type { JobFence } from './jobs.ts';
import type { Page, Paging } from './paging.ts';
import type { Validators } from './sources.ts';

/** The parsed text of a source's live generation. */
export const documents = table(
  'documents',
  {
    sourceId: text,
    projectId: hidden(text),
    /** What it calls itself. What is shown, which tells it from others of this title, is `metadata.title` of its source. */
    title: nullable(text),
    language: text,
    text,
  },
  ['sourceId'],
);
export type DocumentRow = Row<typeof documents>;

export interface Documents {
  bySource(projectId: string, sourceId: string): Promise<DocumentRow | null>;
  /** The languages of a project's live documents, most frequent first. */
  languages(projectId: string): Promise<string[]>;
}

/** Where a page of a document begins in its text. */
export interface PageStart {
  /** 1-based. */
  page: number;
  start: number;
}

/** The chunks that were made of a source at one time. */
export const generations = table('generations', {
  id: large,
  projectId: text,
  sourceId: text,
  /** Being written, searched, or to be erased. */
  state: oneOf<'staging' | 'live' | 'retired'>(),
  chunks: initially(0, whole),
  publishedAt: initially(null, nullable(time)),
});

export const chunks = table('chunks', {
  /** Opaque outside of the store, where it is text. */
  id: large,
  projectId: hidden(text),
  generation: hidden(large),
  seq: whole,
  start: named('start_offset', whole),
  end: named('end_offset', whole),
  text,
  headings: json<string[]>(),
  /** The page on which it begins; null for a document without pages. */
  page: nullable(whole),
  /** The pages that begin inside of it, in order. */
  laterPages: initially(
    [],
    orElse(() => [], json<PageStart[]>()),
  ),
  /** As `encodeBlocks` writes them, with offsets into `text`; null where the document was read before chunks had blocks. */
  blocks: nullable(text),
  /** Counts the sections of the document from 0; null where the document was read before chunks had sections. */
  section: nullable(whole),
});
type StoredChunk = Row<typeof chunks>;

/** On which pages of its document a chunk lies. */
export type PagePlace = Pick<StoredChunk, 'page' | 'laterPages'>;

export interface NewChunk extends Omit<NewRow<typeof chunks>, 'id'> {
  /** Encoded where they are made: an object for each would be copied from process to process and to the writing thread. */
  blocks: string;
  section: number;
  headingTerms: string;
  terms: string;
  /** By the embedder that the store was opened with. */
  embedding: Float32Array;
  /** By the embedder of the active index, if that is another one: without it, only the text index finds the chunk until the new index is active. */
  formerEmbedding?: Float32Array;
}

/** A chunk with what an answer needs to know of its source. */
export interface ChunkRow extends Omit<StoredChunk, 'id' | 'section' | 'blocks'> {
  id: string;
  blocks: Block[];
  sourceId: string;
  /** The document's title, with what tells it from others, else file name or address. */
  title: string;
  /** What tells the source from another of this title; absent if nothing does. */
  sourceName?: string;
  language: string;
  /**
   * The chunks of one document with the same number are one section. In a document that was read before chunks had sections,
   * each chunk has a number of its own.
   */
  section: number;
  /** Of the page that its owner says shows it, or of the web page that it was read from; else null. */
  address: string | null;
  /** What its owner calls the source; of a file of a folder, its path. Absent if it has no such name. */
  externalId?: string;
  /** That page shows Markdown, so that its headings have anchors. */
  hasAnchors?: true;
  /** That page is the file itself, as the forge of this kind shows it at a commit. */
  forge?: RepositoryForge;
  indexedAt: number;
}

/** A chunk by itself. */
export type PassageRow = Pick<ChunkRow, 'id' | 'seq' | 'start' | 'end' | 'text' | 'headings' | 'page'>;

/** What is stored of a document when it is published. */
export interface PublishedDocument {
  document: Omit<DocumentRow, 'sourceId'>;
  chunksCount: number;
  metadata: SourceMetadata;
  /** Null if there is nothing to tell of it. */
  reading?: SourceReading | null;
  /** Pages of the web. */
  validators?: Validators;
  at: number;
}

export interface Chunks {
  /**
   * Opens a new generation of a source for writing, removing what an earlier, unfinished attempt of the same source left.
   * No search sees a generation before `publish`. Null where the fence has moved on or the source is gone.
   */
  begin(fence: JobFence, source: { projectId: string; sourceId: string }): Promise<number | null>;
  /**
   * Writes chunks, text index and vectors of the generation; call with at most 50. False where the fence has moved on.
   * `embedder`: who made the vectors; throws where another one has been chosen since, which another server may have done.
   */
  append(fence: JobFence, generation: number, chunks: NewChunk[], embedder?: string): Promise<boolean>;
  /**
   * One transaction: the document text, the generation made live, the old one retired, the source `completed` (with the
   * file that replaces its own, if the job brought one), the job done. False where the fence has moved on or the source is
   * gone. The retired rows and the replaced original are erased afterwards.
   */
  publish(fence: JobFence, generation: number, result: PublishedDocument): Promise<boolean>;
  /**
   * Begins a generation, writes its chunks, at most 50, and publishes it, all in one transaction. False where `publish` would
   * say so. `embedder`: as for `append`.
   */
  publishWhole(
    fence: JobFence,
    source: { projectId: string; sourceId: string },
    chunks: NewChunk[],
    result: PublishedDocument,
    embedder?: string,
  ): Promise<boolean>;
  /** Erases retired and orphaned generations in short batches; run at start and after each publish. Returns the chunks erased. */
  sweep(): Promise<number>;
  /** Of live generations only. Order of the answer is that of `ids`; missing ones are left out. */
  byIds(projectId: string, ids: string[]): Promise<ChunkRow[]>;
  /** What many chunks say, in no order: the same chunks, without what an answer needs besides. */
  textsByIds(projectId: string, ids: string[]): Promise<Pick<ChunkRow, 'id' | 'title' | 'headings' | 'text'>[]>;
  /** The neighbours of a chunk in its document, in order: seq − before … seq + after, itself included. */
  around(projectId: string, id: string, before: number, after: number): Promise<ChunkRow[]>;
  /** The live chunks of a source from one `seq` to another, both included, in order. */
  between(projectId: string, sourceId: string, fromSeq: number, toSeq: number): Promise<ChunkRow[]>;
  /** Where the pages are that show these sources of a project, by their external ids; none for those without a page. */
  addresses(projectId: string, externalIds: string[]): Promise<Map<string, string>>;
  /** The passages of a source as they answer now, in the order of the document. */
  ofSource(projectId: string, sourceId: string, paging: Paging): Promise<Page<PassageRow>>;
  /** The first of every so many passages of a source, in order: where its parts begin. */
  every(projectId: string, sourceId: string, count: number): Promise<PassageRow[]>;
  /** At most so many of a project's live chunks, spread evenly over all of them. */
  spread(projectId: string, most: number): Promise<ChunkRow[]>;
  count(projectId: string): Promise<number>;
  /** A text that changes whenever the documents that answer change. */
  version(projectId: string): Promise<string>;
}

export interface SearchHit {
  chunkId: string;
  /** Higher is better; comparable within one list only. */
  score: number;
}

/**
 * Which sources a search looks in: those that have one of the listed values in each field that is given. An empty list matches
 * no source.
 */
export interface SearchFilter {
  /** A site stands for its pages too. */
  ids?: string[];
  types?: SourceType[];
  /** Languages of documents. */
  languages?: string[];
  titles?: string[];
  /** Of uploaded files. */
  filenames?: string[];
  /** Addresses: those that their owners have given, and those of web pages, before or after redirects. */
  urls?: string[];
  externalIds?: string[];
  /** What their owners say of them: the listed values of each label. Null stands for sources without the label. */
  labels?: Record<string, (string | null)[]>;
}

export interface TextSearchOptions {
  filter?: SearchFilter;
  /** All terms that begin so count as one more term: the word that somebody has not finished typing. */
  prefix?: string;
}

/** What differs per engine. Always scoped to one project and to live generations; both lists best first. */
export interface SearchIndex {
  /**
   * BM25 over `terms` and `headingTerms`, as an OR of the given terms; very common terms are left out where rarer ones
   * remain. Terms are data, never query syntax: any string is safe.
   */
  text(projectId: string, terms: string[], limit: number, options?: TextSearchOptions): Promise<SearchHit[]>;
  /**
   * Nearest by cosine; `embedding` is a unit vector that `embedder` has made, without which it is the one that the store was
   * opened with. Empty where that embedder's index is not the one that answers. Throws on any other shape or a non-finite
   * number.
   */
  vector(
    projectId: string,
    embedding: Float32Array,
    limit: number,
    embedder?: string,
    filter?: SearchFilter,
  ): Promise<SearchHit[]>;
  /**
   * Nearest by the means that a reader has made of passages; `question` is a unit vector that it has made. Only what has been read
   * to the end is found (`WordCodes`).
   */
  read(
    projectId: string,
    question: Float32Array,
    limit: number,
    reader: string,
    filter?: SearchFilter,
  ): Promise<SearchHit[]>;
  /**
   * In how many live chunks of the project each term occurs, and how many there are. `byPrefix`: the same for the terms that
   * begin so; those of generations that are being written or erased count too. `searchedNext`: the text index is about to be
   * searched for these terms, so that what that needs of each may be read meanwhile.
   */
  frequencies(
    projectId: string,
    terms: string[],
    options?: { prefixes?: string[]; searchedNext?: boolean },
  ): Promise<{ chunks: number; byTerm: Map<string, number>; byPrefix: Map<string, number> }>;
  /**
   * Terms of the project's chunks that begin so, in no order: what a misspelt word may have been meant to be. Terms of chunks
   * that are hidden or erased may be among them, and of a large project some may be missing.
   */
  termsBeginning(projectId: string, prefix: string): Promise<string[]>;
  /** The ids of live chunks that have a term, by term and at most `limit` of each: no better ones than others. */
  having(projectId: string, terms: string[], limit: number, filter?: SearchFilter): Promise<Map<string, string[]>>;
}
