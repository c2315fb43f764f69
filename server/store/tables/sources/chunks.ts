import type { RepositoryForge, SourceMetadata } from '@footnote/sdk/contract';
import { FILE_FORMATS } from '../../../platform/files/file-formats.ts';
import { belongsToJob, lockHeldJob } from '../../coordination/job-fence.ts';
import { emitJobEnded } from '../../coordination/source-events.ts';
import type { Db, Reads, SqlValue, Tx } from '../../db.ts';
import type { Eraser } from '../../deletion/eraser.ts';
import { replaceFile } from '../../files/replace-file.ts';
import { insert, remove, replacing, update } from '../../rows.ts';
import type { IndexWriter } from '../../search/search-index.ts';
import type { Raw } from '../../table.ts';
import { chunks, documents, generations } from '../../types/chunks.ts';
import { jobs } from '../../types/jobs.ts';
import { sources } from '../../types/sources.ts';
import type { ChunkRow, Chunks, PassageRow } from '../../types.ts';
import { assertChosen } from '../../vectors/vector-indexes.ts';
import { paginate } from '../paginate.ts';
import { sourceName } from './source-name.ts';
import { tellApart } from './title-apart.ts';

/** Larger batches block the event loop (measured: about 10 ms for 50 rows). */
const MAX_BATCH_CHUNKS = 50;
/** Far more than a page of results needs, and far below the engines' limits on parameters. */
const MAX_READ_IDS = 500;

/** Chunk ids are integers in the database and opaque strings outside. Null if the string is not an integer. */
const toNumber = (id: string): number | null => (/^\d{1,15}$/.test(id) ? Number(id) : null);

/** A chunk is visible only if its generation is live and its source and project exist. */
const VISIBLE = `
  select chunks.*, sources.id as source_id, documents.title, documents.language, sources.metadata, sources.url,
    sources.external_id, generations.published_at, repositories.forge
  from chunks
  join generations on generations.id = chunks.generation and generations.state = 'live'
  join sources on sources.id = generations.source_id
  join documents on documents.source_id = sources.id
  join projects on projects.id = chunks.project_id
  left join repositories on repositories.id = sources.repository_id
  where chunks.project_id = ?`;

async function visibleChunks(reads: Reads, condition: string, parameters: SqlValue[]): Promise<ChunkRow[]> {
  return (await reads.read<Raw>(VISIBLE + condition, parameters)).map(toChunk);
}

const begin =
  (db: Db, eraser: Eraser): Chunks['begin'] =>
  async (fence, { projectId, sourceId }) => {
    const generation = await db.tx(async (tx) => {
      const job = await lockHeldJob(tx, fence);
      if (job?.projectId !== projectId || !(await belongsToJob(tx, job, sourceId))) return null;
      await update(tx, generations, { state: 'retired' }, "source_id = ? and state = 'staging'", [sourceId]);
      const [id = 0] = await tx.numbers('generation');
      await insert(tx, generations, { id, projectId, sourceId, state: 'staging' });
      return id;
    });
    if (generation !== null) await eraser.eraseRetired(sourceId);
    return generation;
  };

const append =
  (db: Db, index: IndexWriter): Chunks['append'] =>
  async (fence, generation, written, embedder) => {
    if (written.length > MAX_BATCH_CHUNKS) {
      throw new RangeError(`At most ${MAX_BATCH_CHUNKS} chunks may be appended at once, these are ${written.length}.`);
    }
    const write = async (tx: Tx) => {
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
    };
    // If these are lost, the generation is written again from the start. Only publishing waits for the disk.
    return db.tx(write, { durable: false, background: true });
  };

