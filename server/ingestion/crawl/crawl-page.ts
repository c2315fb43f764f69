import { rm } from 'node:fs/promises';
import type { Log } from '../../platform/log.ts';
import type { CrawlUrlRow, JobRow, NewCrawlUrl, SiteTemplate, SourceQuotas, SourceRow } from '../../store/types.ts';
import { SourceFailure } from '../failures.ts';
import { LostJobError } from '../index/index-chunks.ts';
import { type IngestDeps, pageOrigin, publish, readPage } from '../pipeline.ts';
import type { PageEdges, PreparedDocument } from '../types.ts';
import { fetchWebPage, type WebPage } from '../web/fetch-web-page.ts';
import { withoutFragment } from '../web/url-policy.ts';
import { type CrawlRules, isExcluded, skipReason } from './crawl-rules.ts';
import { robotsUrl } from './robots.ts';
import { learn, wasReadAgain } from './site-template.ts';
import { isLlmsText } from './sitemap.ts';
import { namesStartPage } from './start-page.ts';

export interface CrawlDeps extends IngestDeps {
  /** The least milliseconds between two requests to a site. */
  crawlDelay: number;
  /** Milliseconds before an address is tried again, growing. */
  backOff: number;
  /** What limits the pages of sites. */
  quotas: SourceQuotas;
  log: Log;
}

/** What the functions of one crawl step share. */
export interface CrawlContext {
  job: JobRow;
  /** The site. */
  source: SourceRow;
  rules: CrawlRules;
  template: SiteTemplate;
  deps: CrawlDeps;
  add(urls: NewCrawlUrl[]): Promise<void>;
}

/**
 * Reads one page of a site into its source, or settles its URL as a redirect, a duplicate or excluded. Calls `onTarget` with
 * the URL that the page belongs to; a failure from then on is that URL's. Rejects with a `SourceFailure` where the page cannot
 * be read.
 */
export async function crawlPage(
  row: CrawlUrlRow,
  context: CrawlContext,
  onTarget: (target: CrawlUrlRow) => void,
): Promise<void> {
  const { job, deps } = context;
  const { crawls, sources } = deps.store;
  const known = row.pageId === null ? null : await sources.byId(row.pageId);
  const page = await fetchAllowed(row, known, context);
  if (page === null) return;
  if (!page.changed) {
    if (!known) throw new LostJobError();
    return keepUnchanged(row.url, known, context);
  }
  try {
    await crawls.update(job, { bytes: page.size });
    const target = await findTarget(row, page, context);
    if (target === null) return;
    onTarget(target);
    await takeContent(target, page, context);
  } finally {
    await rm(page.file.path, { force: true });
  }
}

/** Settles a page whose content has not changed. */
async function keepUnchanged(url: string, known: SourceRow, { job, deps }: CrawlContext): Promise<void> {
  const { crawls, sources } = deps.store;
  const metadata = { ...known.metadata, fetched_at: new Date().toISOString() };
  await sources.unchanged(job, known.id, metadata, deps.store.now());
  const digest = known.web?.validators?.digest;
  await crawls.settleUrl(job, { url, outcome: 'taken', ...(digest && { digest }) });
}

/** `llms.txt` lists pages as Markdown, which are no pages elsewhere. */
const isListedText = ({ foundOn }: CrawlUrlRow, mediaType: string) =>
  foundOn !== null && isLlmsText(foundOn) && /^text\/(?:markdown|x-markdown|plain)$/.test(mediaType);

/** Null where it redirects to what the crawl may not read. The first page may redirect to another origin, which becomes the site's. */
async function fetchAllowed(row: CrawlUrlRow, known: SourceRow | null, { job, rules, deps }: CrawlContext) {
  let reason: string | null = null;
  const mayFollow = (url: string) => {
    const found = skipReason(url, row.depth, rules);
    reason = row.depth === 0 && found === 'other_origin' ? null : found;
    return reason === null;
  };
  try {
    return await fetchWebPage(deps.fetcher, {
      url: row.url,
      wants: (mediaType) => isListedText(row, mediaType),
      validators: known?.web?.validators ?? null,
      mayFollow,
      signal: deps.signal,
    });
  } catch (error) {
    if (!(error instanceof SourceFailure) || reason === null) throw error;
    await deps.store.crawls.settleUrl(job, { url: row.url, outcome: 'skipped', reason });
    return null;
  }
}

