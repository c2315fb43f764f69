import { belongsToJob, lockHeldJob } from '../../coordination/job-fence.ts';
import { emitJobEnded } from '../../coordination/source-events.ts';
import type { Db, Tx } from '../../db.ts';
import type { Eraser, Erasure } from '../../deletion/eraser.ts';
import { replaceFile } from '../../files/replace-file.ts';
import { insert, remove, replacing, update } from '../../rows.ts';
import type { IndexWriter } from '../../search/search-index.ts';
import { chunks, documents, generations } from '../../types/chunks.ts';
import { jobs } from '../../types/jobs.ts';
import { sources } from '../../types/sources.ts';
import type { Chunks, JobFence, NewChunk, PublishedDocument } from '../../types.ts';
import { assertChosen } from '../../vectors/vector-indexes.ts';
import { tellApart } from './title-apart.ts';
import { addToTotals } from './totals.ts';

/** Larger batches keep the writing thread busy for too long (measured: about 10 ms for 50 rows). */
const MAX_BATCH_CHUNKS = 50;
/** If these are lost, the generation is written again from the start. Only publishing waits for the disk. */
const NOT_YET_DURABLE = { durable: false };

export const begin =
  (db: Db, eraser: Eraser): Chunks['begin'] =>
  async (fence, { projectId, sourceId }) => {
    const generation = await db.tx((tx) => beginGeneration(tx, fence, projectId, sourceId), NOT_YET_DURABLE);
    if (generation !== null) await eraser.eraseRetired(sourceId);
    return generation;
  };

export const append =
  (db: Db, index: IndexWriter): Chunks['append'] =>
  async (fence, generation, written, embedder) => {
    assertBatch(written);
    return db.tx((tx) => appendChunks(tx, index, { fence, generation, written, embedder }), {
      ...NOT_YET_DURABLE,
      background: true,
    });
  };

export const publish =
  (db: Db, eraser: Eraser): Chunks['publish'] =>
  async (fence, generation, result) =>
    finish(eraser, await db.tx((tx) => publishGeneration(tx, eraser, { fence, generation, result })));

export const publishWhole =
  (db: Db, index: IndexWriter, eraser: Eraser): Chunks['publishWhole'] =>
  async (fence, { projectId, sourceId }, written, result, embedder) => {
    assertBatch(written);
    const write = async (tx: Tx) => {
      const generation = await beginGeneration(tx, fence, projectId, sourceId);
      if (generation === null) return null;
      if (!(await appendChunks(tx, index, { fence, generation, written, embedder }))) return null;
      return publishGeneration(tx, eraser, { fence, generation, result });
    };
    return finish(eraser, await db.tx(write, { background: true }));
  };

function assertBatch({ length }: NewChunk[]): void {
  if (length > MAX_BATCH_CHUNKS)
    throw new RangeError(`At most ${MAX_BATCH_CHUNKS} chunks may be written at once, these are ${length}.`);
}

/** Null where the fence has moved on or the source is gone. */
async function beginGeneration(tx: Tx, fence: JobFence, projectId: string, sourceId: string): Promise<number | null> {
  const job = await lockHeldJob(tx, fence);
  if (job?.projectId !== projectId || !(await belongsToJob(tx, job, sourceId))) return null;
  await update(tx, generations, { state: 'retired' }, "source_id = ? and state = 'staging'", [sourceId]);
  const [id = 0] = await tx.numbers('generation');
  await insert(tx, generations, { id, projectId, sourceId, state: 'staging' });
  return id;
}

interface Appended {
  fence: JobFence;
  generation: number;
  written: NewChunk[];
  embedder: string | undefined;
}

async function appendChunks(
  tx: Tx,
  index: IndexWriter,
  { fence, generation, written, embedder }: Appended,
): Promise<boolean> {
  const job = await lockHeldJob(tx, fence);
  if (!job) return false;
  const [staging] = await tx.read<{ number: number; source_id: string }>(
    `select projects.number, generations.source_id from generations
       join projects on projects.id = generations.project_id
       where generations.id = ? and generations.state = 'staging'`,
    [generation],
  );
  if (!staging || !(await belongsToJob(tx, job, staging.source_id))) return false;
  if (embedder !== undefined) await assertChosen(tx, embedder);
  const ids = await tx.numbers('chunk', written.length);
  const idAt = (position: number) => ids[position] ?? 0;
  for (const [position, chunk] of written.entries()) {
    await insert(tx, chunks, { ...chunk, id: idAt(position), projectId: job.projectId, generation });
  }
  await index.add(
    tx,
    written.map((chunk, position) => ({
      chunkId: idAt(position),
      projectId: job.projectId,
      projectNumber: staging.number,
      generation,
      chunk,
    })),
  );
  await tx.write('update generations set chunks = chunks + ? where id = ?', [written.length, generation]);
  return true;
}

interface Published {
  sourceId: string;
  erasures: Erasure[];
}

/** Null where the fence has moved on or the source is gone. */
async function publishGeneration(
  tx: Tx,
  eraser: Eraser,
  { fence, generation, result }: { fence: JobFence; generation: number; result: PublishedDocument },
): Promise<Published | null> {
  const { document, chunksCount, metadata, reading = null, validators = null, at } = result;
  const job = await lockHeldJob(tx, fence);
  if (!job) return null;
  const [staging] = await tx.read<{ chunks: number; source_id: string; bytes: number }>(
    `select generations.chunks, generations.source_id, sources.bytes from generations
       join sources on sources.id = generations.source_id
       where generations.id = ? and generations.state = 'staging'`,
    [generation],
  );
  if (!staging || !(await belongsToJob(tx, job, staging.source_id))) return null;
  const sourceId = staging.source_id;
  if (staging.chunks !== chunksCount) {
    throw new Error(`${chunksCount} chunks were to be published, but ${staging.chunks} were appended.`);
  }
  await update(tx, generations, { state: 'retired' }, "source_id = ? and state = 'live'", [sourceId]);
  await update(tx, generations, { state: 'live', publishedAt: at }, 'id = ?', [generation]);
  const row = { ...document, sourceId, projectId: job.projectId };
  await insert(tx, documents, row, { conflict: replacing(documents) });
  const completed = { status: 'completed', progress: null, error: null, updatedAt: at, completedAt: at } as const;
  const bytes = metadata.size ?? Buffer.byteLength(document.text);
  const changes = { ...completed, chunksCount, metadata, reading, validators, bytes };
  await update(tx, sources, changes, 'id = ?', [sourceId]);
  await addToTotals(tx, job.projectId, { bytes: bytes - Number(staging.bytes) });
  if (document.title !== null) await tellApart(tx, job.projectId, sourceId, document.title);
  const erasures = job.replacementFileId === null ? [] : await replaceFile(tx, eraser, sourceId, job.replacementFileId);
  // The crawl job continues after each page.
  await remove(tx, jobs, 'id = ? and source_id = ?', [fence.jobId, sourceId]);
  if (job.sourceId === sourceId) await emitJobEnded(tx, sourceId, null, at);
  return { sourceId, erasures };
}

/** Erases what the published generation has replaced. Returns whether one was published. */
async function finish(eraser: Eraser, published: Published | null): Promise<boolean> {
  if (published !== null) await eraser.eraseRetired(published.sourceId, published.erasures);
  return published !== null;
}
