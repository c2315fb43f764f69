import PQueue from 'p-queue';
import { dotProduct } from '../../../platform/vectors/dot-product.ts';
import type { Reads, Tx } from '../../db.ts';
import type { SearchHit } from '../../types.ts';
import { insertBlocks, type PlacedVector, quantizedBlocks, removeBlocks } from '../../vectors/quantized-blocks.ts';
import { createQuantizedCache, quantizedBytes } from '../../vectors/quantized-cache.ts';
import { arrayOf } from '../database/statement.ts';
import { type Scope, withinScope } from './scope.ts';

/** The least number of exactly compared candidates, and their number per wanted hit. */
const [MIN_CANDIDATES, CANDIDATES_PER_HIT] = [200, 2];

const quantizedTable = (table: string) => `${table}_quantised`;
const hex = (vector: Float32Array) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('hex');

/** Tables without pgvector: vectors are stored as bytes and compared by this process, as SQLite does for large projects. */
export async function createPlainTable(tx: Tx, table: string): Promise<void> {
  await tx.write(
    `create table ${table} (
       project_id text not null, chunk_id bigint not null, generation bigint not null, embedding bytea not null,
       primary key (project_id, chunk_id)
     )`,
  );
  await tx.write(
    `create table ${quantizedTable(table)} (
       first bigint primary key, generation bigint not null, codes bytea not null, scales bytea not null
     )`,
  );
  await tx.write(`create index ${quantizedTable(table)}_by_generation on ${quantizedTable(table)} (generation, first)`);
}

export async function insertPlain(
  tx: Tx,
  table: string,
  vectors: (PlacedVector & { projectId: string })[],
  dimensions: number,
): Promise<void> {
  const { rows } = await tx.write<{ chunk_id: number }>(
    `insert into ${table} (project_id, chunk_id, generation, embedding)
     select project_id, chunk_id, generation, decode(embedding, 'hex')
     from unnest(?::text[], ?::bigint[], ?::bigint[], ?::text[]) as entry (project_id, chunk_id, generation, embedding)
     on conflict (project_id, chunk_id) do nothing returning chunk_id`,
    [
      arrayOf(vectors.map(({ projectId }) => projectId)),
      arrayOf(vectors.map(({ chunkId }) => chunkId)),
      arrayOf(vectors.map(({ generation }) => generation)),
      arrayOf(vectors.map(({ embedding }) => hex(embedding))),
    ],
  );
  const inserted = new Set(rows.map(({ chunk_id }) => chunk_id));
  await insertBlocks(
    tx,
    quantizedBlocks(quantizedTable(table)),
    vectors.filter(({ chunkId }) => inserted.has(chunkId)),
    dimensions,
  );
}

export const removePlain = (tx: Tx, table: string, chunkIds: number[]) =>
  removeBlocks(tx, quantizedTable(table), chunkIds);
export const dropQuantized = (tx: Tx, table: string) => tx.write(`drop table ${quantizedTable(table)}`);

/** Searches one table without pgvector. */
export type PlainSearch = ReturnType<typeof createPlainSearch>;

export function createPlainSearch(table: string, dimensions: number) {
  const cache = createQuantizedCache(quantizedTable(table), dimensions, quantizedBytes());
  // Two concurrent searches would each load the whole project.
  const turns = new PQueue({ concurrency: 1 });

  return {
    async nearest(reads: Reads, scope: Scope, embedding: Float32Array, limit: number): Promise<SearchHit[]> {
      if (scope.chunks === 0) return [];
      const count = Math.max(MIN_CANDIDATES, CANDIDATES_PER_HIT * limit);
      const candidates = await turns.add(async () => {
        const matrix = await cache.load(reads, scope.projectId, scope.chunks);
        return matrix?.nearest(embedding, count, scope.within) ?? null;
      });
      const filtered = withinScope(scope, 'generation');
      const rows = await reads.read<{ id: number; embedding: Uint8Array }>(
        `select chunk_id as id, embedding from ${table} where project_id = ? and generation <> all(?::bigint[])
         ${filtered.sql} ${candidates === null ? '' : 'and chunk_id = any(?::bigint[])'}`,
        [scope.projectId, scope.hidden, ...filtered.parameters, ...(candidates === null ? [] : [arrayOf(candidates)])],
      );
      return rows
        .map(({ id, embedding: stored }) => ({ id, score: dotProduct(embedding, toVector(stored)) }))
        .sort((a, b) => b.score - a.score || a.id - b.id)
        .slice(0, limit)
        .map(({ id, score }) => ({ chunkId: String(id), score }));
    },
  };
}

/** The bytes are copied, as they may start at any offset of their buffer. */
const toVector = (stored: Uint8Array) => new Float32Array(Uint8Array.from(stored).buffer);
