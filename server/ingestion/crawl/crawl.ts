import type { CrawlOptions } from '@footnote/sdk/contract';
import type { CrawlState, CrawlUrlRow, JobRow, NewCrawlUrl, SourceRow } from '../../store/types.ts';
import { SourceFailure, sourceFailures } from '../failures.ts';
import { LostJob } from '../index/index-chunks.ts';
import { type CrawlDeps, type CrawlStep, takePage } from './crawl-page.ts';
import { type CrawlRules, reasonAgainst } from './crawl-rules.ts';
import { fetchRobots, readRobots, robotsUrl } from './robots.ts';
import { fetchSitemap } from './sitemap.ts';

const MAX_BYTES = 500 * 1024 * 1024;
const MOST_TIME = 6 * 60 * 60_000;
const MOST_SITEMAPS = 50;
/** How deep indexes of sitemaps may lie in each other. */
const DEEPEST_SITEMAP = 2;
const MOST_TRIES = 3;
const BACK_OFF_FACTOR = 4;
/** However long a server asks for. */
const LONGEST_WAIT = 5 * 60_000;
const ADDED_AT_ONCE = 200;
/** The code of what answers 404 or 410. */
const GONE = 'page_not_found';

/**
 * One step of the crawl of a site: takes one address, writes down what became of it and what it led to, and returns when
 * to take the next (epoch milliseconds), or null once the site is done. All that is known lies in the store, so that a
 * step that was cut off is simply taken again. Rejects as `ingest`.
 */
export async function crawlStep(
  job: JobRow,
  source: SourceRow,
  wanted: Required<CrawlOptions>,
  deps: CrawlDeps,
): Promise<number | null> {
  const first = firstUrl(source);
  const state = await deps.store.crawls.begin(job, new URL(first).origin, deps.store.now());
  if (!state) throw new LostJob();
  const rules = { origin: state.origin, wanted, robots: readRobots(state.origin, state.robots ?? '') };
  const step: CrawlStep = { job, source, rules, deps, add: (urls) => add(job, urls, deps) };
  if (state.robots === null) await step.add([robotsOf(state.origin), pageAt(first)]);
  const settled = state.pages.taken + state.pages.failed;
  deps.progress('fetch', settled, Math.min(settled + state.pages.waiting, Math.max(settled, wanted.max_pages)));

  const next = isSpent(state, wanted, deps.store.now()) ? null : await nextAllowed(step);
  if (next === null) return finish(step);
  if (next.dueAt > deps.store.now()) return next.dueAt;
  const wait = await take(next, step);
  return deps.store.now() + Math.max(deps.crawlDelay, rules.robots.delay, wait);
}

function firstUrl({ metadata }: SourceRow): string {
  const url = new URL(metadata.url ?? '');
  url.hash = '';
  return url.href;
}

const robotsOf = (origin: string): NewCrawlUrl => ({
  url: robotsUrl(origin),
  kind: 'robots',
  depth: 0,
  foundOn: null,
  reason: null,
});
const pageAt = (url: string): NewCrawlUrl => ({ url, kind: 'page', depth: 0, foundOn: null, reason: null });

async function add(job: JobRow, urls: NewCrawlUrl[], { store }: CrawlDeps): Promise<void> {
  for (let at = 0; at < urls.length; at += ADDED_AT_ONCE) {
    if (!(await store.crawls.addUrls(job, urls.slice(at, at + ADDED_AT_ONCE)))) throw new LostJob();
  }
}

const isSpent = (state: CrawlState, { max_pages }: Required<CrawlOptions>, now: number) =>
  state.pages.taken >= max_pages || state.bytes >= MAX_BYTES || now - state.beganAt >= MOST_TIME;

/** The next address that may be read. The rules may have changed since the others were found. */
async function nextAllowed({ job, rules, deps: { store, signal } }: CrawlStep): Promise<CrawlUrlRow | null> {
  for (;;) {
    signal.throwIfAborted();
    const next = await store.crawls.nextUrl(job, store.now());
    const reason = next && (next.kind === 'page' ? reasonAgainst(next.url, next.depth, rules) : isForeign(next, rules));
    if (!next || !reason) return next;
    await store.crawls.settleUrl(job, { url: next.url, outcome: 'skipped', reason });
  }
}

const isForeign = ({ url }: CrawlUrlRow, { origin }: CrawlRules) =>
  URL.parse(url)?.origin === origin ? null : 'other_origin';

