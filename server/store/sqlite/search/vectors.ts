import type { Reads, Tx } from '../../db.ts';
import { insert } from '../../rows.ts';
import { bytes, large, table } from '../../table.ts';
import type { SearchHit } from '../../types.ts';
import { asBytes, assertEmbedding } from '../../vectors/embedding.ts';
import { insertBlocks, type PlacedVector, quantizedBlocks, removeBlocks } from '../../vectors/quantized-blocks.ts';
import { createQuantizedCache, quantizedBytes } from '../../vectors/quantized-cache.ts';

/** The scope of a search: the live generations of one project. */
export interface VectorScope {
  projectId: string;
  projectNumber: number;
  /** In its live generations. */
  chunks: number;
  /** The live generations that are searched, if not all of them are. */
  within: number[] | null;
  /** As counted in search-changes.ts; null where that is not known. */
  changes: number | null;
}

/**
 * Vectors per block of the vector table. Every project has at least one block, so small ones keep a project of few
 * chunks small (about 1 kB a vector here); a scan gets 10–15 % slower than with the default 1024.
 */
const VECTORS_PER_BLOCK = 128;
/** sqlite-vec answers at most this many neighbours. */
const MAX_NEIGHBOURS = 4096;
/** Projects of up to this many chunks are searched exactly; the vectors of larger ones are cached in memory, quantized. */
const MAX_EXACT_CHUNKS = 4000;
/**
 * Candidates chosen by their quantized vectors for each hit that is wanted, and then compared exactly. Measured over
 * 362 questions of open sets: 1 finds .990 of what the exact scan finds, 1.5 and more all of it.
 */
const CANDIDATES_PER_HIT = 2;

/** The vectors of one embedder. One database may hold several such indexes under different names. */
export type VectorIndex = ReturnType<typeof createVectorIndex>;

/**
 * The index with this name, which becomes part of SQL and must not come from a client. Beside the vectors themselves, in
 * sqlite-vec, it keeps them quantized: in large projects these are searched first, in memory, which takes a tenth of the time.
 */
export function createVectorIndex(name: string, dimensions: number) {
  const quantized = `${name}_quantised`;
  const vectorTable = table(name, { id: exact, project: exact, generation: exact, embedding: bytes });
  const blockTable = quantizedBlocks(quantized);
  const cache = createQuantizedCache(quantized, dimensions, quantizedBytes());
  return {
    /** Throws on a vector of another shape or with a non-finite number; call before anything is written. */
    assertEmbedding: (embedding: Float32Array): void => assertEmbedding(embedding, dimensions),

    /** Creates its tables, which must not exist. */
    create: (tx: Tx): Promise<void> => createVectorTables(tx, name, quantized, dimensions),

    async insert(tx: Tx, vectors: PlacedVector[]): Promise<void> {
      for (const { chunkId, projectNumber, generation, embedding } of vectors) {
        const row = { id: chunkId, project: projectNumber, generation, embedding: asBytes(embedding) };
        await insert(tx, vectorTable, row);
      }
      await insertBlocks(tx, blockTable, vectors, dimensions);
    },

    /**
     * Removes chunks of generations that are not live and never will be again: removing one may hide others of its generation
     * from searches. Unknown ids are ignored.
     */
    async remove(tx: Tx, chunkIds: number[]): Promise<void> {
      for (const chunkId of chunkIds) await tx.write(`delete from ${name} where id = ?`, [BigInt(chunkId)]);
      await removeBlocks(tx, quantized, chunkIds);
    },

    /** Drops its tables. */
    async drop(tx: Tx): Promise<void> {
      await tx.write(`drop table ${name}`);
      await tx.write(`drop table ${quantized}`);
    },

    /** Best first, by cosine; throws like `assertEmbedding`. Within a snapshot. */
    async nearest(reads: Reads, scope: VectorScope, embedding: Float32Array, limit: number): Promise<SearchHit[]> {
      assertEmbedding(embedding, dimensions);
      if (scope.chunks === 0 || limit < 1) return [];
      const wanted = Math.min(limit, MAX_NEIGHBOURS);
      const { projectId, chunks, changes } = scope;
      const matrix = chunks > MAX_EXACT_CHUNKS ? await cache.load(reads, projectId, chunks, changes) : null;
      const hits = matrix
        ? await nearestOf(
            reads,
            name,
            matrix.nearest(embedding, CANDIDATES_PER_HIT * wanted, scope.within),
            embedding,
            wanted,
          )
        : await nearestOfProject(reads, name, scope, embedding, wanted);
      // For unit vectors the squared Euclidean distance is 2 − 2 cos.
      return hits.map(({ id, distance }) => ({ chunkId: String(id), score: 1 - distance ** 2 / 2 }));
    },
  };
}

async function createVectorTables(tx: Tx, name: string, quantized: string, dimensions: number): Promise<void> {
  await tx.write(
    `create virtual table ${name} using vec0(id integer primary key, project integer partition key,
      generation integer, embedding float[${dimensions}], chunk_size=${VECTORS_PER_BLOCK})`,
  );
  // One row holds the vectors of consecutive ids that were written together.
  await tx.write(
    `create table ${quantized} (first integer primary key, generation integer not null, codes blob not null,
      scales blob not null)`,
  );
  await tx.write(`create index ${quantized}_by_generation on ${quantized} (generation, first)`);
}

/** sqlite-vec tells integers from floats by their binding: only a BigInt is an integer. */
const exact = { ...large, write: BigInt };

interface Neighbour {
  id: number;
  distance: number;
}

/** Compares all vectors of a project's live generations. */
async function nearestOfProject(
  reads: Reads,
  name: string,
  { projectId, projectNumber, within }: VectorScope,
  embedding: Float32Array,
  limit: number,
): Promise<Neighbour[]> {
  // sqlite-vec applies `in (select …)` while it scans (at no cost that could be measured), but `not in` only to the k
  // rows that it has chosen, so it is the live generations that are named.
  const searched =
    within === null
      ? "select id from generations where project_id = ? and state = 'live'"
      : 'select value from json_each(?)';
  return reads.read<Neighbour>(
    `select id, distance from ${name} where embedding match ? and k = ? and project = ?
       and generation in (${searched}) order by distance`,
    [asBytes(embedding), BigInt(limit), BigInt(projectNumber), within === null ? projectId : JSON.stringify(within)],
  );
}

/** Compares the vectors of these chunks. */
async function nearestOf(
  reads: Reads,
  name: string,
  chunkIds: number[],
  embedding: Float32Array,
  limit: number,
): Promise<Neighbour[]> {
  // From the ids to the vectors: `id in (…)` would read the whole table.
  return reads.read<Neighbour>(
    `select ${name}.id, vec_distance_L2(embedding, ?) as distance
     from json_each(?) as wanted cross join ${name} where ${name}.id = wanted.value order by distance, ${name}.id limit ?`,
    [asBytes(embedding), JSON.stringify(chunkIds), limit],
  );
}
