import type { Reads, Tx } from '../db.ts';
import type { SearchHit } from '../types.ts';
import { assertEmbedding, bytes } from './embedding.ts';

/** A vector on its way into the index. Its generation decides, at each search, whether it is seen. */
export interface PlacedVector {
  chunkId: number;
  projectNumber: number;
  generation: number;
  embedding: Float32Array;
}

/** Where a search looks: one project, and of it the live generations alone. */
export interface VectorScope {
  projectId: string;
  projectNumber: number;
  /** In its live generations. */
  chunks: number;
}

/** The vectors of one embedder. Several such indexes may stand in one database, each under a name of its own. */
export interface VectorIndex {
  /** Throws on a vector of another shape or with a non-finite number; call before anything is written. */
  assertEmbedding(embedding: Float32Array): void;
  /** Makes its tables, which must not be there. */
  create(tx: Tx): Promise<void>;
  insert(tx: Tx, vectors: PlacedVector[]): Promise<void>;
  /** Ids that it does not have are passed over. */
  remove(tx: Tx, chunkIds: number[]): Promise<void>;
  /** Best first, by cosine; throws like `assertEmbedding`. */
  nearest(reads: Reads, scope: VectorScope, embedding: Float32Array, limit: number): Promise<SearchHit[]>;
}

/**
 * Vectors per block of the vector table. Every project has at least one block, so small ones keep a project of few
 * chunks small (about 1 kB a vector); a scan gets 10–15 % slower than with the default 1024.
 */
const VECTORS_PER_BLOCK = 128;
/** sqlite-vec answers at most this many neighbours. */
const MOST_NEIGHBOURS = 4096;

/** The index of that name; `name` is a part of SQL, never what somebody sent. */
export function createVectorIndex(name: string, dimensions: number): VectorIndex {
  return {
    assertEmbedding: (embedding) => assertEmbedding(embedding, dimensions),

    async create(tx) {
      await tx.write(
        `create virtual table ${name} using vec0(id integer primary key, project integer partition key,
          generation integer, embedding float[${dimensions}], chunk_size=${VECTORS_PER_BLOCK})`,
      );
    },

    async insert(tx, vectors) {
      for (const { chunkId, projectNumber, generation, embedding } of vectors) {
        // sqlite-vec tells integers from floats by their binding: only a BigInt is an integer.
        await tx.write(`insert into ${name} (id, project, generation, embedding) values (?, ?, ?, ?)`, [
          BigInt(chunkId),
          BigInt(projectNumber),
          BigInt(generation),
          bytes(embedding),
        ]);
      }
    },

    async remove(tx, chunkIds) {
      for (const chunkId of chunkIds) await tx.write(`delete from ${name} where id = ?`, [BigInt(chunkId)]);
    },

    async nearest(reads, { projectId, projectNumber, chunks }, embedding, limit) {
      assertEmbedding(embedding, dimensions);
      if (chunks === 0 || limit < 1) return [];
      // sqlite-vec applies `in (select …)` while it scans (at no cost that could be measured), but `not in` only to the k
      // rows that it has chosen, so it is the live generations that are named.
      const hits = await reads.read<{ id: number; distance: number }>(
        `select id, distance from ${name} where embedding match ? and k = ? and project = ?
           and generation in (select id from generations where project_id = ? and state = 'live') order by distance`,
        [bytes(embedding), BigInt(Math.min(limit, MOST_NEIGHBOURS)), BigInt(projectNumber), projectId],
      );
      // For unit vectors the squared Euclidean distance is 2 − 2 cos.
      return hits.map(({ id, distance }) => ({ chunkId: String(id), score: 1 - distance ** 2 / 2 }));
    },
  };
}
