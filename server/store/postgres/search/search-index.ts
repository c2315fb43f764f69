import type { Tx } from '../../db.ts';
import type { IndexWriter } from '../../search/search-index.ts';
import type { SearchIndex } from '../../types.ts';
import { insertEmbeddings, removeEmbeddings } from '../../vectors/insert-embeddings.ts';
import { createMeansSearch } from '../../vectors/passage-means.ts';
import { meansBytes } from '../../vectors/quantized-cache.ts';
import { answeringIndex, settleVectorIndexes } from '../../vectors/vector-indexes.ts';
import type { PostgresDb } from '../database/driver.ts';
import { HNSW_SETTINGS } from './pgvector-table.ts';
import { createScopes } from './scope.ts';
import { countSearchChanges } from './search-changes.ts';
import { createTextIndex, insertTexts, prepareTextIndex, removeTexts } from './text-index.ts';
import type { createVectorTables } from './vector-tables.ts';

type VectorTables = ReturnType<typeof createVectorTables>;

/**
 * The planner would not use an index on small tables, and does not know how many terms are searched. Of large projects it expects
 * so many rows that it would have statements compiled, which takes 10 to 130 ms and spares nothing.
 */
const TEXT_SETTINGS = 'set local enable_seqscan = off; set local jit = off';

/** Creates the missing tables of the text index and of the embedder's vectors, and what counts changes. */
export async function prepareSearch(
  tx: Tx,
  vectors: VectorTables,
  embedder: { id: string; dimensions: number } | null,
): Promise<void> {
  await prepareTextIndex(tx);
  await countSearchChanges(tx);
  if (embedder) await settleVectorIndexes(tx, vectors.of, embedder);
}

/** Adds chunks to the text index and to the vectors, and removes them. */
export function createWriter(vectors: VectorTables): IndexWriter {
  return {
    async add(tx, entries) {
      if (entries.length === 0) return;
      await insertEmbeddings(tx, vectors.of, entries);
      await insertTexts(tx, entries);
    },

    async remove(tx, chunkIds) {
      if (chunkIds.length === 0) return;
      await removeTexts(tx, chunkIds);
      await removeEmbeddings(tx, vectors.of, chunkIds);
    },
  };
}

/** Searches both indexes, always within one project and its live generations. */
export function createReader(
  db: PostgresDb,
  vectors: VectorTables,
  { ownEmbedder, pgvector }: { ownEmbedder: string; pgvector: boolean },
): SearchIndex {
  const texts = createTextIndex();
  const scopeOf = createScopes();
  const nearestMeans = createMeansSearch(meansBytes());
  return {
    text: (projectId, terms, limit, { prefix, filter } = {}) =>
      db.snapshot(async (reads) => {
        const scope = await scopeOf(reads, projectId, filter);
        if (!scope || scope.chunks === 0 || scope.within?.length === 0 || limit < 1) return [];
        return texts.search(reads, scope, terms, prefix ?? null, limit);
      }, TEXT_SETTINGS),

    vector: (projectId, embedding, limit, embedder = ownEmbedder, filter) =>
      db.snapshot(
        async (reads) => {
          const index = await answeringIndex(reads, embedder);
          if (index === null) return [];
          const table = vectors.of(index);
          table.assertEmbedding(embedding);
          const scope = await scopeOf(reads, projectId, filter);
          return scope && scope.within?.length !== 0 ? table.nearest(reads, scope, embedding, limit) : [];
        },
        pgvector ? HNSW_SETTINGS : '',
      ),

    read: (projectId, question, limit, reader, filter) =>
      db.snapshot(async (reads) => {
        const scope = await scopeOf(reads, projectId, filter);
        return scope ? nearestMeans(reads, scope, reader, question, limit) : [];
      }),

    frequencies: (projectId, terms, { prefixes = [] } = {}) =>
      db.snapshot(async (reads) => {
        const scope = await scopeOf(reads, projectId);
        const byTerm = new Map(terms.map((term) => [term, 0]));
        const byPrefix = new Map(prefixes.map((prefix) => [prefix, 0]));
        if (!scope) return { chunks: 0, byTerm, byPrefix };
        for (const [term, count] of await texts.documentFrequencies(reads, scope, [...byTerm.keys()]))
          byTerm.set(term, count);
        for (const [prefix, count] of await texts.documentFrequencies(reads, scope, prefixes, 'prefix'))
          byPrefix.set(prefix, count);
        return { chunks: scope.chunks, byTerm, byPrefix };
      }, TEXT_SETTINGS),

    termsBeginning: (projectId, prefix) =>
      db.snapshot(async (reads) => {
        const scope = await scopeOf(reads, projectId);
        return scope ? texts.termsBeginning(reads, scope, prefix) : [];
      }, TEXT_SETTINGS),

    having: (projectId, terms, limit, filter) =>
      db.snapshot(async (reads) => {
        const scope = await scopeOf(reads, projectId, filter);
        return scope ? texts.having(reads, scope, terms, limit) : new Map(terms.map((term) => [term, []]));
      }, TEXT_SETTINGS),
  };
}
