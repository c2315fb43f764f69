import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobRow, NewCrawlUrl, Store } from '../../../../../server/store/types.ts';
import {
  aChunk,
  aSource,
  claimed,
  published,
  staged,
  temporaryPlaces,
  withProject,
} from '../../../../helpers/stores/rows.ts';
import { rowStores } from '../../../../helpers/stores/tested-stores.ts';

const ORIGIN = 'https://docs.example.com';
const WANTED = { max_pages: 9, max_depth: 3, include: [], exclude: [], sitemap: true };
const at = (path: string, changes: Partial<NewCrawlUrl> = {}): NewCrawlUrl => ({
  url: ORIGIN + path,
  kind: 'page',
  depth: 1,
  foundOn: null,
  reason: null,
  ...changes,
});

/** Addresses of a crawl. */
const MOST = 10_000;

for (const { name, open, rows } of rowStores()) {
  describe(`crawls (${name})`, () => {
    const places = temporaryPlaces();
    let directory: string;
    let store: Store;
    let projectId: string;
    beforeEach(async () => {
      directory = places.directory();
      store = places.track(await open(directory));
      projectId = (await withProject(store)).id;
    });
    afterEach(() => places.clear());

    const aSite = async () => {
      const site = aSource(projectId, {
        type: 'url',
        metadata: { url: `${ORIGIN}/` },
        web: { parentId: null, crawl: WANTED, refreshHours: 24, validators: null },
      });
      await store.sources.create(site);
      return site;
    };
    const begun = async (job: JobRow) => {
      const state = await store.crawls.begin(job, ORIGIN, 1_000);
      if (!state) throw new Error('The fence was refused.');
      return state;
    };
    const takePage = async (job: JobRow, path: string, words: string) => {
      const page = await store.crawls.admitPage(job, ORIGIN + path, 2_000);
      if (!page) throw new Error('It was not admitted.');
      const generation = await store.chunks.begin(job, { projectId, sourceId: page.id });
      if (generation === null) throw new Error('The fence was refused.');
      await store.chunks.append(job, generation, [aChunk(0, words)]);
      expect(await published(store, job, generation, [aChunk(0, words)])).toBe(true);
      await store.crawls.settleUrl(job, { url: ORIGIN + path, outcome: 'taken', digest: words });
      return page;
    };

    it('return due addresses in the order of rank, depth and discovery', async () => {
      await aSite();
      const job = await claimed(store);
      expect(await begun(job)).toMatchObject({ origin: ORIGIN, robots: null, bytes: 0, beganAt: 1_000 });
      await store.crawls.addUrls(
        job,
        [
          at('/deep', { depth: 2 }),
          at('/b'),
          at('/c'),
          at('/no', { reason: 'robots' }),
          at('/sitemap.xml', { kind: 'sitemap', depth: 0 }),
          at('/', { depth: 0 }),
          at('/robots.txt', { kind: 'robots', depth: 0 }),
        ],
        MOST,
      );
      await store.crawls.addUrls(job, [at('/b', { depth: 0, reason: 'excluded' })], MOST);
      await store.crawls.settleUrl(job, { url: `${ORIGIN}/b`, outcome: 'waiting', tries: 1, dueAt: 9_000 });
      const order: [string, number][] = [];
      for (;;) {
        const next = await store.crawls.nextUrl(job, 5_000);
        if (!next) break;
        order.push([next.url.slice(ORIGIN.length), next.tries]);
        await store.crawls.settleUrl(job, { url: next.url, outcome: 'taken' });
      }
      expect(order).toEqual([
        ['/robots.txt', 0],
        ['/', 0],
        ['/sitemap.xml', 0],
        ['/c', 0],
        ['/deep', 0],
        ['/b', 1],
      ]);
    });

    it('resume after a kill, and each page is complete or missing', async () => {
      const site = await aSite();
      const job = await claimed(store, 'killed');
      await begun(job);
      await store.crawls.addUrls(job, [at('/a'), at('/b'), at('/c')], MOST);
      await store.crawls.update(job, { robots: 'User-agent: *', bytes: 7 });
      await takePage(job, '/a', 'first words');
      const half = await store.crawls.admitPage(job, `${ORIGIN}/b`, 2_000);
      await staged(store, { ...job, sourceId: half?.id ?? '' }, [aChunk(0, 'half words')]);

      await places.close(store);
      store = places.track(await open(directory));
      await store.jobs.recover(6_000, { code: 'x', message: 'y' });
      await store.chunks.sweep();
      const next = await claimed(store, 'next', 6_000);
      expect(next.sourceId).toBe(site.id);
      expect(await begun(next)).toMatchObject({ robots: 'User-agent: *', bytes: 7, pages: { taken: 1, waiting: 2 } });
      expect(await store.crawls.nextUrl(next, 6_000)).toMatchObject({ url: `${ORIGIN}/b`, pageId: half?.id });
      expect(await store.search.text(projectId, ['words'], 5)).toHaveLength(1);
      // What the killed one may still try is refused.
      expect(await store.crawls.settleUrl(job, { url: `${ORIGIN}/b`, outcome: 'taken' })).toBe(false);
      expect(await store.crawls.admitPage(job, `${ORIGIN}/c`, 1)).toBeNull();
      expect(await store.crawls.nextUrl(job, 6_000)).toBeNull();
    });

    it('release the job between two steps without counting an attempt', async () => {
      const site = await aSite();
      for (let step = 0; step < 5; step += 1) {
        const job = await claimed(store, 'worker', 5_000 + step * 100);
        expect(job.attempt).toBe(1);
        await store.jobs.pause(job, 5_100 + step * 100);
        expect(await store.jobs.claim('worker', 5_099 + step * 100, 1_000)).toBeNull();
        expect((await store.sources.byId(site.id))?.status).toBe('processing');
        expect(await store.jobs.heartbeat(job, 5_000, 1_000)).toBe(false);
      }
    });

    it('end with the addresses beyond the budget, and return the pages to remove', async () => {
      const site = await aSite();
      const job = await claimed(store);
      await begun(job);
      const paths = ['/stays', '/gone', '/moved', '/flaky', '/late'];
      await store.crawls.addUrls(
        job,
        paths.map((path) => at(path)),
        MOST,
      );
      const ids: Record<string, string> = {};
      for (const path of paths) ids[path] = (await takePage(job, path, `words of ${path}`)).id;
      expect(await store.crawls.complete(job, { url: `${ORIGIN}/` }, 3_000)).toBe(true);
      expect(await store.sources.byId(site.id)).toMatchObject({ status: 'completed', chunksCount: 5 });
      // Once, though the site and its pages have them.
      expect(await store.sources.counts()).toEqual({ all: 6, failed: 0, passages: 5 });

      await store.sources.requeue(projectId, site.id, 4_000);
      const again = await claimed(store);
      expect((await begun(again)).pages).toEqual({ waiting: 5, taken: 0, skipped: 0, failed: 0 });
      const settle = (path: string, outcome: 'taken' | 'skipped' | 'failed', reason?: string) =>
        store.crawls.settleUrl(again, { url: ORIGIN + path, outcome, ...(reason && { reason }) });
      await settle('/stays', 'taken');
      await settle('/gone', 'failed', 'page_not_found');
      await settle('/moved', 'skipped', 'duplicate');
      await settle('/flaky', 'failed', 'page_unavailable');
      const end = await store.crawls.end(again);
      expect([end?.taken, end?.unwanted.sort()]).toEqual([1, [ids['/gone'], ids['/moved']].sort()]);
      const report = await store.crawls.report(projectId, site.id, { limit: 2, offset: 3 });
      expect([report.total, report.rows.map(({ url, reason }) => [url, reason])]).toEqual([
        5,
        [
          [`${ORIGIN}/flaky`, 'page_unavailable'],
          [`${ORIGIN}/late`, 'budget'],
        ],
      ]);
      const skipped = await store.crawls.report(projectId, site.id, { limit: 9, offset: 0 }, { outcome: 'skipped' });
      expect([skipped.total, skipped.rows.map(({ url }) => url)]).toEqual([2, [`${ORIGIN}/moved`, `${ORIGIN}/late`]]);
      const beyond = await store.crawls.report(projectId, site.id, { limit: 9, offset: 0 }, { reason: 'budget' });
      expect([beyond.total, beyond.rows.map(({ url }) => url)]).toEqual([1, [`${ORIGIN}/late`]]);
      expect((await store.crawls.report('proj_other', site.id, { limit: 9, offset: 0 })).total).toBe(0);
    });

    it('hold at most as many addresses as they are given, added 200 at a time', async () => {
      await aSite();
      const job = await claimed(store);
      await begun(job);
      for (let batch = 0; batch < 52; batch += 1) {
        const urls = Array.from({ length: 200 }, (_, index) => at(`/${batch}/${index}`));
        expect(await store.crawls.addUrls(job, urls, MOST)).toBe(true);
      }
      expect((await begun(job)).pages.waiting).toBe(MOST);
      await expect(store.crawls.addUrls(job, Array(201).fill(at('/x')), MOST)).rejects.toThrow(RangeError);
    });

    it('that fail leave what was published, and no page that is being read for ever', async () => {
      const site = await aSite();
      const job = await claimed(store);
      await begun(job);
      await store.crawls.addUrls(job, [at('/a'), at('/b')], MOST);
      const whole = await takePage(job, '/a', 'whole');
      const half = await store.crawls.admitPage(job, `${ORIGIN}/b`, 2_000);
      await store.sources.fail(job, site.id, { code: 'x', message: 'y' });
      const status = async (id = '') => (await store.sources.byId(id))?.status;
      expect([await status(site.id), await status(whole.id), await status(half?.id)]).toEqual([
        'completed',
        'completed',
        'failed',
      ]);
    });

    it('continue after a page that fails, which keeps its text if it had one, and records the reason', async () => {
      await aSite();
      const job = await claimed(store);
      await begun(job);
      await store.crawls.addUrls(job, [at('/a'), at('/b'), at('/c')], MOST);
      const whole = await takePage(job, '/a', 'whole');
      const half = await store.crawls.admitPage(job, `${ORIGIN}/b`, 2_000);
      const error = { code: 'x', message: 'y' };
      for (const path of ['/a', '/b', '/c']) {
        await store.crawls.settleUrl(job, { url: ORIGIN + path, outcome: 'failed', reason: 'x', error });
      }
      expect(await store.sources.byId(whole.id)).toMatchObject({ status: 'completed', error, chunksCount: 1 });
      expect(await store.sources.byId(half?.id ?? '')).toMatchObject({ status: 'failed', error });
      expect(await store.jobs.held(job)).toBe(true);
    });

    it('are deleted with their site, or with its project', async () => {
      const site = await aSite();
      const job = await claimed(store);
      await begun(job);
      await store.crawls.addUrls(job, [at('/a')], MOST);
      const page = await takePage(job, '/a', 'a canary of its own');
      expect(await store.sources.delete(projectId, site.id)).toBe(true);
      expect(await store.sources.byId(page.id)).toBeNull();
      expect(await store.search.text(projectId, ['canary'], 5)).toEqual([]);
      expect(await store.crawls.admitPage(job, `${ORIGIN}/b`, 1)).toBeNull();

      await aSite();
      const other = await claimed(store);
      await begun(other);
      await store.crawls.addUrls(other, [at('/a')], MOST);
      await store.projects.delete(projectId);
      expect(await rows(directory, 'select url from crawl_urls union all select source_id from crawls')).toEqual([]);
    });
  });
}
