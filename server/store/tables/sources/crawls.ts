import { newId } from '../../../platform/ids.ts';
import { failSource, type HeldJob, lockHeldJob } from '../../coordination/job-fence.ts';
import { emitJobEnded } from '../../coordination/source-events.ts';
import type { Db, Reads, Tx } from '../../db.ts';
import { update as change, find, insert, remove, replacing } from '../../rows.ts';
import { crawls, crawlUrls } from '../../types/crawls.ts';
import { jobs } from '../../types/jobs.ts';
import type { CrawlState, Crawls, JobFence, SiteTemplate } from '../../types.ts';
import { paginate } from '../paginate.ts';
import { countPages, insertUrls, settle, UNSETTLED } from './crawl-urls.ts';
import { insertSource } from './insert-source.ts';

/** Per transaction. More would block other writers. */
const MAX_BATCH_URLS = 200;

/** Runs `work` for the source of a job if the job is still held; otherwise returns null. */
function whileHeld<Result>(
  db: Db,
  fence: JobFence,
  work: (tx: Tx, job: HeldJob) => Promise<Result>,
): Promise<Result | null> {
  return db.tx(async (tx) => {
    const job = await lockHeldJob(tx, fence);
    return job ? work(tx, job) : null;
  });
}

/** Returns false if the job is no longer held. */
async function writeWhileHeld(
  db: Db,
  fence: JobFence,
  work: (tx: Tx, job: HeldJob) => Promise<unknown>,
): Promise<boolean> {
  return (await whileHeld(db, fence, (tx, job) => work(tx, job).then(() => true))) ?? false;
}

const begin =
  (db: Db): Crawls['begin'] =>
  (fence, origin, at) =>
    whileHeld(db, fence, async (tx, { sourceId, projectId }) => {
      const known = await readState(tx, sourceId);
      if (known?.jobId === fence.jobId) return known.state;
      await remove(tx, crawlUrls, "source_id = ? and reason = 'page_not_found'", [sourceId]);
      const again = { outcome: 'waiting', ...UNSETTLED, tries: 0, dueAt: 0 } as const;
      await change(tx, crawlUrls, again, 'source_id = ?', [sourceId]);
      const template: SiteTemplate = { repeated: known?.state.template.repeated ?? [], samples: [] };
      const pages = await countPages(tx, sourceId);
      const row = { sourceId, projectId, jobId: fence.jobId, origin, beganAt: at, template, pages };
      await insert(tx, crawls, row, {
        conflict: replacing(crawls, ['jobId', 'origin', 'robots', 'bytes', 'beganAt', 'template', 'pages']),
      });
      return (await readState(tx, sourceId))?.state ?? null;
    });

const nextUrl =
  (db: Db): Crawls['nextUrl'] =>
  (fence, now) =>
    whileHeld(db, fence, async (tx, { sourceId }) => {
      const waiting = "source_id = ? and outcome = 'waiting'";
      // In the order of the index, in which nearly all are due.
      const due = `${waiting} and due_at <= ? order by rank, depth, number limit 1`;
      return (
        (await find(tx, crawlUrls, due, [sourceId, now])) ??
        find(tx, crawlUrls, `${waiting} order by due_at, rank, depth, number limit 1`, [sourceId])
      );
    });

const admitPage =
  (db: Db): Crawls['admitPage'] =>
  (fence, url, at) =>
    whileHeld(db, fence, async (tx, { sourceId, projectId }) => {
      const page = await insertSource(tx, {
        id: newId('src'),
        projectId,
        type: 'url',
        status: 'processing',
        metadata: { url },
        fileId: null,
        createdAt: at,
        updatedAt: at,
        web: { parentId: sourceId, crawl: null, refreshHours: null, validators: null },
      });
      if (page === null) return null;
      await change(tx, crawlUrls, { pageId: page.id }, 'source_id = ? and url = ?', [sourceId, url]);
      return page;
    });

