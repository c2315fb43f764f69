import type { Db, Tx } from '../../db.ts';
import { insert, replacing } from '../../rows.ts';
import { readGenerations, wordCodes } from '../../types/word-codes.ts';
import type { ChunkToRead, CodesOf, WordCodes } from '../../types.ts';
import { packMeans } from '../../vectors/passage-means.ts';

/** Live generations of documents in these languages, with the reader that has read each to the end. */
const live = (languages: readonly string[]) => `
  from generations
  join projects on projects.id = generations.project_id
  join documents on documents.source_id = generations.source_id
    and documents.language in (${languages.map(() => '?').join(', ')})
  left join read_generations on read_generations.generation = generations.id
  where generations.state = 'live'`;

interface Generation {
  id: number;
  projectId: string;
  projectNumber: number;
}

/** The first that has not been read, of the next project in turn. */
async function nextGeneration(
  tx: Tx,
  { reader, languages }: CodesOf,
  afterProject: number,
): Promise<Generation | null> {
  const [next] = await tx.read<Generation>(
    `select generations.id, projects.id as "projectId", projects.number as "projectNumber" ${live(languages)}
       and coalesce(read_generations.reader, '') <> ?
     order by case when projects.number > ? then 0 else 1 end, projects.number, generations.id limit 1`,
    [...languages, reader, afterProject],
  );
  return next ?? null;
}

async function unreadChunks(tx: Tx, generation: number, reader: string, limit: number): Promise<ChunkToRead[]> {
  const rows = await tx.read<{ id: number; headings: string; text: string }>(
    `select chunks.id, chunks.headings, chunks.text from chunks
     left join word_codes on word_codes.chunk_id = chunks.id and word_codes.reader = ?
     where chunks.generation = ? and word_codes.chunk_id is null order by chunks.seq limit ?`,
    [reader, generation, limit],
  );
  return rows.map(({ id, headings, text }) => ({ chunkId: String(id), headings: JSON.parse(headings), text }));
}

const lacking =
  (db: Db): WordCodes['lacking'] =>
  (of, afterProject, limit) =>
    db.tx(
      async (tx) => {
        for (;;) {
          const generation = await nextGeneration(tx, of, afterProject);
          if (generation === null) return null;
          const chunks = await unreadChunks(tx, generation.id, of.reader, limit);
          if (chunks.length > 0) return { projectNumber: Number(generation.projectNumber), chunks };
          await conclude(tx, generation, of.reader);
        }
      },
      { background: true },
    );

/** The generation has been read to the end. */
async function conclude(tx: Tx, { id, projectId }: Generation, reader: string): Promise<void> {
  const passages = await tx.read<{ id: number; mean: Uint8Array }>(
    `select chunks.id, word_codes.mean from chunks join word_codes on word_codes.chunk_id = chunks.id
     where chunks.generation = ? order by chunks.id`,
    [id],
  );
  const row = { generation: id, projectId, reader, means: packMeans(passages) };
  await insert(tx, readGenerations, row, { conflict: replacing(readGenerations) });
}

const add =
  (db: Db): WordCodes['add'] =>
  (reader, read) =>
    db.tx(
      async (tx) => {
        for (const { chunkId, codes, mean } of read) {
          const id = Number(chunkId);
          const [chunk] = await tx.read<{ project_id: string }>('select project_id from chunks where id = ?', [id]);
          if (!chunk) continue;
          const row = { chunkId: id, projectId: chunk.project_id, reader, codes, mean };
          await insert(tx, wordCodes, row, { conflict: replacing(wordCodes) });
        }
      },
      // What a power cut takes is read once more.
      { durable: false, background: true },
    );

const byIds =
  (db: Db): WordCodes['byIds'] =>
  async (projectId, ids, reader) => {
    if (ids.length === 0) return new Map();
    const rows = await db.forProject(projectId).read<{ id: number; codes: Uint8Array }>(
      `select chunk_id as id, codes from word_codes
       where project_id = ? and reader = ? and chunk_id in (${ids.map(() => '?').join(', ')})`,
      [projectId, reader, ...ids.map(Number)],
    );
    return new Map(rows.map(({ id, codes }) => [String(id), codes]));
  };

const any =
  (db: Db): WordCodes['any'] =>
  async (projectId, reader) => {
    const [row] = await db
      .forProject(projectId)
      .read('select 1 as found from read_generations where project_id = ? and reader = ? limit 1', [projectId, reader]);
    return row !== undefined;
  };

const progress =
  (db: Db): WordCodes['progress'] =>
  async ({ reader, languages }, projectId) => {
    const [row] = await db.read<{ total: number; done: number }>(
      `select coalesce(sum(generations.chunks), 0) as total,
         coalesce(sum(case when read_generations.reader = ? then generations.chunks else 0 end), 0) as done
       ${live(languages)} ${projectId === undefined ? '' : 'and generations.project_id = ?'}`,
      [reader, ...languages, ...(projectId === undefined ? [] : [projectId])],
    );
    return { total: Number(row?.total ?? 0), done: Number(row?.done ?? 0) };
  };

export function createWordCodes(db: Db): WordCodes {
  return { lacking: lacking(db), add: add(db), byIds: byIds(db), any: any(db), progress: progress(db) };
}
