import type { RepositoryForge, SourceMetadata } from '@footnote/sdk/contract';
import { FILE_FORMATS } from '../../../platform/files/file-formats.ts';
import { createCacheOfTexts } from '../../../platform/text/text-cache.ts';
import type { Db, Reads, SqlValue } from '../../db.ts';
import type { Eraser } from '../../deletion/eraser.ts';
import type { IndexWriter, SearchChanges } from '../../search/search-index.ts';
import type { Raw } from '../../table.ts';
import { chunks } from '../../types/chunks.ts';
import { decodeBlocks } from '../../types/encode-blocks.ts';
import type { ChunkRow, Chunks, PassageRow } from '../../types.ts';
import { paginate } from '../paginate.ts';
import { sourceName } from './source-name.ts';
import { append, begin, publish, publishWhole } from './write-chunks.ts';

/** Far more than a page of results needs, and far below the engines' limits on parameters. */
const MAX_READ_IDS = 500;

/** Chunk ids are integers in the database and opaque strings outside. Null if the string is not an integer. */
const toNumber = (id: string): number | null => (/^\d{1,15}$/.test(id) ? Number(id) : null);

/** A chunk is visible only if its generation is live and its source and project exist. */
const visible = (columns: string) => `
  select ${columns} from chunks
  join generations on generations.id = chunks.generation and generations.state = 'live'
  join sources on sources.id = generations.source_id
  join documents on documents.source_id = sources.id
  join projects on projects.id = chunks.project_id
  left join repositories on repositories.id = sources.repository_id
  where chunks.project_id = ?`;
const VISIBLE = visible(`chunks.*, sources.id as source_id, documents.title, documents.language, sources.metadata,
  sources.url, sources.external_id, generations.published_at, repositories.forge`);
const VISIBLE_TEXTS = visible('chunks.id, chunks.text, chunks.headings, documents.title, sources.metadata');

async function visibleChunks(reads: Reads, condition: string, parameters: SqlValue[]): Promise<ChunkRow[]> {
  return (await reads.read<Raw>(VISIBLE + condition, parameters)).map(toChunk);
}

const sweep =
  (eraser: Eraser): Chunks['sweep'] =>
  () =>
    eraser.sweep();

/** With the last id again until there are a power of two: for each number of ids, a statement is prepared. */
function filledUp(ids: number[]): number[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return Array.from({ length }, (_, at) => ids[Math.min(at, ids.length - 1)] as number);
}

/** The rows of chunks with these ids, as a query of visible chunks gives them. */
async function rowsById<Chunk>(
  db: Db,
  query: string,
  toRow: (raw: Raw) => Chunk,
  projectId: string,
  ids: string[],
): Promise<Chunk[]> {
  const numbers = [...new Set(ids.map(toNumber))].filter((number) => number !== null);
  const own = db.forProject(projectId);
  const readSome = async (reads: Reads, some: number[]) => {
    const listed = filledUp(some);
    const condition = ` and chunks.id in (${listed.map(() => '?').join(', ')})`;
    return (await reads.read<Raw>(query + condition, [projectId, ...listed])).map(toRow);
  };
  if (numbers.length === 0) return [];
  // One statement needs no transaction to see one state.
  if (numbers.length <= MAX_READ_IDS) return readSome(own, numbers);
  const found: Chunk[] = [];
  await own.snapshot(async (reads) => {
    for (let from = 0; from < numbers.length; from += MAX_READ_IDS)
      found.push(...(await readSome(reads, numbers.slice(from, from + MAX_READ_IDS))));
  });
  return found;
}

/** Questions find the same chunks again and again: one is read once until something of its project has changed. */
function byIds(db: Db, searchChanges: SearchChanges): Chunks['byIds'] {
  const remembered = createCacheOfTexts<{ changes: number; chunk: ChunkRow }>(({ chunk }) => chunk.text.length);
  return async (projectId, ids) => {
    const own = db.forProject(projectId);
    const keyOf = (id: string) => `${projectId} ${id}`;
    const found = new Map<string, ChunkRow>();
    const read = async (changes: number, some: string[]) => {
      for (const chunk of await rowsById(db, VISIBLE, toChunk, projectId, some)) {
        found.set(chunk.id, chunk);
        remembered.set(keyOf(chunk.id), { changes, chunk });
      }
    };
    // Counted before what is read, which may be newer: then it is read again the next time.
    const changes = await searchChanges(own, projectId);
    if (changes === null) return [];
    for (const id of ids) {
      const known = remembered.get(keyOf(id));
      if (known?.changes === changes) found.set(id, known.chunk);
    }
    const isKnown = found.size > 0;
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0) await read(changes, missing);
    if (isKnown && missing.length > 0 && (await searchChanges(own, projectId)) !== changes) {
      // What was known and what was read are not of one state.
      found.clear();
      await read(changes, ids);
    }
    return ids.map((id) => found.get(id)).filter((chunk) => chunk !== undefined);
  };
}

