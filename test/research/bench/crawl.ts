import { openSqliteStore } from '../../../server/store/sqlite/open.ts';
import type { JobRow, Store } from '../../../server/store/types.ts';
import { aSource, claimed, SILENT, withProject } from '../../helpers/stores/rows.ts';
import { type Measurement, median, round, verdict } from './measurement.ts';
import { ownMegabytes } from './processes.ts';
import { withDirectory } from './subject.ts';

const PAGES = { small: 5_000, large: 50_000 };
const PARTS = 5;
const BATCH = 200;
const ORIGIN = 'https://docs.example.com';
const WANTED = { max_pages: PAGES.large, max_depth: 20, include: [], exclude: [], sitemap: true };
/** As a server has them by default, but for more sources. */
const QUOTAS = { sources: 2 * PAGES.large, bytes: 10_000e6, projectBytes: null };
const MOST = 4 * PAGES.large;
const address = (page: number) => `${ORIGIN}/guide/part-${page % 100}/page-${page}`;

const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** What the crawl of a page asks of the store, without the page itself and its passages. */
async function takePage(store: Store, job: JobRow, page: number, pages: number): Promise<void> {
  const { crawls, sources } = store;
  const state = await crawls.begin(job, ORIGIN, page);
  await sources.hasRoom(job.projectId, QUOTAS);
  const next = await crawls.nextUrl(job, store.now());
  if (!state || !next) throw new Error('The crawl has ended.');
  const links = Array.from({ length: 20 }, (_, link) => address((page * 20 + link) % pages));
  await crawls.addUrls(
    job,
    links.map((url) => ({ url, kind: 'page', depth: 2, foundOn: next.url, reason: null })),
    MOST,
  );
  await crawls.takenWithDigest(job, `digest of ${next.url}`);
  await crawls.admitPage(job, next.url, page);
  await crawls.settleUrl(job, { url: next.url, outcome: 'taken', digest: `digest of ${next.url}` });
}

/** Milliseconds of processor time that a page takes, by parts of the crawl, and the megabytes of this process after each. */
async function crawlSite(store: Store, pages: number): Promise<{ perPage: number[]; memory: number[] }> {
  const project = await withProject(store);
  const metadata = { url: `${ORIGIN}/` };
  const web = { parentId: null, crawl: WANTED, refreshHours: null, validators: null };
  await store.sources.create(aSource(project.id, { type: 'url', metadata, web }));
  const job = await claimed(store, 'bench', Date.now(), 24 * 3_600_000);
  await store.crawls.begin(job, ORIGIN, 0);
  for (let from = 0; from < pages; from += BATCH) {
    const urls = Array.from({ length: BATCH }, (_, at) => address(from + at));
    await store.crawls.addUrls(
      job,
      urls.map((url) => ({ url, kind: 'page', depth: 1, foundOn: `${ORIGIN}/sitemap.xml`, reason: null })),
      MOST,
    );
  }
  const perPage: number[] = [];
  const memory: number[] = [];
  for (let part = 0; part < PARTS; part += 1) {
    const before = processorTime();
    const each = pages / PARTS;
    for (let page = 0; page < each; page += 1) await takePage(store, job, part * each + page, pages);
    perPage.push((processorTime() - before) / each);
    memory.push(ownMegabytes(process.pid));
  }
  return { perPage, memory };
}

const crawled = (pages: number) =>
  withDirectory(async (dataDir) => {
    const store = await openSqliteStore({ dataDir, embedder: null, log: SILENT });
    try {
      return await crawlSite(store, pages);
    } finally {
      await store.close();
    }
  });

/** Measures whether a page of a large site costs more than one of a small site. */
export async function measureCrawl(): Promise<Measurement[]> {
  const small = median((await crawled(PAGES.small)).perPage);
  const { perPage, memory } = await crawled(PAGES.large);
  const large = median(perPage);
  return [
    {
      what: `bookkeeping of a crawl: processor time of a page among ${PAGES.large} / among ${PAGES.small}`,
      floor: `${round(small)} ms`,
      measured: `${round(large)} ms (by fifths ${perPage.map(round).join(', ')}; memory ${memory.map(round).join(', ')} MB)`,
      ratio: large / small,
      target: '≤ 3 ×',
      verdict: verdict(large <= 3 * small),
    },
  ];
}
