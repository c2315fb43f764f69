import type { CrawledUrl, CrawlOutcome, SourceError, SourceMetadata } from '@footnote/sdk/contract';
import { hidden, initially, json, large, nullable, oneOf, type Row, table, text, time, whole } from '../table.ts';
import type { JobFence } from './jobs.ts';
import type { Page, Paging } from './paging.ts';
import type { SourceRow } from './sources.ts';

/** What a page of a site begins and ends with, to compare with other pages; hashes of blocks. */
export interface PageEdges {
  kept: string[];
  /** What was left out of the page without a comparison. */
  leftOut: string[];
}

/** What repeats on the pages of a site (`ingestion/crawl/site-template.ts`). */
export interface SiteTemplate {
  /** The edges of pages that belong to the site; kept for its next crawls. */
  repeated: string[];
  /** The pages of this crawl that are compared, with what each begins and ends with. */
  samples: ({ url: string } & PageEdges)[];
}

export const crawls = table(
  'crawls',
  {
    sourceId: hidden(text),
    projectId: hidden(text),
    /** Of the current run. */
    jobId: text,
    /** Of the pages that are wanted. */
    origin: text,
    /** The text of its robots.txt; null where it has not been read yet. */
    robots: initially(null, nullable(text)),
    /** Decoded bytes read so far. */
    bytes: initially(0, large),
    /** How many addresses it has found. */
    found: hidden(initially(0, whole)),
    beganAt: time,
    template: nullable(json<SiteTemplate>()),
    /** How many pages have which outcome; null where they have not been counted. */
    pages: initially(null, nullable(json<Record<CrawlOutcome, number>>())),
  },
  ['sourceId'],
);

/** The crawl of a site that is under way: of one job, from its first step to its last. */
export interface CrawlState extends Omit<Row<typeof crawls>, 'jobId' | 'template' | 'pages'> {
  template: SiteTemplate;
  /** How many pages have which outcome. */
  pages: Record<CrawlOutcome, number>;
}

/** The addresses that crawls have found. */
export const crawlUrls = table(
  'crawl_urls',
  {
    sourceId: hidden(text),
    url: text,
    number: hidden(whole),
    kind: oneOf<CrawledUrl['kind']>(),
    /** What comes first: robots.txt, the first page, sitemaps, other pages. */
    rank: hidden(whole),
    depth: whole,
    outcome: oneOf<CrawlOutcome>(),
    reason: nullable(text),
    status: initially(null, nullable(whole)),
    foundOn: nullable(text),
    duplicateOf: initially(null, nullable(text)),
    /** The source made of it, as long as it is there. */
    pageId: initially(null, nullable(text)),
    digest: hidden(initially(null, nullable(text))),
    /** Attempts that have failed. */
    tries: initially(0, whole),
    /** Not before. */
    dueAt: initially(0, time),
  },
  ['sourceId', 'url'],
);
export type CrawlUrlRow = Row<typeof crawlUrls>;

/** What addresses of a report are limited to. */
export interface CrawlFilter {
  outcome?: CrawlOutcome;
  reason?: string;
}

export type NewCrawlUrl = Pick<CrawlUrlRow, 'url' | 'kind' | 'depth' | 'foundOn'> & {
  /** Why it is not wanted; null: it waits for its turn. */
  reason: string | null;
};

export type CrawlUrlSettled = Pick<CrawlUrlRow, 'url' | 'outcome'> &
  Partial<Pick<CrawlUrlRow, 'reason' | 'status' | 'duplicateOf' | 'tries' | 'dueAt'>> & {
    digest?: string;
    /** Why its page could not be read: what was read of it before still answers, and its source says this beside it. */
    error?: SourceError;
  };

/** The crawls of sites. A method that takes a fence does nothing, and says so, if the fence no longer holds. */
export interface Crawls {
  /**
   * The state of the job's crawl. Where the job is new, so is its run: every address of an earlier one waits again, but
   * those that were gone.
   */
  begin(fence: JobFence, origin: string, at: number): Promise<CrawlState | null>;
  update(
    fence: JobFence,
    changes: { origin?: string; robots?: string; bytes?: number; template?: SiteTemplate },
  ): Promise<boolean>;
  /** Adds those that are new, 200 at a time at most; what is beyond `most` addresses of the crawl is not kept. */
  addUrls(fence: JobFence, urls: NewCrawlUrl[], most: number): Promise<boolean>;
  /** The next address: one that is due before one that is not yet. Null if none is waiting. */
  nextUrl(fence: JobFence, now: number): Promise<CrawlUrlRow | null>;
  byUrl(fence: JobFence, url: string): Promise<CrawlUrlRow | null>;
  /** The page with this content that has been taken already; null if there is none. */
  takenWithDigest(fence: JobFence, digest: string): Promise<string | null>;
  settleUrl(fence: JobFence, settled: CrawlUrlSettled): Promise<boolean>;
  /** Makes the source of a page, which the site's own job reads; the address names it from now on. */
  admitPage(fence: JobFence, url: string, at: number): Promise<SourceRow | null>;
  /** What still waits is beyond the budget. Returns the sources of pages that are no longer wanted, which are to be deleted. */
  end(fence: JobFence): Promise<{ unwanted: string[]; taken: number } | null>;
  /** The site is `completed` with the sum of its pages, and its job done. */
  complete(fence: JobFence, metadata: SourceMetadata, at: number): Promise<boolean>;
  /** In the order in which they were found; all, or those of one outcome or reason. */
  report(projectId: string, sourceId: string, paging: Paging, filter?: CrawlFilter): Promise<Page<CrawlUrlRow>>;
}
