import type { Embedder } from '../../engines/types.ts';
import type { ChunkRow, Store } from '../../store/types.ts';
import type { ContextualizedQuery } from '../query/contextualize-query.ts';
import type { QueryTerms } from '../query/query-terms.ts';
import type { Passage, Question } from '../types.ts';
import type { QuestionReader } from './question-reader.ts';
import { type FusedResult, fuseRankings } from './rank-fusion.ts';
import { createSelection, wordsIn } from './select-different.ts';
import { tokenizeText } from './tokenized-text-cache.ts';

/**
 * How many hits of each index are fused, and how many passages go on. More hits are asked for where most of these are copies of
 * each other: a manual in sixteen versions still leaves as many as one alone.
 */
const SEARCH_LIMIT = 40;
const WIDE_SEARCH_LIMIT = 640;
export const FUSED_LIMIT = 30;
/** So many of the hits for the words of a question are read while vectors are searched: nearly all of these go on. */
const READ_MEANWHILE = 20;
/**
 * At least so many more hits are read where some repeat others: among many pages that do, 41 of 112 questions need more, one of
 * these eleven and the others at most eight.
 */
const READ_MORE = 10;
/** A search is repeated when a source changes meanwhile. That rarely happens more than once, but many may change at once. */
const MAX_SEARCHES = 5;
/**
 * What a place in the vector list is worth against one in the text list. With the built-in vectors, eight sets of
 * `npm run eval -- --weights` have as many right passages among the first five and ten at anything between 0.1 and 0.5, and
 * more than without vectors (German .95 → .96, and .51 → .83 where words are misspelt). Of what is passed on to the ranking, 0.5
 * brings as much as less does but for one question in ten sets, and more of product documentation; at 3 it falls everywhere.
 */
const VECTOR_WEIGHT = { builtin: 0.5, model: 1 };
/** What a place in the reader's list is worth against one in the text list. */
const READER_WEIGHT = 1;

/** What is searched, and who is told of it. */
export type SearchScope = Pick<Question, 'projectId' | 'filter' | 'trace'>;

export interface RetrievalDependencies {
  store: Pick<Store, 'search' | 'chunks'>;
  /** If null, or if it gives no vector for a question, its index is not searched. */
  embedder: Embedder | null;
  /** If null, or if it gives no vector for a question, what it has read is not searched. */
  questionReader: QuestionReader | null;
}

/**
 * The passages of a project that may answer, best first: the text index, the vectors and what the reader has read are searched in
 * parallel and fused by rank. Where copies take the places of what differs, more is searched for. If a passage is gone when it is
 * read, its source has been indexed again meanwhile, and the search is repeated.
 */
export async function hybridRetrieve(
  { store, embedder, questionReader }: RetrievalDependencies,
  scope: SearchScope & Pick<Question, 'signal'>,
  query: ContextualizedQuery,
  terms: QueryTerms,
): Promise<Passage[]> {
  const { projectId, signal, trace } = scope;
  const text = query.context ? `${query.text}\n${query.context}` : query.text;
  const embedded = embedder?.embed([text], 'query', signal) ?? Promise.resolve([]);
  const read = questionReader?.embed(projectId, query, signal) ?? Promise.resolve(null);
  const vectors: QuestionVectors = { embedded, embedder: embedder?.id, read, reader: questionReader?.id };
  const foundByWords = (ids: string[]) => readTexts(store, projectId, ids.slice(0, READ_MEANWHILE));
  let limit = SEARCH_LIMIT;
  for (let searches = 1; ; searches += 1) {
    const lists = await searchIndexes(store, scope, terms, vectors, { limit, foundByWords });
    const fused = fuseLists(lists, embedder?.semantic ? VECTOR_WEIGHT.model : VECTOR_WEIGHT.builtin);
    signal.throwIfAborted();
    const { passages, different, isWhole } = await readDifferent(store, projectId, fused, lists.similarities);
    if (!isWhole && searches < MAX_SEARCHES) continue;
    const mayFindMore = [lists.own, lists.withContext, lists.vector, lists.read].some(({ length }) => length === limit);
    if (different.length < FUSED_LIMIT && mayFindMore && limit < WIDE_SEARCH_LIMIT) {
      limit = WIDE_SEARCH_LIMIT;
      continue;
    }
    trace?.rankingsFused(passages, different);
    return different;
  }
}

