import type { ListQuery, Timestamp } from './common.ts';

export type SourceStatus = 'pending' | 'processing' | 'completed' | 'failed';

export type SourceType = 'file' | 'url' | 'text';

/** Keys that do not apply are absent. Only `filename` is from the specification; the others are ours. */
export interface SourceMetadata {
  filename?: string;
  /** @extension */
  content_type?: string;
  /** Bytes. @extension */
  size?: number;
  /** @extension */
  pages?: number;
  /** @extension */
  title?: string;
  /** @extension */
  url?: string;
  /** @extension */
  final_url?: string;
  /** The address that the page itself names as its own. @extension */
  canonical_url?: string;
  /** When the address last answered. @extension */
  fetched_at?: Timestamp;
  /** When it last answered something else than before. @extension */
  changed_at?: Timestamp;
}

/** What is wanted of a site; each key has a default. @extension */
export interface CrawlOptions {
  /** 1–1000; default 200. */
  max_pages?: number;
  /** How many links away from the given address, 0–20; default 5. */
  max_depth?: number;
  /** Only paths that fit one of these are taken: `*` stands for any characters, as in `/docs/*`. Default: every path. */
  include?: string[];
  /** Paths that fit one of these are not. */
  exclude?: string[];
  /** Also take what the site's sitemaps list; default true. */
  sitemap?: boolean;
}

/** @extension */
export interface CreateUrlRequest {
  url: string;
  /** Present: the whole site from there, each page a source of its own. */
  crawl?: CrawlOptions;
  /** Read anew by itself after so many hours, 1–8760; null or absent: only when asked. */
  refresh_hours?: number | null;
}

/** What of a source may be changed later; what is absent stays. @extension */
export interface UpdateSourceRequest {
  /** Of an address: read anew by itself after so many hours, 1–8760; null: only when asked. */
  refresh_hours?: number | null;
  /** Of a site: the keys that are to change. They hold from the next reading on. */
  crawl?: CrawlOptions;
}

/** What `POST /sources` takes, beside a file as form data. @extension */
export type CreateSourceRequest = ({ type: 'url' } & CreateUrlRequest) | { type: 'text'; title: string; text: string };

/** The stages of `ingestion/pipeline.ts`, in order. @extension */
export type IngestionStage = 'queued' | 'fetch' | 'parse' | 'chunk' | 'embed' | 'index';

/** @extension */
export interface SourceProgress {
  stage: IngestionStage;
  done: number;
  total: number;
}

/** Why a source failed, in words its owner can act on. @extension */
export interface SourceError {
  code: string;
  message: string;
}

/**
 * What became of an address that a crawl found: `taken` it was read, a page into a source; `skipped` it is not wanted, `reason` says why;
 * `failed` it could not be read; `waiting` its turn has not come yet. @extension
 */
export type CrawlOutcome = 'waiting' | 'taken' | 'skipped' | 'failed';

/** Which addresses of a crawl. @extension */
export interface CrawlQuery extends ListQuery {
  /** Those of which this became; default: all. */
  outcome?: CrawlOutcome;
}

/** One address that a crawl found. @extension */
export interface CrawledUrl {
  url: string;
  kind: 'robots' | 'sitemap' | 'page';
  outcome: CrawlOutcome;
  /**
   * Absent where it was taken or waits. Of what was skipped: `robots` forbidden by robots.txt, `other_origin`, `excluded` it
   * does not fit `include` or fits `exclude`, `depth` too many links away, `budget` beyond the budget of pages, time or
   * bytes, `duplicate` the same page as another, `not_html`. Of what failed: the code of the failure.
   */
  reason?: string;
  /** The HTTP status that it failed with. */
  status?: number;
  /** How many links away from the address that the crawl began with. */
  depth: number;
  /** Where it was found; absent for what the crawl began with. */
  found_on?: string;
  /** Of what page it is a duplicate. */
  duplicate_of?: string;
  /** The page's source, where it was taken. */
  source_id?: string;
}

/** Which sources: those to which all of this applies. @extension */
export interface SourceQuery extends ListQuery {
  status?: SourceStatus;
  type?: SourceType;
  /** Words, each of which stands in the title, the file name or the address; 1–200 characters. */
  search?: string;
  /** Pages of this site; `none`: what is a page of no site. */
  parent_id?: string;
}

/** How many sources a project has, pages of sites included. @extension */
export interface SourceCounts {
  total: number;
  by_status: Record<SourceStatus, number>;
  by_type: Record<SourceType, number>;
}

/** A passage as the search and the answerer see it. @extension */
export interface IndexedPassage {
  id: string;
  /** 0-based place in the document. */
  seq: number;
  /** Verbatim. */
  text: string;
  /** Those above it, outermost first. */
  headings: string[];
  /** Null where the document has no pages. */
  page: number | null;
  /** Characters of the document's text, end exclusive. Neighbours may overlap. */
  start: number;
  end: number;
}

export interface Source {
  id: string;
  /** @extension */
  project_id: string;
  type: SourceType;
  status: SourceStatus;
  metadata: SourceMetadata;
  /** The site that this is a page of. @extension */
  parent_id?: string;
  /** Present on a site: what of it is wanted. @extension */
  crawl?: Required<CrawlOptions>;
  /** Present on an address; null where it is only read anew when asked. @extension */
  refresh_hours?: number | null;
  /** @extension */
  chunks_count: number;
  /** Present while `processing`. @extension */
  progress?: SourceProgress;
  /**
   * Why it `failed`; where it is `completed`, why the last attempt to read it anew failed: what was read before goes on to
   * answer. @extension
   */
  error: SourceError | null;
  /** @extension */
  created_at: Timestamp;
  /** @extension */
  updated_at: Timestamp;
  /** @extension */
  completed_at: Timestamp | null;
}