const textsByIds =
  (db: Db): Chunks['textsByIds'] =>
  (projectId, ids) =>
    rowsById(
      db,
      VISIBLE_TEXTS,
      (raw) => ({
        id: String(raw.id),
        title: titleOf(raw, JSON.parse(String(raw.metadata))),
        headings: chunks.declared.headings.read(raw.headings),
        text: String(raw.text),
      }),
      projectId,
      ids,
    );

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
  (db: Db, read: Chunks['byIds']): Chunks['spread'] =>
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
    return read(
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

interface Parts {
  index: IndexWriter;
  eraser: Eraser;
  searchChanges: SearchChanges;
}

export function createChunks(db: Db, { index, eraser, searchChanges }: Parts): Chunks {
  const read = byIds(db, searchChanges);
  return {
    begin: begin(db, eraser),
    append: append(db, index),
    publish: publish(db, eraser),
    publishWhole: publishWhole(db, index, eraser),
    sweep: sweep(eraser),
    byIds: read,
    textsByIds: textsByIds(db),
    around: around(db),
    between: (projectId, sourceId, fromSeq, toSeq) =>
      visibleChunks(
        db.forProject(projectId),
        ` and chunks.generation = (select id from generations where source_id = ? and state = 'live')
      and chunks.seq between ? and ? order by chunks.seq`,
        [projectId, sourceId, fromSeq, toSeq],
      ),
    async addresses(projectId, externalIds) {
      const rows = await db.forProject(projectId).read<{ external_id: string; url: string }>(
        `select external_id, url from sources
      where project_id = ? and url is not null and external_id in (${externalIds.map(() => '?').join(', ')})`,
        [projectId, ...externalIds],
      );
      return new Map(rows.map(({ external_id, url }) => [external_id, url]));
    },
    ofSource: ofSource(db),
    every: (projectId, sourceId, count) =>
      visibleChunks(
        db.forProject(projectId),
        ` and chunks.generation = (select id from generations where source_id = ? and state = 'live')
      and chunks.seq % ? = 0 order by chunks.seq`,
        [projectId, sourceId, count],
      ),
    spread: spread(db, read),
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

const titleOf = (raw: Raw, metadata: SourceMetadata): string =>
  String(metadata.title ?? raw.title ?? metadata.filename ?? metadata.url ?? '');

/** A hundred for each question: what few chunks have is added afterwards, as spreads take several times as long. */
function toChunk(raw: Raw): ChunkRow {
  const stored = chunks.toRow(raw);
  const metadata = JSON.parse(String(raw.metadata)) as SourceMetadata;
  const title = titleOf(raw, metadata);
  const [externalId, url] = [raw.external_id, raw.url].map((value) => (value == null ? null : String(value)));
  const chunk: ChunkRow = {
    ...stored,
    id: String(stored.id),
    blocks: decodeBlocks(stored.blocks),
    section: stored.section ?? stored.seq,
    sourceId: String(raw.source_id),
    title,
    language: String(raw.language),
    // What its owner says of it comes before what a crawl found: a site may be read from a copy that is not public.
    address: url ?? metadata.final_url ?? metadata.url ?? null,
    indexedAt: Number(raw.published_at),
  };
  const name = sourceName({ externalId: externalId ?? null, url: url ?? null, metadata }, title);
  if (name !== undefined) chunk.sourceName = name;
  if (externalId != null) chunk.externalId = externalId;
  if (url != null && metadata.content_type === FILE_FORMATS.markdown.mediaType) chunk.hasAnchors = true;
  if (raw.forge != null && url && AT_COMMIT.test(url)) chunk.forge = String(raw.forge) as RepositoryForge;
  return chunk;
}
