import type { Embedder } from '../../engines/types.ts';
import type { ChunkRow, Store } from '../../store/types.ts';
import type { ContextualizedQuery } from '../query/contextualize-query.ts';
import type { QueryTerms } from '../query/query-terms.ts';
import type { Passage, Question, Tracer } from '../types.ts';
import { type FusedResult, fuseRankings } from './rank-fusion.ts';
import { createSelection } from './select-different.ts';

/**
 * How many hits of each index are fused, and how many passages go on. More hits are asked for where most of these are copies of
 * each other: a manual in sixteen versions still leaves as many as one alone.
 */
const SEARCH_LIMIT = 40;
const WIDE_SEARCH_LIMIT = 640;
export const FUSED_LIMIT = 30;
/** A search is repeated when a source changes meanwhile. That rarely happens more than once, but many may change at once. */
const MAX_SEARCHES = 5;
/**
 * What a place in the vector list is worth against one in the text list. With the built-in vectors, eight sets of
 * `npm run eval -- --weights` have as many right passages among the first five and ten at anything between 0.1 and 0.5, and
 * more than without vectors (German .95 → .96, and .51 → .83 where words are misspelt). Of what goes on to the ranking, 0.5
 * brings as much as less does but for one question in ten sets, and more of product documentation; at 3 it falls everywhere.
 */
const VECTOR_WEIGHT = { builtin: 0.5, model: 1 };

/** What is searched. */
export type SearchScope = Pick<Question, 'projectId' | 'filter'>;

export interface RetrievalDependencies {
  store: Pick<Store, 'search' | 'chunks'>;
  /** If null, or if it gives no vector for a question, only the text index is searched. */
  embedder: Embedder | null;
}

/**
 * The passages of a project that may answer, best first: text and vector index are searched in parallel and fused by rank.
 * Where copies take the places of what differs, more is searched for. If a passage is gone when it is read, its source has been
 * indexed again meanwhile, and the search is repeated.
 */
export async function hybridRetrieve(
  { store, embedder }: RetrievalDependencies,
  scope: SearchScope,
  query: ContextualizedQuery,
  terms: QueryTerms,
  signal: AbortSignal,
  trace?: Tracer,
): Promise<Passage[]> {
  const text = query.context ? `${query.text}\n${query.context}` : query.text;
  const embedded = embedder?.embed([text], 'query', signal) ?? Promise.resolve([]);
  let limit = SEARCH_LIMIT;
  for (let searches = 1; ; searches += 1) {
    const lists = await searchIndexes(store, scope, terms, embedded, embedder?.id, limit, trace);
    const fused = fuseLists(lists, embedder?.semantic ? VECTOR_WEIGHT.model : VECTOR_WEIGHT.builtin);
    signal.throwIfAborted();
    const { read, different, isWhole } = await readDifferent(store, scope.projectId, fused, lists.similarities);
    if (!isWhole && searches < MAX_SEARCHES) continue;
    const mayFindMore = [lists.own, lists.withContext, lists.vector].some(({ length }) => length === limit);
    if (different.length < FUSED_LIMIT && mayFindMore && limit < WIDE_SEARCH_LIMIT) {
      limit = WIDE_SEARCH_LIMIT;
      continue;
    }
    trace?.rankingsFused(read, different);
    return different;
  }
}

/** Reads hits, best first, until enough passages are found that differ. `isWhole`: none was gone. */
async function readDifferent(
  store: RetrievalDependencies['store'],
  projectId: string,
  fused: FusedResult[],
  similarities: ReadonlyMap<string, number>,
): Promise<{ read: Passage[]; different: Passage[]; isWhole: boolean }> {
  const selection = createSelection(FUSED_LIMIT);
  const read: Passage[] = [];
  let isWhole = true;
  for (let from = 0; from < fused.length && !selection.isFull(); from += FUSED_LIMIT) {
    const hits = fused.slice(from, from + FUSED_LIMIT);
    const rows = await rowsOf(store, projectId, hits);
    if (rows.size < hits.length) isWhole = false;
    for (const { id, score, ranks } of hits) {
      const row = rows.get(id);
      if (!row) continue;
      const { id: chunkId, ...rest } = row;
      const [own = null, carried = null, near = null] = ranks;
      const similarity = similarities.get(id) ?? null;
      const passage = { chunkId, ...rest, score, textRank: own ?? carried, vectorRank: near, similarity };
      read.push(passage);
      selection.offer(passage);
    }
  }
  return { read, different: selection.chosen(), isWhole };
}

/** The hits of each search for a question: chunk ids, best first. */
export interface SearchLists {
  /** By the terms of the question itself. */
  own: string[];
  /** By these and the terms carried over from earlier turns; empty if there are none. */
  withContext: string[];
  /** By the vector of the question. */
  vector: string[];
  /** How similar the vectors of those are to that of the question: cosines. */
  similarities: ReadonlyMap<string, number>;
}

/**
 * Searches the text and the vector index in parallel; `embedder` is the id of the one that embedded the question. The lists
 * are no snapshot: a source that is indexed in between may be in one and not in another.
 */
export async function searchIndexes(
  store: Pick<Store, 'search'>,
  { projectId, filter }: SearchScope,
  terms: QueryTerms,
  embedded: Promise<Float32Array[]>,
  embedder: string | undefined,
  limit = SEARCH_LIMIT,
  trace?: Tracer,
): Promise<SearchLists> {
  const ids = (hits: { chunkId: string }[]) => hits.map(({ chunkId }) => chunkId);
  const { prefix, carried } = terms;
  const finished = terms.own.filter((term) => term !== prefix);
  const options = { ...(filter && { filter }), ...(prefix !== undefined && { prefix }) };
  const [own, withContext, vector] = await Promise.all([
    store.search.text(projectId, finished, limit, options),
    carried.length === 0 ? [] : store.search.text(projectId, [...finished, ...carried], limit, options),
    embedded.then(([embedding]) =>
      embedding ? store.search.vector(projectId, embedding, limit, embedder, filter) : [],
    ),
  ]);
  trace?.indexesSearched({ own, withContext, vector });
  const similarities = new Map(vector.map(({ chunkId, score }) => [chunkId, score]));
  return { own: ids(own), withContext: ids(withContext), vector: ids(vector), similarities };
}

/** Fuses the lists by rank; `vectorWeight` is the weight of the vector list against 1 for a text list. */
export function fuseLists({ own, withContext, vector }: SearchLists, vectorWeight: number): FusedResult[] {
  const lists = [
    { ids: own, weight: 1 },
    { ids: withContext, weight: 1 },
    { ids: vector, weight: vectorWeight },
  ];
  return fuseRankings(lists);
}

/** The stored chunks, read in one transaction. */
async function rowsOf(
  store: RetrievalDependencies['store'],
  projectId: string,
  fused: FusedResult[],
): Promise<Map<string, ChunkRow>> {
  const ids = fused.map(({ id }) => id);
  return new Map((await store.chunks.byIds(projectId, ids)).map((row) => [row.id, row]));
}
