import type { SourceError } from '@footnote/sdk/contract';
import type { Tx } from '../db.ts';
import { exists, find } from '../rows.ts';
import { jobs } from '../types/jobs.ts';
import { sources } from '../types/sources.ts';
import { emit, timestampOf } from './outbox.ts';

/**
 * Queues what webhooks are told when a job has ended: of its source, and of the whole project if that was its last job. Call it after
 * the job's row is gone and the source's is written, in the same transaction. `error`: why it failed.
 */
export async function emitJobEnded(tx: Tx, sourceId: string, error: SourceError | null, at: number): Promise<void> {
  const source = await find(tx, sources, 'id = ?', [sourceId]);
  if (!source) return;
  const { projectId: project_id, type, externalId: external_id, metadata } = source;
  const timestamp = timestampOf(at);
  const about = {
    project_id,
    source_id: sourceId,
    type,
    name: metadata.title ?? metadata.filename ?? metadata.url ?? '',
    external_id,
  };
  if (error) {
    const event = { type: 'source.failed', timestamp, data: { ...about, error } } as const;
    await emit(tx, project_id, event.type, async () => ({ event, subjectId: sourceId }));
  } else {
    const data = { ...about, chunks_count: source.chunksCount };
    const event = { type: 'source.completed', timestamp, data } as const;
    await emit(tx, project_id, event.type, async () => ({ event, subjectId: sourceId }));
  }
  await emit(tx, project_id, 'sync.finished', async () => {
    if (await exists(tx, jobs, 'project_id = ? limit 1', [project_id])) return null;
    const data = { project_id, ...(await countEnded(tx, project_id)) };
    return { event: { type: 'sync.finished', timestamp, data }, subjectId: null };
  });
}

async function countEnded(tx: Tx, projectId: string): Promise<{ completed: number; failed: number }> {
  const rows = await tx.read<{ status: string; sources: number }>(
    'select status, count(*) as sources from sources where project_id = ? group by status',
    [projectId],
  );
  const of = (status: string) => Number(rows.find((row) => row.status === status)?.sources ?? 0);
  return { completed: of('completed'), failed: of('failed') };
}
