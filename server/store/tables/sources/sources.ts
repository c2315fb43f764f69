import { ApiError, errors } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { recordCreated } from '../../coordination/idempotency.ts';
import { belongsToJob, failJob, lockHeldJob, removeJobs } from '../../coordination/job-fence.ts';
import { emitJobEnded } from '../../coordination/source-events.ts';
import type { Db, Reads, Tx } from '../../db.ts';
import type { Eraser, Erasure } from '../../deletion/eraser.ts';
import { replaceFile } from '../../files/replace-file.ts';
import { update as change, remove as erase, exists, find, findAll, insert, updateOne } from '../../rows.ts';
import type { Raw } from '../../table.ts';
import { documents, generations } from '../../types/chunks.ts';
import { jobKindOf } from '../../types/job-kind.ts';
import { jobs } from '../../types/jobs.ts';
import { projects } from '../../types/projects.ts';
import { sources } from '../../types/sources.ts';
import type { NewSource, RefusedSource, Replacement, SourceRow, Sources } from '../../types.ts';
import { forgetProposals } from '../forget-proposals.ts';
import { pageOf } from '../paginate.ts';
import { HOUR, insertSource, nextRefresh } from './insert-source.ts';
import { type Admission, assertAdmitted, assertBytes, UNLIMITED, withOwnQuotas } from './quotas.ts';
import { addToTotals, storedBytes, totalsOf } from './totals.ts';

/** Its project is there. */
const OF_PROJECT = 'exists (select 1 from projects where projects.id = sources.project_id)';

/** SQLite takes 32,766 parameters. */
const MAX_READ_AT_ONCE = 500;

const requeue =
  (db: Db, eraser: Eraser, busy: 'refuse' | 'supersede' = 'refuse'): Sources['requeue'] =>
  async (projectId, id, at, request = null, replacement = null, admission = UNLIMITED) => {
    const queued = await db.tx(async (tx) => {
      if (!(await exists(tx, sources, `id = ? and project_id = ? and ${OF_PROJECT}`, [id, projectId]))) return null;
      if (busy === 'refuse' && (await exists(tx, jobs, 'source_id = ?', [id]))) return 'busy';
      // A worker that reads it loses its fence.
      const superseded = await removeJobs(tx, eraser, 'source_id = ?', id);
      await recordCreated(tx, request, id);
      if (replacement) await countReplacement(tx, projectId, id, admission);
      const contentHash = replacement?.contentHash;
      if (contentHash) await change(tx, sources, { contentHash }, 'id = ?', [id]);
      const waits = replacement !== null && (await isPublished(tx, id));
      const erasures = replacement && !waits ? await replaceNow(tx, eraser, id, replacement) : [];
      const source = await queueAgain(tx, id, at, waits ? replacement : null);
      return source && { source, erasures: [...superseded, ...erasures] };
    });
    if (queued === null || queued === 'busy') return queued;
    if (queued.erasures.length > 0) await eraser.eraseRetired(id, queued.erasures);
    return queued.source;
  };

const supersede = (db: Db, eraser: Eraser): Sources['supersede'] => {
  const replace = requeue(db, eraser, 'supersede');
  return async (projectId, id, at, replacement, admission) => {
    const queued = await replace(projectId, id, at, null, replacement, admission);
    return queued === 'busy' ? null : queued;
  };
};

const update =
  (db: Db): Sources['update'] =>
  (projectId, id, changes, at) =>
    db.forProject(projectId).tx(async (tx) => {
      const [row] = await tx.read<Raw>(
        `select refresh_hours, refresh_at from sources where id = ? and project_id = ? and ${OF_PROJECT}`,
        [id, projectId],
      );
      if (!row) return null;
      const { refreshHours } = changes;
      const due = refreshHours !== undefined && { refreshAt: nextRefresh(refreshHours, lastRefresh(row) ?? at) };
      return updateOne(tx, sources, { ...changes, ...due, updatedAt: at }, 'id = ?', [id]);
    });

const queueDue =
  (db: Db): Sources['queueDue'] =>
  (now) =>
    db.tx(async (tx) => {
      const due = await tx.read<{ id: string; refresh_hours: number; jobs: number }>(
        `select sources.id, refresh_hours,
         (select count(*) from jobs where jobs.source_id = sources.id) as jobs
       from sources join projects on projects.id = sources.project_id
       where refresh_at is not null and refresh_at <= ? order by refresh_at limit ?`,
        [now, MAX_QUEUED_AT_ONCE],
      );
      for (const { id, refresh_hours, jobs } of due) {
        await change(tx, sources, { refreshAt: nextRefresh(refresh_hours, now) }, 'id = ?', [id]);
        // A source that is being processed needs no second job.
        if (Number(jobs) === 0) await queueAgain(tx, id, db.now());
      }
      return due.length;
    });