/** The URL that this page belongs to, after redirects and by its canonical link. Null where another step is to read that one. */
async function findTarget(row: CrawlUrlRow, page: WebPage, context: CrawlContext): Promise<CrawlUrlRow | null> {
  const { job, rules, deps } = context;
  const { crawls } = deps.store;
  const isDuplicate = (of: string, url: string) =>
    crawls.settleUrl(job, { url, outcome: 'skipped', reason: 'duplicate', duplicateOf: of });
  const { depth } = row;
  let target: CrawlUrlRow = row;

  const url = withoutFragment(page.url);
  if (url !== row.url) {
    await isDuplicate(url, row.url);
    await context.add([{ url, kind: 'page', depth, foundOn: row.url, reason: null }]);
    if (new URL(url).origin !== rules.origin) {
      await moveTo(url, context);
      return null;
    }
    const redirected = await crawls.byUrl(job, url);
    if (redirected?.outcome !== 'waiting') return null;
    target = redirected;
  }

  const { canonical } = page;
  if (canonical === null || canonical === url || skipReason(canonical, depth, rules) !== null) return target;
  if (namesStartPage(canonical, { url, start: context.source.metadata.url ?? canonical })) return target;
  await context.add([{ url: canonical, kind: 'page', depth, foundOn: url, reason: null }]);
  const own = await crawls.byUrl(job, canonical);
  // A canonical URL that could not be read does not count.
  if (own?.outcome !== 'waiting' && own?.outcome !== 'taken') return target;
  await isDuplicate(canonical, url);
  return null;
}

/** The first page redirected to another origin: from here on that is the site, and its robots.txt applies. */
async function moveTo(url: string, { job, deps, add }: CrawlContext): Promise<void> {
  const { crawls } = deps.store;
  const { origin } = new URL(url);
  const robots = robotsUrl(origin);
  await add([{ url: robots, kind: 'robots', depth: 0, foundOn: null, reason: null }]);
  for (const again of [robots, url]) await crawls.settleUrl(job, { url: again, outcome: 'waiting' });
  await crawls.update(job, { origin });
}

/** Adds the page's links first: if the step is interrupted after that, the page is just read again. */
async function takeContent(target: CrawlUrlRow, page: WebPage, context: CrawlContext): Promise<void> {
  const { job, rules, template, deps } = context;
  const { crawls, sources } = deps.store;
  const { url } = target;
  const depth = target.depth + 1;
  await context.add(
    page.links.map((link) => ({
      url: link,
      kind: 'page',
      depth,
      foundOn: url,
      reason: skipReason(link, depth, rules),
    })),
  );
  if (isExcluded(url, rules.wanted)) {
    await crawls.settleUrl(job, { url, outcome: 'skipped', reason: 'excluded' });
    return;
  }
  const { digest } = page.validators;
  const same = await crawls.takenWithDigest(job, digest);
  if (same !== null) {
    await crawls.settleUrl(job, { url, outcome: 'skipped', reason: 'duplicate', duplicateOf: same });
    return;
  }
  const known = target.pageId === null ? null : await sources.byId(target.pageId);
  if (known?.web?.validators?.digest === digest) return keepUnchanged(url, known, context);
  const edges = await publishPage(page, target, context, async () => {
    const source = known ?? (await crawls.admitPage(job, url, deps.store.now()));
    if (!source) throw new LostJobError();
    return source;
  });
  if (edges) await crawls.update(job, { template: learn(template, { url, ...edges }) });
  await crawls.settleUrl(job, { url, outcome: 'taken', digest });
}

/** Reads a page into its source, without what the site repeats on its pages. Returns what it begins and ends with, to compare. */
async function publishPage(
  page: WebPage,
  { url, depth }: Pick<CrawlUrlRow, 'url' | 'depth'>,
  { job, template, deps }: CrawlContext,
  sourceOf: () => Promise<SourceRow>,
): Promise<PageEdges | undefined> {
  // A site's progress counts pages, not the stages of each.
  const quiet = { ...deps, progress: () => undefined };
  let edges: PageEdges | undefined;
  const publishIt = async (prepared: PreparedDocument) => {
    edges = prepared.document.edges;
    await publish(job, await sourceOf(), pageOrigin(page, url), prepared, quiet);
  };
  await readPage(page, quiet, publishIt, { repeated: template.repeated, isStart: depth === 0 });
  return edges;
}

async function readInto(source: SourceRow, row: CrawlUrlRow, context: CrawlContext): Promise<void> {
  const { job, deps } = context;
  const page = await fetchWebPage(deps.fetcher, { url: row.url, mayFollow: () => false, signal: deps.signal });
  if (!page.changed) return;
  await deps.store.crawls.update(job, { bytes: page.size });
  await publishPage(page, row, context, async () => source);
}

/**
 * Reads a page of this crawl once more, now that it is known what the site repeats. If that fails, the page stays as it was read.
 * Returns how long the server asks to wait, milliseconds.
 */
export async function readAgain(url: string, context: CrawlContext): Promise<number> {
  const { job, template, deps } = context;
  const { crawls, sources } = deps.store;
  const row = await crawls.byUrl(job, url);
  const source = row?.pageId ? await sources.byId(row.pageId) : null;
  let wait = 0;
  try {
    if (row && source) await readInto(source, row, context);
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    wait = error.retryAfter ?? 0;
  }
  await crawls.update(job, { template: wasReadAgain(template, url) });
  return wait;
}
