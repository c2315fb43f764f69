import type { CrawlOptions } from '@footnote/sdk/contract';
import type { CrawlState, CrawlUrlRow, JobRow, NewCrawlUrl, SourceRow } from '../../store/types.ts';
import { SourceFailure, sourceFailures } from '../failures.ts';
import { LostJobError } from '../index/index-chunks.ts';
import { withoutFragment } from '../web/url-policy.ts';
import { type CrawlContext, type CrawlDeps, crawlPage, readAgain } from './crawl-page.ts';
import { type CrawlRules, skipReason } from './crawl-rules.ts';
import { fetchRobots, parseRobots, robotsUrl } from './robots.ts';
import { pageToReadAgain } from './site-template.ts';
import { fetchSitemap, isPageList } from './sitemap.ts';

/** What a crawl may take at least; a large site may take as much for each of its pages. */
export const LIMITS = { bytes: 500 * 1024 * 1024, duration: 6 * 60 * 60_000, urls: 10_000 };
export const EACH_PAGE = { bytes: 512 * 1024, duration: 1_000, urls: 4 };
const MAX_SITEMAPS = 50;
/** How deep sitemap indexes may nest. */
const MAX_SITEMAP_DEPTH = 2;
const MAX_TRIES = 3;
const BACK_OFF_FACTOR = 4;
/** The longest that a server may ask to wait, milliseconds. */
const MAX_WAIT = 5 * 60_000;
const INSERT_BATCH = 200;
/** The failure code of 404 and 410. */
const GONE = 'page_not_found';

/**
 * One step of the crawl of a site: reads one URL, stores its outcome and its links, and returns when the next step is due
 * (epoch milliseconds), or null once the site is done. All state lies in the store, so that an interrupted step is just
 * repeated. Rejects as `ingest`.
 */
export async function crawlStep(
  job: JobRow,
  source: SourceRow,
  wanted: Required<CrawlOptions>,
  deps: CrawlDeps,
): Promise<number | null> {
  const first = firstUrl(source);
  const state = await deps.store.crawls.begin(job, new URL(first).origin, deps.store.now());
  if (!state) throw new LostJobError();
  const rules = { origin: state.origin, wanted, robots: parseRobots(state.origin, state.robots ?? '') };
  const { template } = state;
  const context: CrawlContext = {
    job,
    source,
    rules,
    template,
    deps,
    add: (urls) => add(job, urls, limitsOf(wanted).urls, deps),
  };
  if (state.robots === null) await context.add([robotsEntry(state.origin), firstEntry(first)]);
  const settled = state.pages.taken + state.pages.failed;
  deps.progress('fetch', settled, Math.min(settled + state.pages.waiting, Math.max(settled, wanted.max_pages)));

  const next = isLimitReached(state, wanted, deps.store.now()) ? null : await nextAllowed(context);
  const again = pageToReadAgain(template, next === null);
  const dueAfter = (wait: number) => deps.store.now() + Math.max(deps.crawlDelay, rules.robots.delay, wait);
  if (again !== null) return dueAfter(await readAgain(again, context));
  if (next === null) return finish(context);
  if (next.dueAt > deps.store.now()) return next.dueAt;
  return dueAfter(await crawlUrl(next, context));
}

const firstUrl = ({ metadata }: SourceRow): string => withoutFragment(metadata.url ?? '');

const robotsEntry = (origin: string): NewCrawlUrl => ({
  url: robotsUrl(origin),
  kind: 'robots',
  depth: 0,
  foundOn: null,
  reason: null,
});
/** The site's owner may give the address of a list of its pages. */
const firstEntry = (url: string): NewCrawlUrl => ({
  url,
  kind: isPageList(url) ? 'sitemap' : 'page',
  depth: 0,
  foundOn: null,
  reason: null,
});

async function add(job: JobRow, urls: NewCrawlUrl[], most: number, { store }: CrawlDeps): Promise<void> {
  for (let at = 0; at < urls.length; at += INSERT_BATCH) {
    if (!(await store.crawls.addUrls(job, urls.slice(at, at + INSERT_BATCH), most))) throw new LostJobError();
  }
}

/** What the crawl of a site may take. `urls`: the addresses that are kept, which stops at sites that generate endless ones. */
export const limitsOf = ({ max_pages }: Required<CrawlOptions>) => ({
  bytes: Math.max(LIMITS.bytes, max_pages * EACH_PAGE.bytes),
  duration: Math.max(LIMITS.duration, max_pages * EACH_PAGE.duration),
  urls: Math.max(LIMITS.urls, max_pages * EACH_PAGE.urls),
});

function isLimitReached({ pages, bytes, beganAt }: CrawlState, wanted: Required<CrawlOptions>, now: number): boolean {
  const most = limitsOf(wanted);
  return pages.taken >= wanted.max_pages || bytes >= most.bytes || now - beganAt >= most.duration;
}

/**
 * The next URL that may be read. The rules may have changed since it was found. In a project that may have no more sources,
 * only the pages that are among them are read again.
 */
async function nextAllowed({ job, rules, deps }: CrawlContext): Promise<CrawlUrlRow | null> {
  const { store, signal, quotas } = deps;
  const isFull = !(await store.sources.hasRoom(job.projectId, quotas));
  for (;;) {
    signal.throwIfAborted();
    const next = await store.crawls.nextUrl(job, store.now());
    const isBeyond = isFull && next?.kind === 'page' && next.pageId === null;
    const reason = isBeyond
      ? 'budget'
      : next && (next.kind === 'page' ? skipReason(next.url, next.depth, rules) : originMismatch(next, rules));
    if (!next || !reason) return next;
    await store.crawls.settleUrl(job, { url: next.url, outcome: 'skipped', reason });
  }
}

