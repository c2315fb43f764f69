import type { Db, Reads, SqlValue } from '../../db.ts';
import type { Scored } from '../../search/occurrences.ts';
import { asciiLowerCase, indexTerm, splitTerms, termPrefix } from '../../search/terms.ts';
import { inverseDocumentFrequency, isRare, MAX_LOOKUPS, selectTerms } from '../../search/text-ranking.ts';
import type { SearchHit, SearchIndex } from '../../types.ts';
import { createMeansSearch } from '../../vectors/passage-means.ts';
import { meansBytes } from '../../vectors/quantized-cache.ts';
import { answeringIndex } from '../../vectors/vector-indexes.ts';
import { createDocumentFrequencyCache } from './document-frequency-cache.ts';
import { generationToken, prefixQuery, quoted } from './fts5-terms.ts';
import { vectorIndexFor } from './search-index.ts';
import { createScopes, type Scope } from './search-scope.ts';
import { createTermLists } from './term-lists.ts';
import { BM25, createTermScores } from './term-scores.ts';
import type { VectorIndex } from './vectors.ts';

/**
 * Inverse document frequencies of all chunks and of the project are treated as equal up to this factor, as in a project that
 * has nearly all chunks.
 */
const MAX_IDF_RATIO = 1.1;
/** Otherwise, this many candidates per wanted hit are scored again. */
const CANDIDATES = 5;

/** Searches FTS5 and the vectors, always within one project and its live generations. */
export function createReader(db: Db, ownEmbedder: string): SearchIndex {
  /** The active index. It is created once, as it caches vectors in memory. */
  let answering: { id: number; vectors: VectorIndex } | null = null;

  async function answeringVectors(reads: Reads, embedder: string): Promise<VectorIndex | null> {
    const index = await answeringIndex(reads, embedder);
    if (index === null) return null;
    if (answering?.id !== index.id) answering = { id: index.id, vectors: vectorIndexFor(index) };
    return answering.vectors;
  }

  const documentFrequencies = createDocumentFrequencyCache();
  const termsBeginning = createTermLists();
  const termScores = createTermScores();
  const scopeOf = createScopes();
  const nearestMeans = createMeansSearch(meansBytes());

  /**
   * BM25 with the document frequencies of this project. FTS5 has only those of *all* projects: where both agree, its order is
   * used. Otherwise its best results are candidates, which are scored again.
   */
  async function rank(reads: Reads, scope: Scope, terms: [string, number][], limit: number): Promise<SearchHit[]> {
    if (terms.length === 0) return [];
    const factors = await factorsOf(reads, scope, terms);
    const tokens = terms.map(([term]) => queryOf(scope, term));
    const toHits = (found: Scored[], factor = 1) =>
      found.map(({ id, score }) => ({ chunkId: String(id), score: score * factor }));
    if (!areAlike(factors))
      return toHits(await rescore(reads, tokens, factors, await best(reads, scope, tokens, CANDIDATES * limit), limit));
    const known = isWhole(scope) ? await termScores.best(reads, tokens, limit) : null;
    return toHits(known ?? (await best(reads, scope, tokens, limit)), factors[0]);
  }

  /**
   * Scores terms that are searched for next, once their counts have been sent: the thread that answers reads the question meanwhile.
   * Only what a search would remember: not that of a project beside others with other words.
   */
  function scoreAhead(projectId: string, { chunks, byTerm }: { chunks: number; byTerm: Map<string, number> }): void {
    const rare = [...byTerm].filter(([, count]) => count > 0 && isRare(count, chunks));
    const terms = selectTerms(new Map(rare), chunks);
    if (terms.length === 0) return;
    const score = async (reads: Reads) => {
      const scope = await scopeOf(reads, projectId);
      if (!scope || !isWhole(scope) || !areAlike([1, ...(await factorsOf(reads, scope, terms))])) return;
      const queries = terms.map(([term]) => queryOf(scope, term));
      await termScores.readAhead(reads, queries);
    };
    // If it fails, so does the search, which says why.
    setImmediate(() => db.snapshot(score).catch(() => undefined));
  }

  return {
    text: (projectId, terms, limit, { prefix, filter } = {}) =>
      db.snapshot(async (reads) => {
        const wanted = [...new Set(terms.flatMap(splitTerms))].slice(0, MAX_LOOKUPS);
        const scope = await scopeOf(reads, projectId, filter);
        if (!scope || scope.chunks === 0 || scope.within?.length === 0 || limit < 1) return [];
        const found = await documentFrequencies(reads, scope.number, wanted);
        const begun = prefix === undefined ? null : termPrefix(prefix);
        if (begun !== null) {
          const counted = await documentFrequencies(reads, scope.number, [begun], 'prefix');
          // No term ends in a space.
          for (const count of counted.values()) found.set(`${begun} `, count);
        }
        return rank(reads, scope, selectTerms(found, scope.chunks), limit);
      }),

    vector: async (projectId, embedding, limit, embedder = ownEmbedder, filter) => {
      return db.snapshot(async (reads) => {
        const vectors = await answeringVectors(reads, embedder);
        if (vectors === null) return [];
        vectors.assertEmbedding(embedding);
        const scope = await scopeOf(reads, projectId, filter);
        if (!scope || scope.within?.length === 0) return [];
        const { number: projectNumber, chunks, within, changes } = scope;
        return vectors.nearest(reads, { projectId, projectNumber, chunks, within, changes }, embedding, limit);
      });
    },

    read: (projectId, question, limit, reader, filter) =>
      db.snapshot(async (reads) => {
        const scope = await scopeOf(reads, projectId, filter);
        if (!scope) return [];
        const { within, changes } = scope;
        return nearestMeans(reads, { projectId, within, state: changes }, reader, question, limit);
      }),

    async frequencies(projectId, terms, { prefixes = [], searchedNext = false } = {}) {
      const counted = await db.snapshot(async (reads) => {
        const scope = await scopeOf(reads, projectId);
        const byTerm = new Map(terms.map((term) => [term, 0]));
        const byPrefix = new Map(prefixes.map((prefix) => [prefix, 0]));
        if (!scope) return { chunks: 0, byTerm, byPrefix };
        const begun = prefixes.filter((prefix) => termPrefix(prefix) !== null);
        for (const [prefix, count] of await documentFrequencies(reads, scope.number, begun, 'prefix'))
          byPrefix.set(prefix, count);
        for (const [term, count] of await documentFrequencies(reads, scope.number, [...byTerm.keys()])) {
          byTerm.set(term, count - (await hiddenOccurrences(reads, scope, term)));
        }
        return { chunks: scope.chunks, byTerm, byPrefix };
      });
      if (searchedNext) scoreAhead(projectId, counted);
      return counted;
    },

    termsBeginning: (projectId, prefix) =>
      db.snapshot(async (reads) => {
        const scope = await scopeOf(reads, projectId);
        const begun = termPrefix(prefix);
        return scope && begun !== null ? termsBeginning(reads, scope.number, begun) : [];
      }),

    having: (projectId, terms, limit, filter) =>
      db.snapshot(async (reads) => {
        const scope = await scopeOf(reads, projectId, filter);
        const found = new Map(terms.map((term): [string, string[]] => [term, []]));
        if (!scope) return found;
        for (const term of terms) found.set(term, await someHaving(reads, scope, term, limit));
        return found;
      }),
  };
}

