import type { Log } from '../../../platform/log.ts';
import type { Reads, Tx } from '../../db.ts';
import type { SearchHit } from '../../types.ts';
import { assertEmbedding } from '../../vectors/embedding.ts';
import type { VectorIndexKey, VectorTable } from '../../vectors/vector-indexes.ts';
import type { PostgresDb } from '../database/driver.ts';
import { arrayOf } from '../database/statement.ts';
import {
  createIndex,
  createVectorTable,
  indexStateOf,
  insertVectors,
  MAX_EXACT_CHUNKS,
  nearestVectors,
} from './pgvector-table.ts';
import {
  createPlainSearch,
  createPlainTable,
  dropQuantized,
  insertPlain,
  type PlainSearch,
  removePlain,
} from './plain-vector-table.ts';
import type { Scope } from './scope.ts';

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
  const isIndexed = createIndexWhenLarge(db, log);

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
      if ((await kindOf(tx, index)) === 'plain') await removePlain(tx, nameOf(index.id), chunkIds);
    },

    async drop(tx: Tx) {
      if ((await kindOf(tx, index)) === 'plain') await dropQuantized(tx, nameOf(index.id));
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

/** Makes the index of a table when it has become large: most never do, and an index makes writing several times slower. */
function createIndexWhenLarge(db: PostgresDb, log: Log) {
  const indexed = new Set<number>();
  const building = new Set<number>();

  function build({ id, dimensions }: Key): void {
    building.add(id);
    const begun = performance.now();
    db.counting((tx) => createIndex(tx, nameOf(id), dimensions)).then(
      () => log.info('vector_index_built', { table: nameOf(id), ms: Math.round(performance.now() - begun) }),
      (error) => {
        building.delete(id);
        log.warn('vector_index_failed', { table: nameOf(id), error });
      },
    );
  }

  /** Is there an index of a table that a search over so many chunks can use? Begins to build one where there is none. */
  return async (reads: Reads, index: Key, chunks: number): Promise<boolean> => {
    if (chunks <= MAX_EXACT_CHUNKS) return false;
    if (indexed.has(index.id)) return true;
    const state = await indexStateOf(reads, nameOf(index.id), index.dimensions);
    if (state === 'there') indexed.add(index.id);
    if (state === 'none' && !building.has(index.id)) build(index);
    return state === 'there';
  };
}

const nameOf = (id: number) => `search_vectors_${id}`;
