import type { Db, Reads } from '../db.ts';
import { indexTerm, splitTerms } from '../terms.ts';
import { HEADING_WEIGHT, MOST_LOOKUPS, MOST_SCORED, rarityOf, selectTerms, TEXT_WEIGHT } from '../text-ranking.ts';
import type { SearchHit, SearchIndex } from '../types.ts';
import { answeringIndex } from '../vector-indexes.ts';
import { generationToken, quoted } from './fts5-terms.ts';
import { createOccurrences } from './occurrences.ts';
import { vectorsOf } from './search-index.ts';
import type { VectorIndex } from './vectors.ts';

interface Scope {
  number: number;
  /** Chunks of the live generations. */
  chunks: number;
  /** Generations being written or erased: usually none, a few while a source of the project is re-read. */
  hidden: number[];
}

async function scopeOf(reads: Reads, projectId: string): Promise<Scope | null> {
  const [project] = await reads.read<{ number: number }>('select number from projects where id = ?', [projectId]);
  if (!project) return null;
  const [live] = await reads.read<{ chunks: number }>(
    "select coalesce(sum(chunks), 0) as chunks from generations where project_id = ? and state = 'live'",
    [projectId],
  );
  const hidden = await reads.read<{ id: number }>(
    "select id from generations where project_id = ? and state <> 'live' and chunks > 0",
    [projectId],
  );
  return { number: project.number, chunks: live?.chunks ?? 0, hidden: hidden.map(({ id }) => id) };
}

/** Searches FTS5 and the vectors, always within one project and its live generations. */
export function createReader(db: Db, ownEmbedder: string): SearchIndex {
  /** The one that answers: it keeps vectors in memory, and so is made once. */
  let answering: { id: number; vectors: VectorIndex } | null = null;

  async function answeringVectors(reads: Reads, embedder: string): Promise<VectorIndex | null> {
    const index = await answeringIndex(reads, embedder);
    if (index === null) return null;
    if (answering?.id !== index.id) answering = { id: index.id, vectors: vectorsOf(index) };
    return answering.vectors;
  }

  const occurrences = createOccurrences();
  return {
    text: (projectId, terms, limit) =>
      db.snapshot(async (reads) => {
        const wanted = [...new Set(terms.flatMap(splitTerms))].slice(0, MOST_LOOKUPS);
        const scope = await scopeOf(reads, projectId);
        if (!scope || scope.chunks === 0 || limit < 1) return [];
        const found = await occurrences(reads, scope.number, wanted);
        return rank(reads, scope, selectTerms(found, scope.chunks), limit);
      }),

    vector: async (projectId, embedding, limit, embedder = ownEmbedder) => {
      return db.snapshot(async (reads) => {
        const vectors = await answeringVectors(reads, embedder);
        if (vectors === null) return [];
        vectors.assertEmbedding(embedding);
        const scope = await scopeOf(reads, projectId);
        if (!scope) return [];
        return vectors.nearest(
          reads,
          { projectId, projectNumber: scope.number, chunks: scope.chunks },
          embedding,
          limit,
        );
      });
    },

    frequencies: (projectId, terms) =>
      db.snapshot(async (reads) => {
        const scope = await scopeOf(reads, projectId);
        const byTerm = new Map(terms.map((term) => [term, 0]));
        if (!scope) return { chunks: 0, byTerm };
        for (const [term, count] of await occurrences(reads, scope.number, [...byTerm.keys()])) {
          byTerm.set(term, count - (await hiddenOccurrences(reads, scope, term)));
        }
        return { chunks: scope.chunks, byTerm };
      }),
  };
}

const hiddenTokens = (scope: Scope) =>
  scope.hidden.map((generation) => quoted(generationToken(generation))).join(' OR ');

/**
 * BM25, one term at a time. FTS5 weighs a term by its rarity among the chunks of *all* projects; each term's score is
 * scaled from that to its rarity in this project (Lucene's form of the formula, which stays above zero), then summed.
 */
async function rank(reads: Reads, scope: Scope, terms: [string, number][], limit: number): Promise<SearchHit[]> {
  const [all] = await reads.read<{ value: number }>("select value from counters where name = 'indexed'");
  const total = all?.value ?? 0;
  const queries = terms.map(([term, count]) => {
    const token = quoted(indexTerm(scope.number, term));
    const query = scope.hidden.length === 0 ? token : `${token} NOT (${hiddenTokens(scope)})`;
    // FTS5's own rarity, with its floor for terms in more than half of the rows.
    const everywhere = Math.max(Math.log((total - count + 0.5) / (count + 0.5)), 1e-6);
    return [query, rarityOf(count, scope.chunks) / everywhere];
  });
  const hits = await reads.read<{ id: number; score: number }>(
    `with queries as (select value ->> 0 as query, value ->> 1 as factor from json_each(?)),
      scored as (
        select search_text.rowid as id, -bm25(search_text, 0, ${HEADING_WEIGHT}, ${TEXT_WEIGHT}) * factor as score
        from queries join search_text where search_text match query limit ${MOST_SCORED}
      )
     select id, sum(score) as score from scored group by id order by score desc, id limit ?`,
    [JSON.stringify(queries), limit],
  );
  return hits.map(({ id, score }) => ({ chunkId: String(id), score }));
}

async function hiddenOccurrences(reads: Reads, scope: Scope, term: string): Promise<number> {
  if (scope.hidden.length === 0) return 0;
  const query = `${quoted(indexTerm(scope.number, term))} AND (${hiddenTokens(scope)})`;
  const [row] = await reads.read<{ count: number }>(
    'select count(*) as count from search_text where search_text match ?',
    [query],
  );
  return row?.count ?? 0;
}
