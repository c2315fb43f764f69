import type { Log } from '../../../platform/log.ts';
import type { Reads } from '../../db.ts';
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

/** The table with the vectors of one embedder. */
export interface PostgresVectorTable extends VectorTable {
  /** Best first, by cosine. With pgvector, to be called within a snapshot with `HNSW_SETTINGS`. */
  nearest(reads: Reads, scope: Scope, embedding: Float32Array, limit: number): Promise<SearchHit[]>;
}

type Key = Pick<VectorIndexKey, 'id' | 'dimensions'>;
type Kind = 'pgvector' | 'plain';

interface Parts {
  db: PostgresDb;
  /** Does the database have pgvector? New tables use it then; existing tables stay as they were created. */
  pgvector: boolean;
  log: Log;
}

/** The tables `search_vectors_…`. */
export function createVectorTables({ db, pgvector, log }: Parts): { of(index: Key): PostgresVectorTable } {
  const kindOf = createKindLookup();
  const plainSearchOf = createPlainSearches();
  const isIndexed = createIndexWhenLarge(db, log);

  const of = (index: Key): PostgresVectorTable => {
    const table = nameOf(index.id);
    return {
      assertEmbedding: (embedding) => assertEmbedding(embedding, index.dimensions),

      create: (tx) => (pgvector ? createVectorTable(tx, table, index.dimensions) : createPlainTable(tx, table)),

      async insert(tx, vectors) {
        if (vectors.length === 0) return;
        if ((await kindOf(tx, index)) === 'pgvector') await insertVectors(tx, table, vectors);
        else await insertPlain(tx, table, vectors, index.dimensions);
      },

      async remove(tx, chunkIds) {
        await tx.write(
          `delete from ${table} as found using chunks where chunks.id = any(?::bigint[])
             and found.project_id = chunks.project_id and found.chunk_id = chunks.id`,
          [arrayOf(chunkIds)],
        );
        if ((await kindOf(tx, index)) === 'plain') await removePlain(tx, table, chunkIds);
      },

      async drop(tx) {
        if ((await kindOf(tx, index)) === 'plain') await dropQuantized(tx, table);
        await tx.write(`drop table ${table}`);
      },

      async nearest(reads, scope, embedding, limit) {
        assertEmbedding(embedding, index.dimensions);
        if (limit < 1) return [];
        const kind = await kindOf(reads, index);
        if (kind === 'plain') return plainSearchOf(index).nearest(reads, scope, embedding, limit);
        const throughIndex = await isIndexed(reads, index, scope.chunks);
        return nearestVectors(reads, table, scope, embedding, limit, throughIndex);
      },
    };
  };

  return { of };
}

/** Reads the kind of a table from the database: another replica may have created it, with or without pgvector. */
function createKindLookup(): (reads: Reads, index: Key) => Promise<Kind> {
  const kinds = new Map<number, Kind>();
  return async (reads, { id }) => {
    const known = kinds.get(id);
    if (known) return known;
    const [column] = await reads.read<{ type: string }>(
      `select format_type(atttypid, null) as type from pg_attribute
       where attrelid = to_regclass(?) and attname = 'embedding'`,
      [nameOf(id)],
    );
    if (!column) throw new Error(`The table ${nameOf(id)} does not exist.`);
    const kind = column.type === 'bytea' ? 'plain' : 'pgvector';
    kinds.set(id, kind);
    return kind;
  };
}

/** One search for each table, as each has its own cache. */
function createPlainSearches(): (index: Key) => PlainSearch {
  const searches = new Map<number, PlainSearch>();
  return ({ id, dimensions }) => {
    const search = searches.get(id) ?? createPlainSearch(nameOf(id), dimensions);
    searches.set(id, search);
    return search;
  };
}

/** Builds the HNSW index of a table once it is large: most tables never are, and an index makes writing several times slower. */
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

  /** Should a search over this many chunks use the index? Starts building a missing one in the background. */
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