const end =
  (db: Db): Crawls['end'] =>
  (fence) =>
    whileHeld(db, fence, async (tx, { sourceId }) => {
      const beyond = { outcome: 'skipped', reason: 'budget' } as const;
      await change(tx, crawlUrls, beyond, "source_id = ? and outcome = 'waiting'", [sourceId]);
      await change(tx, crawls, { pages: null }, 'source_id = ?', [sourceId]);
      // Pages that only failed this time stay.
      const unwanted = await tx.read<{ id: string }>(
        `select sources.id from sources join crawl_urls on crawl_urls.page_id = sources.id
       where sources.parent_id = ? and crawl_urls.source_id = ?
         and (crawl_urls.reason = 'page_not_found' or (crawl_urls.outcome = 'skipped' and crawl_urls.reason <> 'budget'))`,
        [sourceId, sourceId],
      );
      const { taken } = await countPages(tx, sourceId);
      return { unwanted: unwanted.map(({ id }) => id), taken };
    });

const complete =
  (db: Db): Crawls['complete'] =>
  (fence, metadata, at) =>
    writeWhileHeld(db, fence, async (tx, { sourceId }) => {
      await tx.write(
        `update sources set status = 'completed', metadata = ?, progress = null, error = null, updated_at = ?,
         completed_at = ?,
         chunks_count = (select coalesce(sum(pages.chunks_count), 0) from sources as pages where pages.parent_id = ?)
       where id = ?`,
        [JSON.stringify(metadata), at, at, sourceId, sourceId],
      );
      await remove(tx, jobs, 'id = ?', [fence.jobId]);
      await emitJobEnded(tx, sourceId, null, at);
    });

const report =
  (db: Db): Crawls['report'] =>
  (projectId, sourceId, paging, { outcome, reason } = {}) =>
    paginate(
      db.forProject(projectId),
      {
        table: 'crawl_urls',
        select: crawlUrls.list.replace('page_id', '(select id from sources where id = page_id) as page_id'),
        where: `source_id = ? and exists (select 1 from sources where id = source_id and project_id = ?)
        ${outcome ? 'and outcome = ?' : ''} ${reason ? 'and reason = ?' : ''}`,
        parameters: [sourceId, projectId, ...[outcome, reason].filter((value) => value !== undefined)],
        order: 'number',
      },
      paging,
      crawlUrls.toRow,
    );

/** The state of crawls: the addresses found so far, and the progress. */
export function createCrawls(db: Db): Crawls {
  return {
    begin: begin(db),
    update: (fence, { origin = null, robots = null, bytes = 0, template = null }) =>
      writeWhileHeld(db, fence, (tx, { sourceId }) =>
        tx.write(
          `update crawls set origin = coalesce(?, origin), robots = coalesce(?, robots), bytes = bytes + ?,
         template = coalesce(?, template) where source_id = ?`,
          [origin, robots, bytes, template && JSON.stringify(template), sourceId],
        ),
      ),
    async addUrls(fence, urls, most) {
      if (urls.length > MAX_BATCH_URLS) {
        throw new RangeError(`At most ${MAX_BATCH_URLS} addresses may be added at once, these are ${urls.length}.`);
      }
      return writeWhileHeld(db, fence, (tx, { sourceId }) => insertUrls(tx, sourceId, urls, most));
    },
    nextUrl: nextUrl(db),
    byUrl: (fence, url) =>
      whileHeld(db, fence, (tx, { sourceId }) => find(tx, crawlUrls, 'source_id = ? and url = ?', [sourceId, url])),
    takenWithDigest: (fence, digest) =>
      whileHeld(db, fence, async (tx, { sourceId }) => {
        const condition = "source_id = ? and outcome = 'taken' and digest = ? limit 1";
        return (await find(tx, crawlUrls, condition, [sourceId, digest]))?.url ?? null;
      }),
    settleUrl: (fence, settled) =>
      writeWhileHeld(db, fence, async (tx, { sourceId }) => {
        await settle(tx, sourceId, settled);
        const { url, error } = settled;
        const page = error && (await find(tx, crawlUrls, 'source_id = ? and url = ?', [sourceId, url]))?.pageId;
        if (error && page) await failSource(tx, page, error, db.now());
      }),
    admitPage: admitPage(db),
    end: end(db),
    complete: complete(db),
    report: report(db),
  };
}

async function readState(reads: Reads, sourceId: string): Promise<{ jobId: string; state: CrawlState } | null> {
  const crawl = await find(reads, crawls, 'source_id = ?', [sourceId]);
  if (!crawl) return null;
  const { jobId, template, pages: kept, ...state } = crawl;
  const pages = kept ?? (await countPages(reads, sourceId));
  return { jobId, state: { ...state, template: template ?? { repeated: [], samples: [] }, pages } };
}
