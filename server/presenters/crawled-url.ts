import type { CrawledUrl } from '@footnote/sdk/contract';
import type { CrawlUrlRow } from '../store/types.ts';

/** One address of a crawl's report. */
export function presentCrawledUrl(row: CrawlUrlRow): CrawledUrl {
  return {
    url: row.url,
    kind: row.kind,
    outcome: row.outcome,
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.status !== null && { status: row.status }),
    depth: row.depth,
    ...(row.foundOn !== null && { found_on: row.foundOn }),
    ...(row.duplicateOf !== null && { duplicate_of: row.duplicateOf }),
    ...(row.pageId !== null && { source_id: row.pageId }),
  };
}
