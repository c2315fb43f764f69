import type { Reads, Tx } from '../../db.ts';
import type { CrawlState, CrawlUrlRow, NewCrawlUrl } from '../../types.ts';
import type { Raw } from '../row-mapping.ts';

/** Each statement is a round trip to the database. */
const URLS_PER_STATEMENT = 50;
/** Per crawl. This stops at sites that generate endless addresses. */
const MAX_CRAWL_URLS = 10_000;

/** What is read of an address. */
export const CRAWL_URL_COLUMNS =
  'url, kind, depth, outcome, reason, status, found_on, duplicate_of, page_id, tries, due_at' as const;

/** The order of fetching: robots.txt, the start page, sitemaps, other pages. */
const crawlRank = ({ kind, depth }: NewCrawlUrl) =>
  kind === 'robots' ? 0 : kind === 'sitemap' ? 2 : depth === 0 ? 1 : 3;

/** Adds the addresses that the crawl has not found before, in this order. */
export async function insertUrls(tx: Tx, sourceId: string, urls: NewCrawlUrl[]): Promise<void> {
  const [crawl] = await tx.read<{ found: number }>('select found from crawls where source_id = ?', [sourceId]);
  let found = Number(crawl?.found ?? MAX_CRAWL_URLS);
  for (let from = 0; from < urls.length; from += URLS_PER_STATEMENT) {
    const some = await unknownUrls(tx, sourceId, urls.slice(from, from + URLS_PER_STATEMENT));
    const added = some.slice(0, Math.max(0, MAX_CRAWL_URLS - found));
    if (added.length === 0) continue;
    await tx.write(
      `insert into crawl_urls (source_id, url, number, kind, rank, depth, outcome, reason, found_on, tries, due_at)
       values ${added.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)').join(', ')}`,
      added.flatMap((given, at) => [
        sourceId,
        given.url,
        found + 1 + at,
        given.kind,
        crawlRank(given),
        given.depth,
        given.reason === null ? 'waiting' : 'skipped',
        given.reason,
        given.foundOn,
      ]),
    );
    found += added.length;
  }
  await tx.write('update crawls set found = ? where source_id = ?', [found, sourceId]);
}

/** The addresses that the crawl has not found before, without duplicates. */
async function unknownUrls(reads: Reads, sourceId: string, urls: NewCrawlUrl[]): Promise<NewCrawlUrl[]> {
  const known = await reads.read<{ url: string }>(
    `select url from crawl_urls where source_id = ? and url in (${urls.map(() => '?').join(', ')})`,
    [sourceId, ...urls.map(({ url }) => url)],
  );
  const seen = new Set(known.map(({ url }) => url));
  return urls.filter(({ url }) => !seen.has(url) && seen.add(url));
}

/** How many pages of a crawl came out which way. */
export async function countPages(reads: Reads, sourceId: string): Promise<CrawlState['pages']> {
  const counts = await reads.read<{ outcome: CrawlUrlRow['outcome']; count: number }>(
    "select outcome, count(*) as count from crawl_urls where source_id = ? and kind = 'page' group by outcome",
    [sourceId],
  );
  const pages = { waiting: 0, taken: 0, skipped: 0, failed: 0 };
  for (const { outcome, count } of counts) pages[outcome] = Number(count);
  return pages;
}

/** The first address that meets a condition of `where`. */
export async function findUrl(
  reads: Reads,
  condition: string,
  parameters: (string | number)[],
): Promise<CrawlUrlRow | null> {
  const [row] = await reads.read<Raw>(`select ${CRAWL_URL_COLUMNS} from crawl_urls where ${condition}`, parameters);
  return row ? toCrawlUrl(row) : null;
}

const nullableText = (value: Raw[string] | undefined) => (value == null ? null : String(value));

export function toCrawlUrl(raw: Raw): CrawlUrlRow {
  return {
    url: String(raw.url),
    kind: String(raw.kind) as CrawlUrlRow['kind'],
    depth: Number(raw.depth),
    outcome: String(raw.outcome) as CrawlUrlRow['outcome'],
    reason: nullableText(raw.reason),
    status: raw.status == null ? null : Number(raw.status),
    foundOn: nullableText(raw.found_on),
    duplicateOf: nullableText(raw.duplicate_of),
    pageId: nullableText(raw.page_id),
    tries: Number(raw.tries),
    dueAt: Number(raw.due_at),
  };
}
