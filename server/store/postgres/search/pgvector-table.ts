import type { Reads, Tx } from '../../db.ts';
import type { SearchHit } from '../../types.ts';
import type { PlacedVector } from '../../vectors/quantized-blocks.ts';
import { arrayOf } from '../database/statement.ts';
import { type Scope, withinScope } from './scope.ts';

/** Projects of up to this many chunks are searched exactly, which takes at most 50 ms. */
export const MAX_EXACT_CHUNKS = 10_000;
/** The most dimensions of half precision that pgvector's HNSW index supports. */
const MAX_INDEXED_DIMENSIONS = 4_000;
/** This many candidates per wanted hit are found with half precision, and then compared with full precision. */
const CANDIDATES = 2;

/**
 * Settings for a search with an HNSW index. Without `iterative_scan`, the index, which all projects share, finds neighbours in
 * all projects and then drops those of others, so that too few remain (measured: 4 of 10, for a tenth of the rows).
 */
export const HNSW_SETTINGS = 'set local hnsw.iterative_scan = relaxed_order; set local hnsw.ef_search = 100';

const literal = (vector: Float32Array) => `[${vector.join(',')}]`;
const indexOf = (table: string) => `${table}_hnsw`;

export async function createVectorTable(tx: Tx, table: string, dimensions: number): Promise<void> {
  await tx.write(
    `create table ${table} (
       project_id text not null, chunk_id bigint not null, generation bigint not null,
       embedding vector(${dimensions}) not null, primary key (project_id, chunk_id)
     )`,
  );
}

export async function insertVectors(
  tx: Tx,
  table: string,
  vectors: (PlacedVector & { projectId: string })[],
): Promise<void> {
  await tx.write(
    `insert into ${table} (project_id, chunk_id, generation, embedding)
     select project_id, chunk_id, generation, embedding::vector
     from unnest(?::text[], ?::bigint[], ?::bigint[], ?::text[]) as entry (project_id, chunk_id, generation, embedding)
     on conflict (project_id, chunk_id) do nothing`,
    [
      arrayOf(vectors.map(({ projectId }) => projectId)),
      arrayOf(vectors.map(({ chunkId }) => chunkId)),
      arrayOf(vectors.map(({ generation }) => generation)),
      arrayOf(vectors.map(({ embedding }) => literal(embedding))),
    ],
  );
}

/** Best first, by cosine. */
export async function nearestVectors(
  reads: Reads,
  table: string,
  scope: Scope,
  embedding: Float32Array,
  limit: number,
  indexed: boolean,
): Promise<SearchHit[]> {
  const filtered = withinScope(scope, 'generation');
  const hits = await reads.read<{ id: number; score: number }>(
    indexed ? approximately(table, embedding.length, limit, filtered.sql) : exactly(table, filtered.sql),
    [literal(embedding), scope.projectId, scope.hidden, ...filtered.parameters, limit],
  );
  return hits.map(({ id, score }) => ({ chunkId: String(id), score }));
}

/** The index is on another expression, so the planner cannot use it here. */
const exactly = (table: string, filtered: string) =>
  `select chunk_id as id, 1 - (embedding <=> ?::vector) as score from ${table}
   where project_id = ? and generation <> all(?::bigint[]) ${filtered} order by score desc, chunk_id limit ?`;

const approximately = (table: string, dimensions: number, limit: number, filtered: string) =>
  `with asked as (select ?::vector as embedding),
     candidates as (
       select chunk_id, ${table}.embedding from ${table}
       where project_id = ? and generation <> all(?::bigint[]) ${filtered}
       order by ${table}.embedding::halfvec(${dimensions}) <=> (select embedding::halfvec(${dimensions}) from asked)
       limit ${CANDIDATES * Math.ceil(limit)}
     )
   select chunk_id as id, 1 - (candidates.embedding <=> asked.embedding) as score from candidates, asked
   order by score desc, chunk_id limit ?`;

/** Does the table have its HNSW index, or can it not have one? */
export async function indexStateOf(
  reads: Reads,
  table: string,
  dimensions: number,
): Promise<'there' | 'none' | 'never'> {
  if (dimensions > MAX_INDEXED_DIMENSIONS) return 'never';
  const [row] = await reads.read<{ found: string | null }>('select to_regclass(?)::text as found', [indexOf(table)]);
  return row?.found == null ? 'none' : 'there';
}

/**
 * Builds the HNSW index, which takes about a second per some thousand vectors and blocks writes of vectors meanwhile. With half
 * precision it is half as large and finds as much. It uses a single process: pgvector 0.8.0 and 0.8.1 can leak and crash when
 * several build it (CVE-2026-3172).
 */
export async function createIndex(tx: Tx, table: string, dimensions: number): Promise<void> {
  await tx.write('set local max_parallel_maintenance_workers = 0');
  // Another replica that wants to build it too waits here, and then finds it done.
  await tx.write(`lock table ${table} in share row exclusive mode`);
  await tx.write(
    `create index if not exists ${indexOf(table)} on ${table}
     using hnsw ((embedding::halfvec(${dimensions})) halfvec_cosine_ops)`,
  );
}