/** Returns how long its server wants us to wait, milliseconds. */
async function take(row: CrawlUrlRow, step: CrawlStep): Promise<number> {
  let at = row;
  try {
    if (row.kind === 'robots') await takeRobots(row, step);
    else if (row.kind === 'sitemap') await takeSitemap(row, step);
    else {
      await takePage(row, step, (target) => {
        at = target;
      });
    }
    return 0;
  } catch (error) {
    step.deps.signal.throwIfAborted();
    // Without the site's own rules nothing of it is read: the whole crawl waits for them, or fails.
    if (!(error instanceof SourceFailure) || row.kind === 'robots') throw error;
    return settleFailure(at, error, step);
  }
}

async function takeRobots({ url }: CrawlUrlRow, { job, rules, deps, add }: CrawlStep): Promise<void> {
  const text = await fetchRobots(deps.fetcher, rules.origin, deps.signal);
  const named = readRobots(rules.origin, text).sitemaps.slice(0, MOST_SITEMAPS);
  if (rules.wanted.sitemap) {
    const sitemaps = named.length > 0 ? named : ['/sitemap.xml'];
    await add(sitemaps.flatMap((address) => sitemapAt(URL.parse(address, rules.origin)?.href, 0, url, rules) ?? []));
  }
  await deps.store.crawls.update(job, { robots: text });
  await deps.store.crawls.settleUrl(job, { url, outcome: 'taken' });
}

async function takeSitemap({ url, depth }: CrawlUrlRow, { job, rules, deps, add }: CrawlStep): Promise<void> {
  const { pages, sitemaps } = await fetchSitemap(deps.fetcher, url, deps.signal);
  await add(sitemaps.slice(0, MOST_SITEMAPS).flatMap((nested) => sitemapAt(nested, depth + 1, url, rules) ?? []));
  await add(
    pages.map((page) => ({ url: page, kind: 'page', depth: 1, foundOn: url, reason: reasonAgainst(page, 1, rules) })),
  );
  await deps.store.crawls.settleUrl(job, { url, outcome: 'taken' });
}

function sitemapAt(url: string | undefined, depth: number, foundOn: string, { origin }: CrawlRules) {
  if (url === undefined) return null;
  const foreign = URL.parse(url)?.origin !== origin;
  const reason = foreign ? 'other_origin' : depth > DEEPEST_SITEMAP ? 'depth' : null;
  return { url, kind: 'sitemap', depth, foundOn, reason } satisfies NewCrawlUrl;
}

/** Another try where that may help; else it is written down why not. Returns how long to wait. */
async function settleFailure(row: CrawlUrlRow, failure: SourceFailure, { job, deps }: CrawlStep): Promise<number> {
  const { url, tries } = row;
  const wait = Math.min(LONGEST_WAIT, failure.retryAfter ?? 0);
  if (failure.transient && tries + 1 < MOST_TRIES) {
    const dueAt = deps.store.now() + Math.max(wait, deps.backOff * BACK_OFF_FACTOR ** tries);
    await deps.store.crawls.settleUrl(job, { url, outcome: 'waiting', tries: tries + 1, dueAt });
    return wait;
  }
  const { code, message, status } = failure;
  const isOther = code === 'unsupported_content_type';
  // What is gone, or is no page any more, leaves the index when the crawl ends.
  const stays = !isOther && code !== GONE;
  await deps.store.crawls.settleUrl(job, {
    url,
    outcome: isOther ? 'skipped' : 'failed',
    reason: isOther ? 'not_html' : code,
    ...(status !== undefined && { status }),
    ...(stays && { error: { code, message } }),
  });
  if (stays) await tellOfPage(row, failure, job, deps);
  // Where the site itself cannot be read, this is its own failure; it has been tried often enough.
  if (row.kind === 'page' && row.depth === 0) throw new SourceFailure(code, message, false);
  return wait;
}

/** Its owner sees it beside the page's source, which goes on to answer with what was read before. */
async function tellOfPage({ url }: CrawlUrlRow, { code }: SourceFailure, job: JobRow, { store, log }: CrawlDeps) {
  const { pageId = null } = (await store.crawls.byUrl(job, url)) ?? {};
  const page = pageId === null ? null : await store.sources.byId(pageId);
  if (page?.status === 'completed')
    log.warn('source.refresh-failed', { source: page.id, project: page.projectId, code });
}

/** Pages that are gone or no longer wanted leave the index, and the site is what its pages are. */
async function finish({ job, source, deps: { store } }: CrawlStep): Promise<null> {
  const end = await store.crawls.end(job);
  if (!end) throw new LostJob();
  for (const id of end.unwanted) await store.sources.delete(job.projectId, id);
  if (end.taken === 0) throw sourceFailures.crawlEmpty();
  const at = store.now();
  const metadata = { ...source.metadata, fetched_at: new Date(at).toISOString() };
  if (!(await store.crawls.complete(job, metadata, at))) throw new LostJob();
  return null;
}