/** Reads passages before it is known whether they go on: they and the words of their texts are remembered. */
async function readTexts(store: RetrievalDependencies['store'], projectId: string, ids: string[]): Promise<void> {
  for (const { text, language } of await store.chunks.byIds(projectId, ids)) {
    wordsIn(text);
    tokenizeText(text, language);
  }
}

/** Reads hits, best first, until enough passages are found that differ. `isWhole`: none was gone. */
async function readDifferent(
  store: RetrievalDependencies['store'],
  projectId: string,
  fused: FusedResult[],
  similarities: ReadonlyMap<string, number>,
): Promise<{ passages: Passage[]; different: Passage[]; isWhole: boolean }> {
  const selection = createSelection(FUSED_LIMIT);
  const passages: Passage[] = [];
  let isWhole = true;
  for (let from = 0; from < fused.length && selection.left() > 0; ) {
    const hits = fused.slice(from, from + Math.max(READ_MORE, selection.left()));
    from += hits.length;
    const rows = await rowsOf(store, projectId, hits);
    if (rows.size < hits.length) isWhole = false;
    for (const { id, score, ranks } of hits) {
      const row = rows.get(id);
      if (!row) continue;
      const [own = null, carried = null, near = null, read = null] = ranks;
      const similarity = similarities.get(id) ?? null;
      const found = { score, textRank: own ?? carried, vectorRank: near, readerRank: read, similarity };
      const passage = toPassage(row, found);
      passages.push(passage);
      selection.offer(passage);
    }
  }
  return { passages, different: selection.chosen(), isWhole };
}

/** Field by field: copying the rest of a row takes several times as long. */
function toPassage(
  row: ChunkRow,
  { score, textRank, vectorRank, readerRank, similarity }: Omit<Passage, keyof ChunkRow | 'chunkId'>,
): Passage {
  const { sourceId, title, headings, language, seq, start, end, text, blocks, section, page, laterPages } = row;
  const passage: Passage = {
    chunkId: row.id,
    sourceId,
    title,
    headings,
    language,
    seq,
    start,
    end,
    text,
    blocks,
    section,
    page,
    laterPages,
    address: row.address,
    indexedAt: row.indexedAt,
    score,
    textRank,
    vectorRank,
    readerRank,
    similarity,
  };
  if (row.sourceName !== undefined) passage.sourceName = row.sourceName;
  if (row.externalId !== undefined) passage.externalId = row.externalId;
  if (row.hasAnchors !== undefined) passage.hasAnchors = row.hasAnchors;
  if (row.forge !== undefined) passage.forge = row.forge;
  return passage;
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

export interface SearchOptions {
  /** At most so many hits of each search. */
  limit?: number;
  /** Is given the hits for the words of the question as soon as they are there, and waited for. */
  foundByWords?: (ids: string[]) => Promise<void>;
}

/**
 * Searches the text index, the vector index, and what the reader has read, in parallel. The lists are no snapshot: a source
 * that is indexed in between may be in one and not in another.
 */
export async function searchIndexes(
  store: Pick<Store, 'search'>,
  { projectId, filter, trace }: SearchScope,
  terms: QueryTerms,
  { embedded, embedder, read, reader }: QuestionVectors,
  { limit = SEARCH_LIMIT, foundByWords }: SearchOptions = {},
): Promise<SearchLists> {
  const ids = (hits: { chunkId: string }[]) => hits.map(({ chunkId }) => chunkId);
  const { prefix, carried } = terms;
  const finished = terms.own.filter((term) => term !== prefix);
  const options = { ...(filter && { filter }), ...(prefix !== undefined && { prefix }) };
  const searchOwn = async () => {
    const hits = await store.search.text(projectId, finished, limit, options);
    await foundByWords?.(ids(hits));
    return hits;
  };
  const [own, withContext, vector, meant] = await Promise.all([
    searchOwn(),
    carried.length === 0 ? [] : store.search.text(projectId, [...finished, ...carried], limit, options),
    embedded.then(([embedding]) =>
      embedding ? store.search.vector(projectId, embedding, limit, embedder, filter) : [],
    ),
    read.then((question) =>
      question && reader !== undefined ? store.search.read(projectId, question, limit, reader, filter) : [],
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