const unchanged =
  (db: Db): Sources['unchanged'] =>
  (fence, sourceId, metadata, at) =>
    db.tx(async (tx) => {
      const job = await lockHeldJob(tx, fence);
      if (!job || !(await belongsToJob(tx, job, sourceId))) return false;
      const completed = { status: 'completed', metadata, progress: null, error: null, updatedAt: at } as const;
      await change(tx, sources, completed, 'id = ?', [sourceId]);
      await erase(tx, jobs, 'id = ? and source_id = ?', [fence.jobId, sourceId]);
      if (job.sourceId === sourceId) await emitJobEnded(tx, sourceId, null, at);
      return true;
    });

const progress =
  (db: Db): Sources['progress'] =>
  (fence, sourceId, progress) =>
    db.tx(
      async (tx) => {
        const job = await lockHeldJob(tx, fence);
        if (job?.sourceId !== sourceId) return false;
        const changes = { status: 'processing', progress, updatedAt: db.now() } as const;
        await change(tx, sources, changes, 'id = ?', [sourceId]);
        return true;
      },
      { durable: false, background: true },
    );

const remove =
  (db: Db, eraser: Eraser): Sources['delete'] =>
  async (projectId, id) => {
    const erasures = await db.forProject(projectId).tx(async (tx) => {
      const { rows } = await tx.write<{ id: string; file_id: string | null; bytes: number }>(
        `delete from sources where (id = ? or parent_id = ? or repository_id = ?) and project_id = ?
         and exists (select 1 from projects where projects.id = sources.project_id) returning id, file_id, bytes`,
        [id, id, id, projectId],
      );
      const bytes = rows.reduce((sum, row) => sum + Number(row.bytes), 0);
      await addToTotals(tx, projectId, { sources: -rows.length, bytes: -bytes });
      const erasures: Erasure[] = [];
      for (const source of rows) {
        // The worker loses its fence, and no search or citation finds a chunk any more.
        erasures.push(...(await removeJobs(tx, eraser, 'source_id = ?', source.id)));
        await change(tx, generations, { state: 'retired' }, 'source_id = ?', [source.id]);
        await erase(tx, documents, 'source_id = ?', [source.id]);
        erasures.push(await eraser.note(tx, { id: source.id, kind: 'source', fileId: source.file_id }));
      }
      const ids = rows.map((source) => source.id);
      if (ids.length > 0) await forgetProposals(tx, projectId, ids);
      return erasures;
    });
    await eraser.finish(erasures);
    return erasures.length > 0;
  };

export function createSources(db: Db, eraser: Eraser): Sources {
  return {
    create: (source, request = null, admission = UNLIMITED) =>
      db.tx(async (tx) => {
        const inserted = await createQueued(tx, source, admission);
        await recordCreated(tx, request, source.id);
        return inserted;
      }),
    createAll: (given, quotas) =>
      db.tx(async (tx) => {
        const made: (SourceRow | RefusedSource)[] = [];
        for (const { source, size } of given)
          made.push(await createQueued(tx, source, { size, quotas }).catch(asRefused));
        return made;
      }),
    byId: (id) => find(db, sources, `id = ? and ${OF_PROJECT}`, [id]),
    async byExternalIds(projectId, externalIds) {
      const found: SourceRow[] = [];
      for (let at = 0; at < externalIds.length; at += MAX_READ_AT_ONCE) {
        const some = externalIds.slice(at, at + MAX_READ_AT_ONCE);
        const condition = `project_id = ? and external_id in (${some.map(() => '?').join(', ')}) and ${OF_PROJECT}`;
        found.push(...(await findAll(db.forProject(projectId), sources, condition, [projectId, ...some])));
      }
      return found;
    },
    async hasRoom(projectId, quotas) {
      const { sources, bytes, projectBytes } = await withOwnQuotas(db, projectId, quotas);
      const total = await totalsOf(db, projectId);
      if (projectBytes !== null && total.bytes >= projectBytes) return false;
      if (bytes !== null && (await storedBytes(db, projectId)) >= bytes) return false;
      return sources === null || total.sources < sources;
    },
    async counts() {
      // The passages of a site are the sum of those of its pages.
      const [row] = await db.read<{ total: number; failed: number | null; passages: number | null }>(
        `select count(*) as total, sum(case when status = 'failed' then 1 else 0 end) as failed,
           sum(case when parent_id is null then chunks_count else 0 end) as passages from sources`,
      );
      return { all: Number(row?.total ?? 0), failed: Number(row?.failed ?? 0), passages: Number(row?.passages ?? 0) };
    },
    listByProject: (projectId, paging) =>
      pageOf(db.forProject(projectId), sources, 'project_id = ?', [projectId], 'number desc', paging),
    async underWay(projectId) {
      const condition = "project_id = ? and status in ('pending', 'processing') limit 1";
      return exists(db.forProject(projectId), sources, condition, [projectId]);
    },
    requeue: requeue(db, eraser),
    supersede: supersede(db, eraser),
    update: update(db),
    queueDue: queueDue(db),
    unchanged: unchanged(db),
    progress: progress(db),
    async fail(fence, sourceId, error) {
      const erasures = await db.tx(async (tx) => {
        const job = await lockHeldJob(tx, fence);
        return job?.sourceId === sourceId ? failJob(tx, eraser, sourceId, error, db.now()) : null;
      });
      if (erasures) await eraser.eraseRetired(sourceId, erasures);
      return erasures !== null;
    },
    delete: remove(db, eraser),
  };
}

