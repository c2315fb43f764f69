import type { CrawledUrl } from '@footnote/sdk/contract';
import { isWebAddress } from '../platform/network/web-address.ts';
import type { CrawlUrlRow } from '../store/types.ts';

/** One address of a crawl's report. Clients show these as links, so anything but a web address is left out. */
export function presentCrawledUrl(row: CrawlUrlRow): CrawledUrl {
  return {
    url: isWebAddress(row.url) ? row.url : '',
    kind: row.kind,
    outcome: row.outcome,
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.status !== null && { status: row.status }),
    depth: row.depth,
    ...(row.foundOn !== null && isWebAddress(row.foundOn) && { found_on: row.foundOn }),
    ...(row.duplicateOf !== null && isWebAddress(row.duplicateOf) && { duplicate_of: row.duplicateOf }),
    ...(row.pageId !== null && { source_id: row.pageId }),
  };
}
