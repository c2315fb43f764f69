import { errors } from '../errors.ts';
import { newId } from '../ids.ts';
import { advance } from './counters.ts';
import type { Db, Reads, Tx } from './db.ts';
import type { Eraser, Erasure } from './erase.ts';
import { failJob, heldJob, removeJobs } from './job-fence.ts';
import { replaceFile } from './replace-file.ts';
import { type Raw, toJson, toSource } from './rows.ts';
import type { Replacement, Sources } from './types.ts';

export function createSources(db: Db, eraser: Eraser): Sources {
  return {
    async create(source) {
      await db.tx(async (tx) => {
        const { changes } = await tx.write(
          `insert into sources (id, number, project_id, type, status, metadata, file_id, chunks_count, progress, error,
             created_at, updated_at, completed_at)
           select ?, ?, id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? from projects where id = ?`,
          [
            source.id,
            await advance(tx, 'source'),
            source.type,
            source.status,
            JSON.stringify(source.metadata),
            source.fileId,
            source.chunksCount,
            toJson(source.progress),
            toJson(source.error),
            source.createdAt,
            source.updatedAt,
            source.completedAt,
            source.projectId,
          ],
        );
        // The project was deleted while the upload was under way.
        if (changes === 0) throw errors.notFound();
        await queue(tx, source.projectId, source.id, source.createdAt);
      });
    },

    async byId(id) {
      const [row] = await db.read<Raw>(
        'select * from sources where id = ? and exists (select 1 from projects where projects.id = sources.project_id)',
        [id],
      );
      return row ? toSource(row) : null;
    },

    listByProject: (projectId, { limit, offset }) =>
      db.snapshot(async (reads) => {
        const rows = await reads.read<Raw>(
          'select * from sources where project_id = ? order by number desc limit ? offset ?',
          [projectId, limit, offset],
        );
        const [count] = await reads.read<{ total: number }>(
          'select count(*) as total from sources where project_id = ?',
          [projectId],
        );
        return { rows: rows.map(toSource), total: count?.total ?? 0 };
      }),

    async requeue(projectId, id, at, replacement = null) {
      const queued = await db.tx(async (tx) => {
        const found = await tx.read(
          `select 1 as found from sources where id = ? and project_id = ?
             and exists (select 1 from projects where projects.id = sources.project_id)`,
          [id, projectId],
        );
        if (found.length === 0) return null;
        const jobs = await tx.read('select 1 as found from jobs where source_id = ?', [id]);
        if (jobs.length > 0) return 'busy';
        const waits = replacement !== null && (await answers(tx, id));
        const erasures = replacement && !waits ? await replaceNow(tx, eraser, id, replacement) : [];
        await queue(tx, projectId, id, at, waits ? replacement : null);
        const { rows } = await tx.write<Raw>(
          "update sources set status = 'pending', progress = null, error = null, updated_at = ? where id = ? returning *",
          [at, id],
        );
        return rows[0] ? { source: toSource(rows[0]), erasures } : null;
      });
      if (queued === null || queued === 'busy') return queued;
      if (queued.erasures.length > 0) await eraser.generationsOf(id, queued.erasures);
      return queued.source;
    },

    progress: (fence, sourceId, progress) =>
      db.tx(async (tx) => {
        const job = await heldJob(tx, fence);
        if (job?.sourceId !== sourceId) return false;
        await tx.write("update sources set status = 'processing', progress = ?, updated_at = ? where id = ?", [
          JSON.stringify(progress),
          db.now(),
          sourceId,
        ]);
        return true;
      }),

    async fail(fence, sourceId, error) {
      const erasures = await db.tx(async (tx) => {
        const job = await heldJob(tx, fence);
        return job?.sourceId === sourceId ? failJob(tx, eraser, sourceId, error, db.now()) : null;
      });
      if (erasures) await eraser.generationsOf(sourceId, erasures);
      return erasures !== null;
    },

    async delete(projectId, id) {
      const erasures = await db.tx(async (tx) => {
        const { rows } = await tx.write<{ file_id: string | null }>(
          `delete from sources where id = ? and project_id = ?
             and exists (select 1 from projects where projects.id = sources.project_id) returning file_id`,
          [id, projectId],
        );
        const [source] = rows;
        if (!source) return [];
        // The worker loses its fence, and no search or citation finds a chunk from here on.
        const replacements = await removeJobs(tx, eraser, 'source_id = ?', id);
        await tx.write("update generations set state = 'retired' where source_id = ?", [id]);
        return [...replacements, await eraser.note(tx, { id, kind: 'source', fileId: source.file_id })];
      });
      await eraser.finish(erasures);
      return erasures.length > 0;
    },
  };
}

/** Is anything of it published? */
async function answers(reads: Reads, sourceId: string): Promise<boolean> {
  const live = await reads.read("select 1 as found from generations where source_id = ? and state = 'live'", [
    sourceId,
  ]);
  return live.length > 0;
}

async function replaceNow(tx: Tx, eraser: Eraser, id: string, { fileId, metadata }: Replacement): Promise<Erasure[]> {
  await tx.write('update sources set metadata = ? where id = ?', [JSON.stringify(metadata), id]);
  return replaceFile(tx, eraser, id, fileId);
}

async function queue(
  tx: Tx,
  projectId: string,
  sourceId: string,
  at: number,
  replacement: Replacement | null = null,
): Promise<void> {
  await tx.write(
    `insert into jobs (id, project_id, source_id, state, run_at, attempt, created_at, replacement_file_id,
       replacement_metadata)
     values (?, ?, ?, 'queued', ?, 0, ?, ?, ?)`,
    [newId('job'), projectId, sourceId, at, at, replacement?.fileId ?? null, toJson(replacement?.metadata ?? null)],
  );
}
