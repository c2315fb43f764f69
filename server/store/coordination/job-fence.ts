import type { SourceError } from '@footnote/sdk/contract';
import type { Reads, Tx } from '../db.ts';
import type { Eraser, Erasure } from '../deletion/eraser.ts';
import { exists, find, update } from '../rows.ts';
import type { Row } from '../table.ts';
import { generations } from '../types/chunks.ts';
import { jobs } from '../types/jobs.ts';
import { sources } from '../types/sources.ts';
import type { JobFence } from '../types.ts';
import { emitJobEnded } from './source-events.ts';

/** Attempts at a job before its source fails. */
export const MAX_ATTEMPTS = 3;

/** `replacementFileId`: the file to read in place of the source's own. */
export type HeldJob = Pick<Row<typeof jobs>, 'projectId' | 'sourceId' | 'replacementFileId'>;

export const HELD = "id = ? and owner = ? and attempt = ? and state = 'running'";
export const heldBy = ({ jobId, owner, attempt }: JobFence) => [jobId, owner, attempt];

/**
 * Locks and returns the job if the fence still holds it. Returns null if the job was taken over or has ended, or its
 * source or project was deleted. Until the transaction ends, no other process can take the job over, so only the holder writes.
 */
export async function lockHeldJob(tx: Tx, fence: JobFence): Promise<HeldJob | null> {
  return find(tx, jobs, `${HELD} for share`, heldBy(fence));
}

/** Does the fence hold at this moment? It may be lost right after. */
export async function isHeld(reads: Reads, fence: JobFence): Promise<boolean> {
  return exists(reads, jobs, HELD, heldBy(fence));
}

/** Is it the job's own source, or a page of the site that the job crawls? */
export async function belongsToJob(reads: Reads, job: HeldJob, sourceId: string): Promise<boolean> {
  if (job.sourceId === sourceId) return true;
  return exists(reads, sources, 'id = ? and parent_id = ?', [sourceId, job.sourceId]);
}

/**
 * Ends a job without success: the source gets the error, and its unpublished generation is retired. Earlier generations
 * of the source or its pages stay live, and then the source stays completed. Returns what else must be erased.
 */
export async function failJob(
  tx: Tx,
  eraser: Eraser,
  sourceId: string,
  error: SourceError,
  at: number,
): Promise<Erasure[]> {
  const erasures = await removeJobs(tx, eraser, 'source_id = ?', sourceId);
  await failSource(tx, sourceId, error, at);
  // The page that the crawl was reading has no job any more.
  const left = `parent_id = ? and status = 'processing'
    and not exists (select 1 from jobs where jobs.source_id = sources.id)`;
  await update(tx, sources, { status: 'failed', error, updatedAt: at }, left, [sourceId]);
  await emitJobEnded(tx, sourceId, error, at);
  return erasures;
}

/** Likewise for a source whose job continues: a page of the site that the job crawls. */
export async function failSource(tx: Tx, sourceId: string, error: SourceError, at: number): Promise<void> {
  await update(tx, generations, { state: 'retired' }, "source_id = ? and state = 'staging'", [sourceId]);
  await tx.write(
    `update sources set error = ?, progress = null, validators = null, updated_at = ?,
       status = case when exists (
         select 1 from generations join sources as live on live.id = generations.source_id
         where (live.id = sources.id or live.parent_id = sources.id) and generations.state = 'live'
       ) then 'completed' else 'failed' end
     where id = ?`,
    [JSON.stringify(error), at, sourceId],
  );
}

/** Removes unfinished jobs; returns their replacement files, which must be erased. */
export async function removeJobs(tx: Tx, eraser: Eraser, where: string, id: string): Promise<Erasure[]> {
  const { rows } = await tx.write<{ file_id: string | null }>(
    `delete from jobs where ${where} returning replacement_file_id as file_id`,
    [id],
  );
  const fileIds = rows.flatMap(({ file_id }) => (file_id === null ? [] : [file_id]));
  return Promise.all(fileIds.map((fileId) => eraser.note(tx, { id: fileId, kind: 'file', fileId })));
}
