import type { Embedder } from '../../engines/types.ts';
import type { ChunkRow, Store } from '../../store/types.ts';
import type { ContextualizedQuery } from '../query/contextualize-query.ts';
import type { QueryTerms } from '../query/query-terms.ts';
import type { Passage, Question, Tracer } from '../types.ts';
import type { QuestionReader } from './question-reader.ts';
import { type FusedResult, fuseRankings } from './rank-fusion.ts';

/** How many hits of each index are fused, and how many passages go on. */
const SEARCH_LIMIT = 40;
const FUSED_LIMIT = 30;
/** A search is repeated when a source changes meanwhile. That rarely happens more than once, but many may change at once. */
const MAX_SEARCHES = 5;
/**
 * What a place in the vector list is worth against one in the text list. With the built-in vectors, eight sets of
 * `npm run eval -- --weights` have as many right passages among the first five and ten at anything between 0.1 and 0.5, and
 * more than without vectors (German .95 → .96, and .51 → .83 where words are misspelt). Of what goes on to the ranking, 0.5
 * brings as much as less does but for one question in ten sets, and more of product documentation; at 3 it falls everywhere.
 */
const VECTOR_WEIGHT = { builtin: 0.5, model: 1 };
/** What a place in the reader's list is worth against one in the text list. */
const READER_WEIGHT = 1;

/** What is searched. */
export type SearchScope = Pick<Question, 'projectId' | 'filter'>;

export interface RetrievalDependencies {
  store: Pick<Store, 'search' | 'chunks'>;
  /** If null, or if it gives no vector for a question, its index is not searched. */
  embedder: Embedder | null;
  /** If null, or if it gives no vector for a question, what it has read is not searched. */
  questionReader: QuestionReader | null;
}

/**
 * The passages of a project that may answer, best first: the text index, the vectors and what the reader has read are searched in
 * parallel and fused by rank.
 * If a passage is gone when it is read, its source has been indexed again meanwhile, and the search is repeated.
 */
export async function hybridRetrieve(
  { store, embedder, questionReader }: RetrievalDependencies,
  scope: SearchScope,
  query: ContextualizedQuery,
  terms: QueryTerms,
  signal: AbortSignal,
  trace?: Tracer,
): Promise<Passage[]> {
  const text = query.context ? `${query.text}\n${query.context}` : query.text;
  const embedded = embedder?.embed([text], 'query', signal) ?? Promise.resolve([]);
  const read = questionReader?.embed(scope.projectId, query, signal) ?? Promise.resolve(null);
  const vectors: QuestionVectors = { embedded, embedder: embedder?.id, read, reader: questionReader?.id };
  for (let searches = 1; ; searches += 1) {
    const lists = await searchIndexes(store, scope, terms, vectors, trace);
    const fused = fuseLists(lists, embedder?.semantic ? VECTOR_WEIGHT.model : VECTOR_WEIGHT.builtin);
    signal.throwIfAborted();
    const rows = await rowsOf(store, scope.projectId, fused);
    if (rows.size < fused.length && searches < MAX_SEARCHES) continue;
    const passages = fused.flatMap(
      ({ id, score, ranks: [own = null, carried = null, near = null, read = null] }): Passage[] => {
        const row = rows.get(id);
        if (!row) return [];
        const { id: chunkId, ...rest } = row;
        const similarity = lists.similarities.get(id) ?? null;
        return [{ chunkId, ...rest, score, textRank: own ?? carried, vectorRank: near, readerRank: read, similarity }];
      },
    );
    const different = withoutRepeats(passages);
    trace?.rankingsFused(passages, different);
    return different;
  }
}

/** Keeps the best of passages with the same text: documents are uploaded twice, and pages repeat each other. */
function withoutRepeats(passages: Passage[]): Passage[] {
  const seen = new Set<string>();
  return passages.filter(({ text }) => {
    // Single spaces are left out of the pattern: replacing each of them takes five times as long.
    const words = text
      .replace(/\s{2,}|[^\S ]/g, ' ')
      .trim()
      .toLowerCase();
    const first = !seen.has(words);
    seen.add(words);
    return first;
  });
}

/** The hits of each search for a question: chunk ids, best first. */
export interface SearchLists {
  /** By the terms of the question itself. */
  own: string[];
  /** By these and the terms carried over from earlier turns; empty if there are none. */
  withContext: string[];
  /** By the vector of the question. */
  vector: string[];
  /** By the reader's vector of the question; empty where it has none. */
  read: string[];
  /** How similar the vectors of those are to that of the question: cosines. */
  similarities: ReadonlyMap<string, number>;
}

/** What the question is for those that find by vectors: once it is there, and their ids. */
export interface QuestionVectors {
  embedded: Promise<Float32Array[]>;
  embedder: string | undefined;
  read: Promise<Float32Array | null>;
  reader: string | undefined;
}

/**
 * Searches the text index, the vector index, and what the reader has read, in parallel. The lists are no snapshot: a source that is indexed in between may be in one and not in another.
 */
export async function searchIndexes(
  store: Pick<Store, 'search'>,
  { projectId, filter }: SearchScope,
  terms: QueryTerms,
  { embedded, embedder, read, reader }: QuestionVectors,
  trace?: Tracer,
): Promise<SearchLists> {
  const ids = (hits: { chunkId: string }[]) => hits.map(({ chunkId }) => chunkId);
  const { prefix, carried } = terms;
  const finished = terms.own.filter((term) => term !== prefix);
  const options = { ...(filter && { filter }), ...(prefix !== undefined && { prefix }) };
  const [own, withContext, vector, meant] = await Promise.all([
    store.search.text(projectId, finished, SEARCH_LIMIT, options),
    carried.length === 0 ? [] : store.search.text(projectId, [...finished, ...carried], SEARCH_LIMIT, options),
    embedded.then(([embedding]) =>
      embedding ? store.search.vector(projectId, embedding, SEARCH_LIMIT, embedder, filter) : [],
    ),
    read.then((question) =>
      question && reader !== undefined ? store.search.read(projectId, question, SEARCH_LIMIT, reader, filter) : [],
    ),
  ]);
  trace?.indexesSearched({ own, withContext, vector });
  const similarities = new Map(vector.map(({ chunkId, score }) => [chunkId, score]));
  return { own: ids(own), withContext: ids(withContext), vector: ids(vector), read: ids(meant), similarities };
}

/** Fuses the lists by rank; `vectorWeight` is the weight of the vector list against 1 for a text list. */
export function fuseLists({ own, withContext, vector, read }: SearchLists, vectorWeight: number): FusedResult[] {
  const lists = [
    { ids: own, weight: 1 },
    { ids: withContext, weight: 1 },
    { ids: vector, weight: vectorWeight },
    { ids: read, weight: READER_WEIGHT },
  ];
  return fuseRankings(lists, FUSED_LIMIT);
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