/** Throws before it has written a row. */
async function createQueued(tx: Tx, source: NewSource, admission: Admission): Promise<SourceRow> {
  await assertAdmitted(tx, source.projectId, admission);
  const inserted = await insertSource(tx, source, admission.size);
  if (inserted === null) throw await whyNotInserted(tx, source.projectId);
  await queue(tx, source, source.createdAt);
  return inserted;
}

function asRefused(error: unknown): RefusedSource {
  if (!(error instanceof ApiError)) throw error;
  return { refused: { code: error.code, message: error.message } };
}

/** Its project was deleted while the upload was under way, or another request has just added a source with its external id. */
async function whyNotInserted(tx: Tx, projectId: string): Promise<Error> {
  return (await exists(tx, projects, 'id = ?', [projectId])) ? errors.inProgress(RETRY_SECONDS) : errors.notFound();
}

/** `Retry-After` for a request that met another with the same external id. */
const RETRY_SECONDS = 1;

/** The time of the last scheduled refresh, or of its setting; null without a schedule. */
function lastRefresh({ refresh_hours, refresh_at }: Raw): number | null {
  if (refresh_hours == null || refresh_at == null) return null;
  return Number(refresh_at) - Number(refresh_hours) * HOUR;
}

/** True if the source has published chunks. */
const isPublished = (reads: Reads, sourceId: string) =>
  exists(reads, generations, "source_id = ? and state = 'live'", [sourceId]);

/**
 * Until the replacement is published, the larger of both counts: if it cannot be read, the former original stays. A smaller one is
 * taken even where the account has too much.
 */
async function countReplacement(tx: Tx, projectId: string, id: string, { size, quotas }: Admission): Promise<void> {
  const [row] = await tx.read<{ bytes: number }>('select bytes from sources where id = ?', [id]);
  const added = size - Number(row?.bytes ?? 0);
  if (added <= 0) return;
  await assertBytes(tx, projectId, added, await withOwnQuotas(tx, projectId, quotas));
  await change(tx, sources, { bytes: size }, 'id = ?', [id]);
  await addToTotals(tx, projectId, { bytes: added });
}

async function replaceNow(tx: Tx, eraser: Eraser, id: string, { fileId, metadata }: Replacement): Promise<Erasure[]> {
  await change(tx, sources, { metadata }, 'id = ?', [id]);
  return replaceFile(tx, eraser, id, fileId);
}

/** More at once would block other writers. The next check finds the rest. */
const MAX_QUEUED_AT_ONCE = 20;

async function queueAgain(
  tx: Tx,
  id: string,
  at: number,
  replacement: Replacement | null = null,
): Promise<SourceRow | null> {
  const pending = { status: 'pending', progress: null, error: null, updatedAt: at } as const;
  const source = await updateOne(tx, sources, pending, 'id = ?', [id]);
  if (source) await queue(tx, source, at, replacement);
  return source;
}

async function queue(
  tx: Tx,
  { id: sourceId, projectId, type }: Pick<SourceRow, 'id' | 'projectId' | 'type'>,
  at: number,
  replacement: Replacement | null = null,
): Promise<void> {
  await insert(tx, jobs, {
    id: newId('job'),
    projectId,
    sourceId,
    kind: jobKindOf(type),
    state: 'queued',
    runAt: at,
    attempt: 0,
    createdAt: at,
    replacementFileId: replacement?.fileId ?? null,
    replacementMetadata: replacement?.metadata ?? null,
  });
}
