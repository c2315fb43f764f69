import type { Log } from '../../../platform/log.ts';
import type { Reads, Tx } from '../../db.ts';
import type { SearchHit } from '../../types.ts';
import { assertEmbedding } from '../../vectors/embedding.ts';
import type { VectorIndexKey, VectorTable } from '../../vectors/vector-indexes.ts';
import type { PostgresDb } from '../driver.ts';
import type { Scope } from '../scope.ts';
import { arrayOf } from '../statement.ts';
import {
  COMPARED_EXACTLY,
  createIndex,
  createVectorTable,
  indexStateOf,
  insertVectors,
  nearestVectors,
} from './pgvector-table.ts';
import {
  createPlainSearch,
  createPlainTable,
  dropRunsOf,
  insertPlain,
  type PlainSearch,
  removeRunsOf,
} from './plain-vector-table.ts';

/** The vectors of one embedder, and where they are searched. */
export interface PostgresVectorTable extends VectorTable {
  /** Best first, by cosine. Within a snapshot with `HNSW_SETTINGS`, where there is pgvector. */
  nearest(reads: Reads, scope: Scope, embedding: Float32Array, limit: number): Promise<SearchHit[]>;
}

type Key = Pick<VectorIndexKey, 'id' | 'dimensions'>;
type Kind = 'pgvector' | 'plain';

interface Parts {
  db: PostgresDb;
  /** Has the database pgvector? What is made from now on uses it; a table that is there stays as it was made. */
  pgvector: boolean;
  log: Log;
}

/** The tables `search_vectors_…`. */
export function createVectorTables({ db, pgvector, log }: Parts): { of(index: Key): PostgresVectorTable } {
  const kinds = new Map<number, Kind>();
  const plainSearches = new Map<number, PlainSearch>();
  const indexed = new Set<number>();
  const building = new Set<number>();

  /** Asked of the database: another replica may have made it when there was pgvector, or none. */
  async function kindOf(reads: Reads, { id }: Key): Promise<Kind> {
    const known = kinds.get(id);
    if (known) return known;
    const [column] = await reads.read<{ type: string }>(
      `select format_type(atttypid, null) as type from pg_attribute
       where attrelid = to_regclass(?) and attname = 'embedding'`,
      [nameOf(id)],
    );
    if (!column) throw new Error(`The table ${nameOf(id)} is not there.`);
    const kind = column.type === 'bytea' ? 'plain' : 'pgvector';
    kinds.set(id, kind);
    return kind;
  }

  function plainSearchOf({ id, dimensions }: Key): PlainSearch {
    const search = plainSearches.get(id) ?? createPlainSearch(nameOf(id), dimensions);
    plainSearches.set(id, search);
    return search;
  }

  /** Only now, and not when the table is made: most installations never need it, and it makes writing several times slower. */
  async function isIndexed(reads: Reads, { id, dimensions }: Key, chunks: number): Promise<boolean> {
    if (chunks <= COMPARED_EXACTLY) return false;
    if (indexed.has(id)) return true;
    const state = await indexStateOf(reads, nameOf(id), dimensions);
    if (state === 'there') indexed.add(id);
    if (state === 'none' && !building.has(id)) {
      building.add(id);
      const begun = performance.now();
      db.counting((tx) => createIndex(tx, nameOf(id), dimensions)).then(
        () => log.info('store.vectors-indexed', { table: nameOf(id), ms: Math.round(performance.now() - begun) }),
        (error) => {
          building.delete(id);
          log.warn('store.vectors-not-indexed', { table: nameOf(id), error });
        },
      );
    }
    return state === 'there';
  }

  const of = (index: Key): PostgresVectorTable => ({
    assertEmbedding: (embedding) => assertEmbedding(embedding, index.dimensions),

    create: (tx) =>
      pgvector ? createVectorTable(tx, nameOf(index.id), index.dimensions) : createPlainTable(tx, nameOf(index.id)),

    async insert(tx, vectors) {
      if (vectors.length === 0) return;
      if ((await kindOf(tx, index)) === 'pgvector') await insertVectors(tx, nameOf(index.id), vectors);
      else await insertPlain(tx, nameOf(index.id), vectors, index.dimensions);
    },

    async remove(tx, chunkIds) {
      await tx.write(
        `delete from ${nameOf(index.id)} as found using chunks where chunks.id = any(?::bigint[])
           and found.project_id = chunks.project_id and found.chunk_id = chunks.id`,
        [arrayOf(chunkIds)],
      );
      if ((await kindOf(tx, index)) === 'plain') await removeRunsOf(tx, nameOf(index.id), chunkIds);
    },

    async drop(tx: Tx) {
      if ((await kindOf(tx, index)) === 'plain') await dropRunsOf(tx, nameOf(index.id));
      await tx.write(`drop table ${nameOf(index.id)}`);
    },

    async nearest(reads, scope, embedding, limit) {
      assertEmbedding(embedding, index.dimensions);
      if (limit < 1) return [];
      if ((await kindOf(reads, index)) === 'plain') return plainSearchOf(index).nearest(reads, scope, embedding, limit);
      const throughIndex = await isIndexed(reads, index, scope.chunks);
      return nearestVectors(reads, nameOf(index.id), scope, embedding, limit, throughIndex);
    },
  });

  return { of };
}

const nameOf = (id: number) => `search_vectors_${id}`;
