import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db, Reads, Tx } from '../db.ts';
import { find, findAll, insert, remove, update } from '../rows.ts';
import type { IndexEntry } from '../search/search-index.ts';
import type { Row } from '../table.ts';
import { vectorIndexes } from '../types/vector-indexes.ts';
import type { ChunkToEmbed, VectorIndexes, VectorIndexRow } from '../types.ts';

/** The vectors of one index; each database engine stores them in its own way. */
export interface VectorTable {
  assertEmbedding(embedding: Float32Array): void;
  create(tx: Tx): Promise<void>;
  insert(
    tx: Tx,
    vectors: (Pick<IndexEntry, 'chunkId' | 'projectId' | 'projectNumber' | 'generation'> & Embedded)[],
  ): Promise<void>;
  remove(tx: Tx, chunkIds: number[]): Promise<void>;
  /** Call it on an empty table: dropping a full one would block other writes for long. */
  drop(tx: Tx): Promise<void>;
}

interface Embedded {
  embedding: Float32Array;
}

export type VectorIndexKey = Pick<Row<typeof vectorIndexes>, 'id' | 'embedder' | 'dimensions'>;

/** Gives access to the vectors of an index. */
export type VectorTableFor = (index: Pick<VectorIndexKey, 'id' | 'dimensions'>) => VectorTable;

const BATCH = 50;
const IN_USE = "state <> 'retired'";

/**
 * The indexes that chunks are written to: the active one and the one being built. `chosen` marks the index of the
 * embedder chosen last, which is the one being built if there is one.
 */
export async function vectorIndexesInUse(reads: Reads): Promise<(VectorIndexKey & { chosen: boolean })[]> {
  const indexes = await findAll(reads, vectorIndexes, IN_USE, []);
  const newest = indexes.find(({ state }) => state === 'building') ?? indexes[0];
  return indexes.map(({ id, embedder, dimensions }) => ({
    id,
    embedder,
    dimensions,
    chosen: embedder === newest?.embedder && dimensions === newest.dimensions,
  }));
}

/** Throws if new chunks no longer need vectors of that embedder. */
export async function assertChosen(reads: Reads, embedder: string): Promise<void> {
  const chosen = (await vectorIndexesInUse(reads)).find((index) => index.chosen);
  if (chosen && chosen.embedder !== embedder) {
    throw new Error(`The embedder is now ${chosen.embedder}; these vectors come from ${embedder}.`);
  }
}

/** The active index, if it belongs to that embedder; else null. */
export const answeringIndex = (reads: Reads, embedder: string): Promise<VectorIndexKey | null> =>
  find(reads, vectorIndexes, "state = 'active' and embedder = ?", [embedder]);

/**
 * Makes that embedder's index the one for new chunks. If there are no chunks yet, its index is active at once;
 * otherwise it has to be built. No one may be writing chunks with another embedder's vectors meanwhile.
 */
export async function settleVectorIndexes(
  tx: Tx,
  tableOf: VectorTableFor,
  { id: embedder, dimensions }: { id: string; dimensions: number },
): Promise<void> {
  const indexes = await findAll(tx, vectorIndexes, IN_USE, []);
  const own = indexes.filter((index) => index.embedder === embedder && index.dimensions === dimensions);
  const answers = own.some(({ state, complete }) => state === 'active' && complete);
  const building = indexes.find(({ state }) => state === 'building');
  if (building && !answers && own.includes(building)) return;
  // Its embedder is no longer the chosen one, or already has an active index.
  if (building) await setState(tx, building.id, 'retired');
  if (answers) return;
  const [all] = await tx.read<{ total: number; last: number | null }>(
    'select count(*) as total, max(id) as last from chunks',
  );
  const { total = 0, last = null } = all ?? {};
  if (last === null) {
    await update(tx, vectorIndexes, { state: 'retired' }, "state = 'active'", []);
  }
  const [id = 0] = await tx.numbers('vector-index');
  const beginning = last === null ? 'active' : 'building';
  await insert(tx, vectorIndexes, { id, embedder, dimensions, state: beginning, total, last: last ?? 0 });
  await tableOf({ id, dimensions }).create(tx);
}

/**
 * Marks an index that lacks chunks which nothing will fill in: if its embedder is chosen again, the index is rebuilt.
 */
export async function markIncomplete(tx: Tx, { id }: VectorIndexKey): Promise<void> {
  await update(tx, vectorIndexes, { complete: false }, 'id = ? and complete = 1', [id]);
}

async function setState(tx: Tx, id: number, state: 'active' | 'retired'): Promise<void> {
  await update(tx, vectorIndexes, { state }, 'id = ?', [id]);
}