const originMismatch = ({ url }: CrawlUrlRow, { origin }: CrawlRules) =>
  URL.parse(url)?.origin === origin ? null : 'other_origin';

/** Returns how long the server asks to wait, milliseconds. */
async function crawlUrl(row: CrawlUrlRow, context: CrawlContext): Promise<number> {
  let failing = row;
  try {
    if (row.kind === 'robots') await crawlRobots(row, context);
    else if (row.kind === 'sitemap') await crawlSitemap(row, context);
    else {
      await crawlPage(row, context, (target) => {
        failing = target;
      });
    }
    return 0;
  } catch (error) {
    context.deps.signal.throwIfAborted();
    // Without robots.txt nothing of the site may be read: the whole crawl waits for it, or fails.
    if (!(error instanceof SourceFailure) || row.kind === 'robots') throw error;
    return settleFailure(failing, error, context);
  }
}

async function crawlRobots({ url }: CrawlUrlRow, { job, source, rules, deps, add }: CrawlContext): Promise<void> {
  const text = await fetchRobots(deps.fetcher, rules.origin, deps.signal);
  const named = parseRobots(rules.origin, text).sitemaps.slice(0, MAX_SITEMAPS);
  // An owner who gives one list of pages means that one.
  if (rules.wanted.sitemap && !isPageList(firstUrl(source))) {
    const sitemaps = named.length > 0 ? named : ['/sitemap.xml'];
    await add(sitemaps.flatMap((address) => sitemapEntry(URL.parse(address, rules.origin)?.href, 0, url, rules) ?? []));
  }
  await deps.store.crawls.update(job, { robots: text });
  await deps.store.crawls.settleUrl(job, { url, outcome: 'taken' });
}

async function crawlSitemap({ url, depth }: CrawlUrlRow, { job, rules, deps, add }: CrawlContext): Promise<void> {
  const { pages, sitemaps } = await fetchSitemap(deps.fetcher, url, limitsOf(rules.wanted).urls, deps.signal);
  await add(sitemaps.slice(0, MAX_SITEMAPS).flatMap((nested) => sitemapEntry(nested, depth + 1, url, rules) ?? []));
  // Batch by batch, as the rules of robots.txt are matched with each address.
  for (let at = 0; at < pages.length; at += INSERT_BATCH) {
    const some = pages.slice(at, at + INSERT_BATCH);
    await add(
      some.map((page) => ({ url: page, kind: 'page', depth: 1, foundOn: url, reason: skipReason(page, 1, rules) })),
    );
  }
  await deps.store.crawls.settleUrl(job, { url, outcome: 'taken' });
}

function sitemapEntry(url: string | undefined, depth: number, foundOn: string, { origin }: CrawlRules) {
  if (url === undefined) return null;
  const isForeign = URL.parse(url)?.origin !== origin;
  const reason = isForeign ? 'other_origin' : depth > MAX_SITEMAP_DEPTH ? 'depth' : null;
  return { url, kind: 'sitemap', depth, foundOn, reason } satisfies NewCrawlUrl;
}

/** Queues a URL again where that may help, else stores why it failed. Returns how long to wait, milliseconds. */
async function settleFailure(row: CrawlUrlRow, failure: SourceFailure, context: CrawlContext): Promise<number> {
  const { job, source, deps } = context;
  const { url, tries } = row;
  const wait = Math.min(MAX_WAIT, failure.retryAfter ?? 0);
  if (failure.transient && tries + 1 < MAX_TRIES) {
    const dueAt = deps.store.now() + Math.max(wait, deps.backOff * BACK_OFF_FACTOR ** tries);
    await deps.store.crawls.settleUrl(job, { url, outcome: 'waiting', tries: tries + 1, dueAt });
    return wait;
  }
  const { code, message, status } = failure;
  const isOther = code === 'unsupported_content_type';
  // Where it leads is among its links.
  const leadsOn = code === 'only_redirects';
  // A page that is gone, or is no longer a page of HTML with a content, leaves the index when the crawl ends.
  const stays = !isOther && !leadsOn && code !== GONE;
  await deps.store.crawls.settleUrl(job, {
    url,
    outcome: isOther || leadsOn ? 'skipped' : 'failed',
    reason: isOther ? 'not_html' : code,
    ...(status !== undefined && { status }),
    ...(stays && { error: { code, message } }),
  });
  if (stays) await logFailedRefresh(row, failure, job, deps);
  // Where the first address cannot be read, the whole site fails, without another attempt.
  if (!leadsOn && ((row.kind === 'page' && row.depth === 0) || url === firstUrl(source)))
    throw new SourceFailure(code, message, false);
  return wait;
}

/** A page that was read before still answers with its old text. Its owner sees the failure beside it. */
async function logFailedRefresh({ url }: CrawlUrlRow, { code }: SourceFailure, job: JobRow, { store, log }: CrawlDeps) {
  const { pageId = null } = (await store.crawls.byUrl(job, url)) ?? {};
  const page = pageId === null ? null : await store.sources.byId(pageId);
  if (page?.status === 'completed')
    log.warn('source_refresh_failed', { source: page.id, project: page.projectId, code });
}

/** Removes pages that are gone or no longer wanted, then completes the site's source. */
async function finish({ job, source, deps: { store } }: CrawlContext): Promise<null> {
  const end = await store.crawls.end(job);
  if (!end) throw new LostJobError();
  for (const id of end.unwanted) await store.sources.delete(job.projectId, id);
  if (end.taken === 0) throw sourceFailures.crawlEmpty();
  const at = store.now();
  const metadata = { ...source.metadata, fetched_at: new Date(at).toISOString() };
  if (!(await store.crawls.complete(job, metadata, at))) throw new LostJobError();
  return null;
}
