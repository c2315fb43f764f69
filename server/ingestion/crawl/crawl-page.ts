import { rm } from 'node:fs/promises';
import type { Log } from '../../platform/log.ts';
import type { CrawlUrlRow, JobRow, NewCrawlUrl, SourceRow } from '../../store/types.ts';
import { SourceFailure } from '../failures.ts';
import { LostJob } from '../index/index-chunks.ts';
import { type IngestDeps, originOf, preparePage, publish } from '../pipeline.ts';
import { documentLimit, isHtmlType, readPage, type WebPage } from '../web/web-page.ts';
import { type CrawlRules, isExcluded, reasonAgainst } from './crawl-rules.ts';
import { robotsUrl } from './robots.ts';

export interface CrawlDeps extends IngestDeps {
  /** The least milliseconds between two requests to a site. */
  crawlDelay: number;
  /** Milliseconds before an address is tried again, growing. */
  backOff: number;
  log: Log;
}

/** What one step of a crawl works with. */
export interface CrawlStep {
  job: JobRow;
  /** The site. */
  source: SourceRow;
  rules: CrawlRules;
  deps: CrawlDeps;
  add(urls: NewCrawlUrl[]): Promise<void>;
}

/**
 * Reads one page of a site: into its source, or as what else it turns out to be. `onTarget` hears where it leads, from when
 * on a failure is that address's. Rejects with a `SourceFailure` where the page cannot be read.
 */
export async function takePage(
  row: CrawlUrlRow,
  step: CrawlStep,
  onTarget: (target: CrawlUrlRow) => void,
): Promise<void> {
  const { job, deps } = step;
  const { crawls, sources } = deps.store;
  const known = row.pageId === null ? null : await sources.byId(row.pageId);
  const page = await fetchAllowed(row, known, step);
  if (page === null) return;
  if (!page.changed) {
    if (!known) throw new LostJob();
    return keep(row.url, known, step);
  }
  try {
    await crawls.update(job, { bytes: page.size });
    const target = await targetOf(row, page, step);
    if (target === null) return;
    onTarget(target);
    await takeContent(target, page, step);
  } finally {
    await rm(page.file.path, { force: true });
  }
}

/** It is as it was. */
async function keep(url: string, known: SourceRow, { job, deps }: CrawlStep): Promise<void> {
  const { crawls, sources } = deps.store;
  const metadata = { ...known.metadata, fetched_at: new Date().toISOString() };
  await sources.unchanged(job, known.id, metadata, deps.store.now());
  const digest = known.web?.validators?.digest;
  await crawls.settleUrl(job, { url, outcome: 'taken', ...(digest && { digest }) });
}

/** Null where it redirects to where the crawl may not go. The first page may lead to another origin, which is the site's then. */
async function fetchAllowed(row: CrawlUrlRow, known: SourceRow | null, { job, rules, deps }: CrawlStep) {
  let reason: string | null = null;
  const mayFollow = (url: string) => {
    reason = row.depth === 0 ? null : reasonAgainst(url, row.depth, rules);
    return reason === null;
  };
  try {
    return await readPage(deps.fetcher, {
      url: row.url,
      accepts: (mediaType) => (isHtmlType(mediaType) ? documentLimit(mediaType) : null),
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

/** The address whose page this is: after redirects, and by what the page says itself. Null where that is for another step. */
async function targetOf(row: CrawlUrlRow, page: WebPage, step: CrawlStep): Promise<CrawlUrlRow | null> {
  const { job, rules, deps } = step;
  const { crawls } = deps.store;
  const isDuplicate = (of: string, url: string) =>
    crawls.settleUrl(job, { url, outcome: 'skipped', reason: 'duplicate', duplicateOf: of });
  const { depth } = row;
  let target: CrawlUrlRow = row;

  const url = withoutPlace(page.url);
  if (url !== row.url) {
    await isDuplicate(url, row.url);
    await step.add([{ url, kind: 'page', depth, foundOn: row.url, reason: null }]);
    if (new URL(url).origin !== rules.origin) {
      await moveTo(url, step);
      return null;
    }
    const led = await crawls.byUrl(job, url);
    if (led?.outcome !== 'waiting') return null;
    target = led;
  }

  const { canonical } = page;
  if (canonical === null || canonical === url || reasonAgainst(canonical, depth, rules) !== null) return target;
  await step.add([{ url: canonical, kind: 'page', depth, foundOn: url, reason: null }]);
  const own = await crawls.byUrl(job, canonical);
  // One that turned out to be nothing is not the page's own, whatever it says.
  if (own?.outcome !== 'waiting' && own?.outcome !== 'taken') return target;
  await isDuplicate(canonical, url);
  return null;
}

/** The site is at another origin than the address that was given, whose rules hold from here on. */
async function moveTo(url: string, { job, deps, add }: CrawlStep): Promise<void> {
  const { crawls } = deps.store;
  const { origin } = new URL(url);
  const robots = robotsUrl(origin);
  await add([{ url: robots, kind: 'robots', depth: 0, foundOn: null, reason: null }]);
  for (const again of [robots, url]) await crawls.settleUrl(job, { url: again, outcome: 'waiting' });
  await crawls.update(job, { origin });
}

/** Where the page leads is written down first: what is cut off after that is only read again. */
async function takeContent(target: CrawlUrlRow, page: WebPage, step: CrawlStep): Promise<void> {
  const { job, rules, deps } = step;
  const { crawls, sources } = deps.store;
  const { url } = target;
  const depth = target.depth + 1;
  await step.add(
    page.links.map((link) => ({
      url: link,
      kind: 'page',
      depth,
      foundOn: url,
      reason: reasonAgainst(link, depth, rules),
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
  if (known?.web?.validators?.digest === digest) return keep(url, known, step);
  // The site's progress is in pages, not in what is done with each.
  const quiet = { ...deps, progress: () => undefined };
  const prepared = await preparePage(page, quiet);
  const source = known ?? (await crawls.admitPage(job, url, deps.store.now()));
  if (!source) throw new LostJob();
  await publish(job, source, originOf(page, url), prepared, quiet);
  await crawls.settleUrl(job, { url, outcome: 'taken', digest });
}

function withoutPlace(url: string): string {
  const address = new URL(url);
  address.hash = '';
  return address.href;
}
