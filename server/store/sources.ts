import { errors } from '../errors.ts';
import { newId } from '../ids.ts';
import { advance } from './counters.ts';
import type { Db, Tx } from './db.ts';
import type { Eraser } from './erase.ts';
import { noteMade } from './idempotency.ts';
import { failJob, heldJob } from './job-fence.ts';
import { type Raw, toJson, toSource } from './rows.ts';
import type { Sources } from './types.ts';

export function createSources(db: Db, eraser: Eraser): Sources {
  return {
    async create(source, request = null) {
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
        await noteMade(tx, request, source.id);
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

    requeue: (projectId, id, at, request = null) =>
      db.tx(async (tx) => {
        const found = await tx.read(
          `select 1 as found from sources where id = ? and project_id = ?
             and exists (select 1 from projects where projects.id = sources.project_id)`,
          [id, projectId],
        );
        if (found.length === 0) return null;
        const jobs = await tx.read('select 1 as found from jobs where source_id = ?', [id]);
        if (jobs.length > 0) return 'busy';
        await queue(tx, projectId, id, at);
        await noteMade(tx, request, id);
        const { rows } = await tx.write<Raw>(
          "update sources set status = 'pending', progress = null, error = null, updated_at = ? where id = ? returning *",
          [at, id],
        );
        return rows[0] ? toSource(rows[0]) : null;
      }),

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
      const failed = await db.tx(async (tx) => {
        const job = await heldJob(tx, fence);
        if (job?.sourceId !== sourceId) return false;
        await failJob(tx, sourceId, error, db.now());
        return true;
      });
      if (failed) await eraser.generationsOf(sourceId);
      return failed;
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
        await tx.write('delete from jobs where source_id = ?', [id]);
        await tx.write("update generations set state = 'retired' where source_id = ?", [id]);
        return [await eraser.note(tx, { id, kind: 'source', fileId: source.file_id })];
      });
      await eraser.finish(erasures);
      return erasures.length > 0;
    },
  };
}

async function queue(tx: Tx, projectId: string, sourceId: string, at: number): Promise<void> {
  await tx.write(
    `insert into jobs (id, project_id, source_id, state, run_at, attempt, created_at)
     values (?, ?, ?, 'queued', ?, 0, ?)`,
    [newId('job'), projectId, sourceId, at, at],
  );
}
