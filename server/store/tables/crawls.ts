import { newId } from '../../platform/ids.ts';
import { failSource, type HeldJob, heldJob } from '../coordination/job-fence.ts';
import type { Db, Reads, Tx } from '../db.ts';
import type { CrawlState, Crawls, CrawlUrlRow, JobFence, NewCrawlUrl, SourceRow } from '../types.ts';
import { insertSource } from './insert-source.ts';
import { pageOf } from './paginate.ts';
import type { Raw } from './row-mapping.ts';

/** More would hold other writers up. */
const MOST_URLS_A_BATCH = 200;
/** Many cost a trip to the database each. */
const URLS_A_STATEMENT = 50;
/** Of one crawl. A site that makes up addresses without end stops here. */
const MOST_URLS = 10_000;

const COLUMNS = 'url, kind, depth, outcome, reason, status, found_on, duplicate_of, page_id, tries, due_at' as const;

/** What sites have beside other sources: the addresses that their crawls have found, and how far a crawl is. */
export function createCrawls(db: Db): Crawls {
  /** Runs `work` for the source of a job that is still held; else null. */
  const held = <Result>(fence: JobFence, work: (tx: Tx, job: HeldJob) => Promise<Result>): Promise<Result | null> =>
    db.tx(async (tx) => {
      const job = await heldJob(tx, fence);
      return job ? work(tx, job) : null;
    });

  const write = async (fence: JobFence, work: (tx: Tx, job: HeldJob) => Promise<unknown>): Promise<boolean> =>
    (await held(fence, (tx, job) => work(tx, job).then(() => true))) ?? false;

  return {
    begin: (fence, origin, at) =>
      held(fence, async (tx, { sourceId, projectId }) => {
        const known = await stateOf(tx, sourceId);
        if (known?.jobId === fence.jobId) return known.state;
        await tx.write("delete from crawl_urls where source_id = ? and reason = 'page_not_found'", [sourceId]);
        await tx.write(
          `update crawl_urls set outcome = 'waiting', reason = null, status = null, duplicate_of = null, digest = null,
             tries = 0, due_at = 0 where source_id = ?`,
          [sourceId],
        );
        await tx.write(
          `insert into crawls (source_id, project_id, job_id, origin, bytes, found, began_at) values (?, ?, ?, ?, 0, 0, ?)
           on conflict (source_id) do update set job_id = excluded.job_id, origin = excluded.origin, robots = null,
             bytes = 0, began_at = excluded.began_at`,
          [sourceId, projectId, fence.jobId, origin, at],
        );
        return (await stateOf(tx, sourceId))?.state ?? null;
      }),

    update: (fence, { origin = null, robots = null, bytes = 0 }) =>
      write(fence, (tx, { sourceId }) =>
        tx.write(
          `update crawls set origin = coalesce(?, origin), robots = coalesce(?, robots), bytes = bytes + ?
           where source_id = ?`,
          [origin, robots, bytes, sourceId],
        ),
      ),

    async addUrls(fence, urls) {
      if (urls.length > MOST_URLS_A_BATCH) {
        throw new RangeError(`At most ${MOST_URLS_A_BATCH} addresses may be added at once, these are ${urls.length}.`);
      }
      return write(fence, (tx, { sourceId }) => addUrls(tx, sourceId, urls));
    },

    nextUrl: (fence, now) =>
      held(fence, (tx, { sourceId }) =>
        oneUrl(
          tx,
          `source_id = ? and outcome = 'waiting'
           order by case when due_at <= ? then 0 else due_at end, rank, depth, number limit 1`,
          [sourceId, now],
        ),
      ),

    byUrl: (fence, url) => held(fence, (tx, { sourceId }) => oneUrl(tx, 'source_id = ? and url = ?', [sourceId, url])),

    takenWithDigest: (fence, digest) =>
      held(fence, async (tx, { sourceId }) => {
        const condition = "source_id = ? and outcome = 'taken' and digest = ? limit 1";
        return (await oneUrl(tx, condition, [sourceId, digest]))?.url ?? null;
      }),

    settleUrl: (fence, { url, outcome, reason, status, duplicateOf, tries, dueAt, digest, error }) =>
      write(fence, async (tx, { sourceId }) => {
        await tx.write(
          `update crawl_urls set outcome = ?, reason = ?, status = ?, duplicate_of = ?, digest = ?,
             tries = coalesce(?, tries), due_at = coalesce(?, due_at) where source_id = ? and url = ?`,
          [
            outcome,
            reason ?? null,
            status ?? null,
            duplicateOf ?? null,
            digest ?? null,
            tries ?? null,
            dueAt ?? null,
            sourceId,
            url,
          ],
        );
        const page = error && (await oneUrl(tx, 'source_id = ? and url = ?', [sourceId, url]))?.pageId;
        if (error && page) await failSource(tx, page, error, db.now());
      }),

    admitPage: (fence, url, at) =>
      held(fence, async (tx, { sourceId, projectId }) => {
        const page: SourceRow = {
          id: newId('src'),
          projectId,
          type: 'url',
          status: 'processing',
          metadata: { url },
          fileId: null,
          chunksCount: 0,
          progress: null,
          error: null,
          createdAt: at,
          updatedAt: at,
          completedAt: null,
          web: { parentId: sourceId, crawl: null, refreshHours: null, validators: null },
        };
        if (!(await insertSource(tx, page))) return null;
        await tx.write('update crawl_urls set page_id = ? where source_id = ? and url = ?', [page.id, sourceId, url]);
        return page;
      }),

    end: (fence) =>
      held(fence, async (tx, { sourceId }) => {
        await tx.write(
          "update crawl_urls set outcome = 'skipped', reason = 'budget' where source_id = ? and outcome = 'waiting'",
          [sourceId],
        );
        // Whatever could only not be asked this time stays.
        const unwanted = await tx.read<{ id: string }>(
          `select sources.id from sources join crawl_urls on crawl_urls.page_id = sources.id
           where sources.parent_id = ? and crawl_urls.source_id = ?
             and (crawl_urls.reason = 'page_not_found' or (crawl_urls.outcome = 'skipped' and crawl_urls.reason <> 'budget'))`,
          [sourceId, sourceId],
        );
        const { taken } = await pagesOf(tx, sourceId);
        return { unwanted: unwanted.map(({ id }) => id), taken };
      }),

    complete: (fence, metadata, at) =>
      write(fence, async (tx, { sourceId }) => {
        await tx.write(
          `update sources set status = 'completed', metadata = ?, progress = null, error = null, updated_at = ?,
             completed_at = ?,
             chunks_count = (select coalesce(sum(pages.chunks_count), 0) from sources as pages where pages.parent_id = ?)
           where id = ?`,
          [JSON.stringify(metadata), at, at, sourceId, sourceId],
        );
        await tx.write('delete from jobs where id = ?', [fence.jobId]);
      }),

    report: (projectId, sourceId, paging, outcome) =>
      pageOf(
        db,
        {
          table: 'crawl_urls',
          select: COLUMNS.replace('page_id', '(select id from sources where id = page_id) as page_id'),
          where: `source_id = ? and exists (select 1 from sources where id = source_id and project_id = ?)
            ${outcome ? 'and outcome = ?' : ''}`,
          parameters: [sourceId, projectId, ...(outcome ? [outcome] : [])],
          order: 'number',
        },
        paging,
        toCrawlUrl,
      ),
  };
}