const publish =
  (db: Db, eraser: Eraser): Chunks['publish'] =>
  async (fence, generation, { document, chunksCount, metadata, reading = null, validators = null, at }) => {
    const published = await db.tx(async (tx) => {
      const job = await lockHeldJob(tx, fence);
      if (!job) return null;
      const [staging] = await tx.read<{ chunks: number; source_id: string }>(
        "select chunks, source_id from generations where id = ? and state = 'staging'",
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
      if (document.title !== null) await tellApart(tx, job.projectId, sourceId, document.title);
      const erasures =
        job.replacementFileId === null ? [] : await replaceFile(tx, eraser, sourceId, job.replacementFileId);
      // The crawl job continues after each page.
      await remove(tx, jobs, 'id = ? and source_id = ?', [fence.jobId, sourceId]);
      if (job.sourceId === sourceId) await emitJobEnded(tx, sourceId, null, at);
      return { sourceId, erasures };
    });
    if (published !== null) await eraser.eraseRetired(published.sourceId, published.erasures);
    return published !== null;
  };

const sweep =
  (eraser: Eraser): Chunks['sweep'] =>
  () =>
    eraser.sweep();

const byIds =
  (db: Db): Chunks['byIds'] =>
  async (projectId, ids) => {
    const found = new Map<string, ChunkRow>();
    const numbers = [...new Set(ids.map(toNumber))].filter((number) => number !== null);
    await db.forProject(projectId).snapshot(async (reads) => {
      for (let from = 0; from < numbers.length; from += MAX_READ_IDS) {
        const some = numbers.slice(from, from + MAX_READ_IDS);
        const condition = ` and chunks.id in (${some.map(() => '?').join(', ')})`;
        for (const chunk of await visibleChunks(reads, condition, [projectId, ...some])) found.set(chunk.id, chunk);
      }
    });
    return ids.map((id) => found.get(id)).filter((chunk) => chunk !== undefined);
  };

const around =
  (db: Db): Chunks['around'] =>
  async (projectId, id, before, after) => {
    const number = toNumber(id);
    if (number === null) return [];
    const middle = 'select generation, seq from chunks where id = ?';
    return visibleChunks(
      db.forProject(projectId),
      ` and chunks.generation = (select generation from (${middle}) as middle)
      and chunks.seq between (select seq from (${middle}) as middle) - ? and (select seq from (${middle}) as middle) + ?
      order by chunks.seq`,
      [projectId, number, number, before, number, after],
    );
  };

const ofSource =
  (db: Db): Chunks['ofSource'] =>
  (projectId, sourceId, paging) =>
    paginate(
      db.forProject(projectId),
      {
        table: 'chunks',
        where: `generation = (select id from generations where source_id = ? and project_id = ? and state = 'live')
        and exists (select 1 from projects where projects.id = chunks.project_id)`,
        parameters: [sourceId, projectId],
        order: 'seq',
      },
      paging,
      toPassage,
    );

const spread =
  (db: Db): Chunks['spread'] =>
  async (projectId, most) => {
    const own = db.forProject(projectId);
    const ids = await own.snapshot(async (reads) => {
      const generations = await reads.read<{ id: number; chunks: number }>(
        "select id, chunks from generations where project_id = ? and state = 'live' and chunks > 0 order by id",
        [projectId],
      );
      const places = spreadPlaces(generations, Math.min(most, MAX_READ_IDS));
      if (places.length === 0) return [];
      return reads.read<{ id: number }>(
        `select id from chunks where ${places.map(() => '(generation = ? and seq = ?)').join(' or ')} order by id`,
        places.flat(),
      );
    });
    return byIds(db)(
      projectId,
      ids.map(({ id }) => String(id)),
    );
  };

/** Generation and `seq` of chunks that are equally far from each other in the order of all. */
function spreadPlaces(generations: { id: number; chunks: number }[], most: number): [number, number][] {
  const total = generations.reduce((sum, { chunks }) => sum + Number(chunks), 0);
  const count = Math.min(most, total);
  const places: [number, number][] = [];
  let before = 0;
  for (const { id, chunks } of generations) {
    const end = before + Number(chunks);
    for (let at = Math.floor((places.length * total) / count); places.length < count && at < end; ) {
      places.push([Number(id), at - before]);
      at = Math.floor((places.length * total) / count);
    }
    before = end;
  }
  return places;
}

export function createChunks(db: Db, index: IndexWriter, eraser: Eraser): Chunks {
  return {
    begin: begin(db, eraser),
    append: append(db, index),
    publish: publish(db, eraser),
    sweep: sweep(eraser),
    byIds: byIds(db),
    around: around(db),
    between: (projectId, sourceId, fromSeq, toSeq) =>
      visibleChunks(
        db.forProject(projectId),
        ` and chunks.generation = (select id from generations where source_id = ? and state = 'live')
      and chunks.seq between ? and ? order by chunks.seq`,
        [projectId, sourceId, fromSeq, toSeq],
      ),
    ofSource: ofSource(db),
    every: (projectId, sourceId, count) =>
      visibleChunks(
        db.forProject(projectId),
        ` and chunks.generation = (select id from generations where source_id = ? and state = 'live')
      and chunks.seq % ? = 0 order by chunks.seq`,
        [projectId, sourceId, count],
      ),
    spread: spread(db),
    async count(projectId) {
      const [row] = await db
        .forProject(projectId)
        .read<{ total: number }>(
          `select coalesce(sum(chunks), 0) as total from generations where project_id = ? and state = 'live'`,
          [projectId],
        );
      return row?.total ?? 0;
    },
    async version(projectId) {
      const [row] = await db
        .forProject(projectId)
        .read<{ total: number; latest: number | null }>(
          `select count(*) as total, max(id) as latest from generations where project_id = ? and state = 'live'`,
          [projectId],
        );
      return `${row?.total ?? 0}-${row?.latest ?? 0}`;
    },
  };
}

/** An address of a file at a commit. */
const AT_COMMIT = /\/[0-9a-f]{40}\//;

function toPassage(raw: Raw): PassageRow {
  const { id, seq, start, end, text, headings, page } = chunks.toRow(raw);
  return { id: String(id), seq, start, end, text, headings, page };
}

function toChunk(raw: Raw): ChunkRow {
  const chunk = chunks.toRow(raw);
  const metadata = JSON.parse(String(raw.metadata)) as SourceMetadata;
  const title = String(metadata.title ?? raw.title ?? metadata.filename ?? metadata.url ?? '');
  const [externalId, url] = [raw.external_id, raw.url].map((value) => (value == null ? null : String(value)));
  const name = sourceName({ externalId: externalId ?? null, url: url ?? null, metadata }, title);
  return {
    ...chunk,
    id: String(chunk.id),
    section: chunk.section ?? chunk.seq,
    sourceId: String(raw.source_id),
    title,
    ...(name !== undefined && { sourceName: name }),
    language: String(raw.language),
    // What its owner says of it comes before what a crawl found: a site may be read from a copy that is not public.
    address: url ?? metadata.final_url ?? metadata.url ?? null,
    ...(url != null && metadata.content_type === FILE_FORMATS.markdown.mediaType && { hasAnchors: true as const }),
    ...(raw.forge != null && url && AT_COMMIT.test(url) && { forge: String(raw.forge) as RepositoryForge }),
    indexedAt: Number(raw.published_at),
  };
}
