import { z } from 'zod';
import { flag, optional, shape } from '../../presenters/shape.ts';

const pathPattern = z.string().min(1).max(200).regex(/^[/*]/, 'must begin with / or *');

/** What an owner says of how a site is read. */
export const crawlOptions = shape('CrawlOptions', 'How a site is crawled. Every option has a default.', {
  max_pages: optional(
    z.number().int().min(1).max(100_000),
    'The maximum number of pages, from 1 to `MAX_CRAWL_PAGES` of the server, which is 1000 unless its operator has changed it. Default: 200.',
  ),
  max_depth: optional(
    z.number().int().min(0).max(20),
    'The maximum number of links from the given address to a page, 0–20. Default: 5.',
  ),
  include: optional(
    z.array(pathPattern).max(50),
    'Only paths that match one of these patterns are crawled. `*` stands for any characters, as in `/docs/*`. Default: every path.',
  ),
  exclude: optional(z.array(pathPattern).max(50), 'Paths that match one of these patterns are not crawled.'),
  sitemap: flag('Whether to add the pages that the site’s sitemaps list. Default: true.').exactOptional(),
});

/** How often what is on the web is read again. */
export const refreshHours = z.number().int().min(1).max(8760).nullable();
