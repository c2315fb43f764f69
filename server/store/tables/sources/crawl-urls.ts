import type { Reads, Tx } from '../../db.ts';
import { find, insertAll, update } from '../../rows.ts';
import { crawls, crawlUrls } from '../../types/crawls.ts';
import type { CrawlState, CrawlUrlRow, CrawlUrlSettled, NewCrawlUrl } from '../../types.ts';

/** Each statement is a round trip to the database. */
const URLS_PER_STATEMENT = 50;

/** The order of fetching: robots.txt, the start page, sitemaps, other pages. */
const crawlRank = ({ kind, depth }: NewCrawlUrl) =>
  kind === 'robots' ? 0 : kind === 'sitemap' ? 2 : depth === 0 ? 1 : 3;

/** Of an address that has not been fetched, or of which nothing else is known. */
export const UNSETTLED = { reason: null, status: null, duplicateOf: null, digest: null };

/** Adds the addresses that the crawl has not found before, in this order, while there are fewer than `most`. */
export async function insertUrls(tx: Tx, sourceId: string, urls: NewCrawlUrl[], most: number): Promise<void> {
  const [crawl] = await tx.read<{ found: number }>('select found from crawls where source_id = ?', [sourceId]);
  let found = Number(crawl?.found ?? most);
  const pages = await knownPages(tx, sourceId);
  for (let from = 0; from < urls.length; from += URLS_PER_STATEMENT) {
    const some = await unknownUrls(tx, sourceId, urls.slice(from, from + URLS_PER_STATEMENT));
    const added = some.slice(0, Math.max(0, most - found));
    if (added.length === 0) continue;
    const rows = added.map((given, at) => ({
      ...given,
      sourceId,
      number: found + 1 + at,
      rank: crawlRank(given),
      outcome: given.reason === null ? ('waiting' as const) : ('skipped' as const),
    }));
    await insertAll(tx, crawlUrls, rows);
    found += added.length;
    for (const { kind, outcome } of rows) if (kind === 'page') pages[outcome] += 1;
  }
  await update(tx, crawls, { found, pages }, 'source_id = ?', [sourceId]);
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

/** Changes what is known of an address. */
export async function settle(tx: Tx, sourceId: string, { url, error, ...settled }: CrawlUrlSettled): Promise<void> {
  const before = await find(tx, crawlUrls, 'source_id = ? and url = ?', [sourceId, url]);
  if (!before) return;
  await update(tx, crawlUrls, { ...UNSETTLED, ...settled }, 'source_id = ? and url = ?', [sourceId, url]);
  if (before.kind !== 'page' || before.outcome === settled.outcome) return;
  const pages = await knownPages(tx, sourceId);
  pages[before.outcome] -= 1;
  pages[settled.outcome] += 1;
  await update(tx, crawls, { pages }, 'source_id = ?', [sourceId]);
}

/** How many pages of a crawl came out which way, as the crawl keeps it: a site may have tens of thousands. */
async function knownPages(reads: Reads, sourceId: string): Promise<CrawlState['pages']> {
  return (await find(reads, crawls, 'source_id = ?', [sourceId]))?.pages ?? countPages(reads, sourceId);
}

/** Counts them. */
export async function countPages(reads: Reads, sourceId: string): Promise<CrawlState['pages']> {
  const counts = await reads.read<{ outcome: CrawlUrlRow['outcome']; count: number }>(
    "select outcome, count(*) as count from crawl_urls where source_id = ? and kind = 'page' group by outcome",
    [sourceId],
  );
  const pages = { waiting: 0, taken: 0, skipped: 0, failed: 0 };
  for (const { outcome, count } of counts) pages[outcome] = Number(count);
  return pages;
}