/** Older chunks that the index being built still lacks. Retired generations will be erased soon. */
const LACKING = `
  select chunks.id, documents.title, chunks.headings, chunks.text, chunks.generation, projects.id as project_id,
    projects.number
  from chunks
  join generations on generations.id = chunks.generation and generations.state <> 'retired'
  join projects on projects.id = chunks.project_id
  left join documents on documents.source_id = generations.source_id
  where chunks.id > ? and chunks.id <= ?`;

const beingBuilt = (reads: Reads) => find(reads, vectorIndexes, "state = 'building'", []);

const settle =
  (db: Db, tableOf: VectorTableFor): VectorIndexes['settle'] =>
  (embedder) =>
    db.tx((tx) => settleVectorIndexes(tx, tableOf, embedder));

const lacking =
  (db: Db): VectorIndexes['lacking'] =>
  async (limit) => {
    return db.snapshot(async (reads) => {
      const index = await beingBuilt(reads);
      if (!index) return [];
      const rows = await reads.read<{ id: number; title: string | null; headings: string; text: string }>(
        `${LACKING} order by chunks.id limit ?`,
        [index.reached, index.last, limit],
      );
      return rows.map(
        ({ id, title, headings, text }): ChunkToEmbed => ({
          chunkId: String(id),
          title,
          headings: JSON.parse(headings) as string[],
          text,
        }),
      );
    });
  };

const fill =
  (db: Db, tableOf: VectorTableFor): VectorIndexes['fill'] =>
  async (embedder, vectors) => {
    await db.tx(async (tx) => {
      const index = await beingBuilt(tx);
      if (index?.embedder !== embedder || vectors.length === 0) return;
      const table = tableOf(index);
      const byChunk = new Map(vectors.map(({ chunkId, embedding }) => [Number(chunkId), embedding]));
      for (const embedding of byChunk.values()) table.assertEmbedding(embedding);
      const reached = Math.max(...byChunk.keys());
      // Another process was faster and has filled these in.
      if (reached <= index.reached) return;
      const rows = await tx.read<{ id: number; generation: number; project_id: string; number: number }>(LACKING, [
        index.reached,
        reached,
      ]);
      const placed = rows.flatMap(({ id: chunkId, generation, project_id: projectId, number: projectNumber }) => {
        const embedding = byChunk.get(chunkId);
        return embedding ? [{ chunkId, generation, projectId, projectNumber, embedding }] : [];
      });
      await table.insert(tx, placed);
      await tx.write('update vector_indexes set reached = ?, done = done + ? where id = ?', [
        reached,
        placed.length,
        index.id,
      ]);
    });
  };

const sweep =
  (db: Db, tableOf: VectorTableFor): VectorIndexes['sweep'] =>
  async () => {
    const retired = await findAll(db, vectorIndexes, "state = 'retired'", []);
    for (const index of retired) await eraseIndex(db, tableOf, index);
  };

export function createVectorIndexes(db: Db, tableOf: VectorTableFor): VectorIndexes {
  return {
    settle: settle(db, tableOf),
    async state() {
      const rows = await findAll(db, vectorIndexes, IN_USE, []);
      const rowOf = (state: string): VectorIndexRow | null => {
        const row = rows.find((each) => each.state === state);
        return row ? { embedder: row.embedder, dimensions: row.dimensions, total: row.total, done: row.done } : null;
      };
      const active = rowOf('active');
      if (!active) throw new Error('There is no active vector index, although every database is created with one.');
      return { active, building: rowOf('building') };
    },
    lacking: lacking(db),
    fill: fill(db, tableOf),
    async activate() {
      return db.tx(async (tx) => {
        const index = await beingBuilt(tx);
        if (!index) return false;
        const [lacks] = await tx.read(`${LACKING} limit 1`, [index.reached, index.last]);
        if (lacks) return false;
        await update(tx, vectorIndexes, { state: 'retired' }, "state = 'active'", []);
        await setState(tx, index.id, 'active');
        return true;
      });
    },
    sweep: sweep(db, tableOf),
  };
}

async function eraseIndex(db: Db, tableOf: VectorTableFor, index: VectorIndexKey): Promise<void> {
  const table = tableOf(index);
  let reached = 0;
  for (;;) {
    const chunks = await db.read<{ id: number }>('select id from chunks where id > ? order by id limit ?', [
      reached,
      BATCH,
    ]);
    const ids = chunks.map(({ id }) => id);
    if (ids.length === 0) break;
    await db.tx((tx) => table.remove(tx, ids));
    reached = Math.max(...ids);
    await nextTurn();
  }
  await db.tx(async (tx) => {
    await table.drop(tx);
    await remove(tx, vectorIndexes, 'id = ?', [index.id]);
  });
}