/** What comes first: the site's rules, the page that the crawl begins with, its maps, its other pages. */
const rankOf = ({ kind, depth }: NewCrawlUrl) => (kind === 'robots' ? 0 : kind === 'sitemap' ? 2 : depth === 0 ? 1 : 3);

async function addUrls(tx: Tx, sourceId: string, urls: NewCrawlUrl[]): Promise<void> {
  const [crawl] = await tx.read<{ found: number }>('select found from crawls where source_id = ?', [sourceId]);
  let found = Number(crawl?.found ?? MOST_URLS);
  for (let from = 0; from < urls.length; from += URLS_A_STATEMENT) {
    const some = await unknown(tx, sourceId, urls.slice(from, from + URLS_A_STATEMENT));
    const added = some.slice(0, Math.max(0, MOST_URLS - found));
    if (added.length === 0) continue;
    await tx.write(
      `insert into crawl_urls (source_id, url, number, kind, rank, depth, outcome, reason, found_on, tries, due_at)
       values ${added.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)').join(', ')}`,
      added.flatMap((given, at) => [
        sourceId,
        given.url,
        found + 1 + at,
        given.kind,
        rankOf(given),
        given.depth,
        given.reason === null ? 'waiting' : 'skipped',
        given.reason,
        given.foundOn,
      ]),
    );
    found += added.length;
  }
  await tx.write('update crawls set found = ? where source_id = ?', [found, sourceId]);
}

/** Those that the crawl has not found before, each once. */
async function unknown(reads: Reads, sourceId: string, urls: NewCrawlUrl[]): Promise<NewCrawlUrl[]> {
  const known = await reads.read<{ url: string }>(
    `select url from crawl_urls where source_id = ? and url in (${urls.map(() => '?').join(', ')})`,
    [sourceId, ...urls.map(({ url }) => url)],
  );
  const seen = new Set(known.map(({ url }) => url));
  return urls.filter(({ url }) => !seen.has(url) && seen.add(url));
}

async function stateOf(reads: Reads, sourceId: string): Promise<{ jobId: string; state: CrawlState } | null> {
  const [row] = await reads.read<Raw>('select * from crawls where source_id = ?', [sourceId]);
  if (!row) return null;
  const state = {
    origin: String(row.origin),
    robots: row.robots === null ? null : String(row.robots),
    bytes: Number(row.bytes),
    beganAt: Number(row.began_at),
    pages: await pagesOf(reads, sourceId),
  };
  return { jobId: String(row.job_id), state };
}

async function pagesOf(reads: Reads, sourceId: string): Promise<CrawlState['pages']> {
  const counts = await reads.read<{ outcome: CrawlUrlRow['outcome']; count: number }>(
    "select outcome, count(*) as count from crawl_urls where source_id = ? and kind = 'page' group by outcome",
    [sourceId],
  );
  const pages = { waiting: 0, taken: 0, skipped: 0, failed: 0 };
  for (const { outcome, count } of counts) pages[outcome] = Number(count);
  return pages;
}

async function oneUrl(reads: Reads, condition: string, parameters: (string | number)[]): Promise<CrawlUrlRow | null> {
  const [row] = await reads.read<Raw>(`select ${COLUMNS} from crawl_urls where ${condition}`, parameters);
  return row ? toCrawlUrl(row) : null;
}

const textOf = (value: Raw[string] | undefined) => (value == null ? null : String(value));

function toCrawlUrl(raw: Raw): CrawlUrlRow {
  return {
    url: String(raw.url),
    kind: String(raw.kind) as CrawlUrlRow['kind'],
    depth: Number(raw.depth),
    outcome: String(raw.outcome) as CrawlUrlRow['outcome'],
    reason: textOf(raw.reason),
    status: raw.status == null ? null : Number(raw.status),
    foundOn: textOf(raw.found_on),
    duplicateOf: textOf(raw.duplicate_of),
    pageId: textOf(raw.page_id),
    tries: Number(raw.tries),
    dueAt: Number(raw.due_at),
  };
}