/** What the scores of FTS5, which counts the chunks of all projects, are multiplied by for those of this one: for each term. */
async function factorsOf(reads: Reads, { chunks }: Scope, terms: [string, number][]): Promise<number[]> {
  const [all] = await reads.read<{ value: number }>("select value from counters where name = 'indexed'");
  return terms.map(([, count]) => inverseDocumentFrequency(count, chunks) / globalIdf(all?.value ?? 0, count));
}

const areAlike = (factors: number[]) => Math.max(...factors) <= Math.min(...factors) * MAX_IDF_RATIO;

/** A term as a query of FTS5; one that ends in a space, which no term does, stands for all that begin so. */
function queryOf({ number }: Scope, term: string): string {
  const indexed = indexTerm(number, term);
  return term.endsWith(' ') ? prefixQuery(indexed.trimEnd()) : quoted(indexed);
}

/** Is all of the project searched? */
const isWhole = ({ hidden, within }: Scope) => hidden.length === 0 && within === null;

const hiddenTokens = (hidden: number[]) => hidden.map((generation) => quoted(generationToken(generation))).join(' OR ');

/** The formula of FTS5, including its minimum for terms in more than half of the rows. */
const globalIdf = (total: number, count: number): number =>
  Math.max(Math.log((total - count + 0.5) / (count + 0.5)), 1e-6);

const visible = ({ hidden }: Scope, query: string): string =>
  hidden.length === 0 ? query : `(${query}) NOT (${hiddenTokens(hidden)})`;

/** The condition of a search for a query, and its parameters. */
function matching(scope: Scope, query: string): { condition: string; parameters: SqlValue[] } {
  const parameters = [visible(scope, query)];
  if (scope.within === null) return { condition: 'search_text match ?', parameters };
  // The unary plus makes SQLite walk the index of the terms, and ask of each row whether it is among the filtered.
  const within = '+search_text.rowid in (select id from chunks where generation in (select value from json_each(?)))';
  return {
    condition: `search_text match ? and ${within}`,
    parameters: [...parameters, JSON.stringify(scope.within)],
  };
}

async function best(reads: Reads, scope: Scope, tokens: string[], limit: number): Promise<Scored[]> {
  const { condition, parameters } = matching(scope, tokens.join(' OR '));
  return reads.read<Scored>(
    `select rowid as id, -${BM25} as score from search_text where ${condition} order by ${BM25}, rowid limit ?`,
    [...parameters, limit],
  );
}

async function someHaving(reads: Reads, scope: Scope, term: string, limit: number): Promise<string[]> {
  const { condition, parameters } = matching(scope, quoted(indexTerm(scope.number, asciiLowerCase(term))));
  const rows = await reads.read<{ id: number }>(`select rowid as id from search_text where ${condition} limit ?`, [
    ...parameters,
    limit,
  ]);
  return rows.map(({ id }) => String(id));
}

/**
 * Scores each term separately, scales its score and adds them up. The unary plus makes SQLite walk the index of a term instead
 * of looking up each candidate.
 */
async function rescore(reads: Reads, tokens: string[], factors: number[], candidates: Scored[], limit: number) {
  const queries = tokens.map((token, at) => [token, factors[at]]);
  return reads.read<Scored>(
    `with queries as (select value ->> 0 as query, value ->> 1 as factor from json_each(?)),
      candidates as materialized (select value as id from json_each(?)),
      scored as materialized (
        select search_text.rowid as id, -${BM25} * factor as score from queries join search_text
        where search_text match query and +search_text.rowid in (select id from candidates)
      )
     select id, sum(score) as score from scored group by id order by score desc, id limit ?`,
    [JSON.stringify(queries), JSON.stringify(candidates.map(({ id }) => id)), limit],
  );
}

async function hiddenOccurrences(reads: Reads, scope: Scope, term: string): Promise<number> {
  if (scope.hidden.length === 0) return 0;
  const query = `${quoted(indexTerm(scope.number, term))} AND (${hiddenTokens(scope.hidden)})`;
  const [row] = await reads.read<{ count: number }>(
    'select count(*) as count from search_text where search_text match ?',
    [query],
  );
  return row?.count ?? 0;
}
