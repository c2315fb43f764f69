import type { Embedder } from '../../engines/types.ts';
import type { ChunkRow, Store } from '../../store/types.ts';
import type { Understood } from '../query/contextualize-query.ts';
import type { QuestionTerms } from '../query/query-terms.ts';
import type { Passage, Tracer } from '../types.ts';
import { type Fused, fuse } from './rank-fusion.ts';

/** How many of each list are looked at, and how many passages go on. */
const LISTED = 40;
const KEPT = 30;
/** More than one source is hardly ever published, or deleted, while a question is answered; many at once may be. */
const MOST_SEARCHES = 5;
/**
 * What a place in the vector list is worth against one in the text list. The built-in vectors know spelling alone: between
 * 0 and 1 the share of right passages among the first five differs by .03 at most in any language (`npm run eval -- --weights`),
 * for the better in PDFs and product documentation (.88 → .91, .92 → .94), for the worse in Arabic, Turkish and Chinese
 * (.01); at 3 it falls everywhere else.
 */
const VECTORS_WEIGH = { builtin: 0.1, model: 1 };
/** Where a word of the question is in no passage, spelling may find what the text index cannot. */
const VECTORS_WEIGH_FOR_UNKNOWN = 0.5;

export interface RetrievalDependencies {
  store: Pick<Store, 'search' | 'chunks'>;
  /** Null, or one that gives no vector for a question: the text index is searched alone. */
  embedder: Embedder | null;
}

/**
 * The passages of a project that may answer, best first: text and vector index side by side, fused by rank. Where a
 * passage is gone by the time that it is read, its source has been read anew meanwhile, and the search is made again.
 */
export async function retrieve(
  { store, embedder }: RetrievalDependencies,
  projectId: string,
  understood: Understood,
  terms: QuestionTerms,
  signal: AbortSignal,
  trace?: Tracer,
): Promise<Passage[]> {
  const query = understood.context ? `${understood.text}\n${understood.context}` : understood.text;
  const embedded = embedder?.embed([query], 'query', signal) ?? Promise.resolve([]);
  for (let searches = 1; ; searches += 1) {
    const lists = await search(store, projectId, terms, embedded, embedder?.id, trace);
    const fused = fuseLists(lists, vectorsWeigh(embedder, terms));
    signal.throwIfAborted();
    const rows = await rowsOf(store, projectId, fused);
    if (rows.size < fused.length && searches < MOST_SEARCHES) continue;
    const passages = fused.flatMap(({ id, score, ranks: [own = null, carried = null, near = null] }) => {
      const row = rows.get(id);
      return row ? [toPassage(row, score, own ?? carried, near)] : [];
    });
    const different = withoutRepeats(passages);
    trace?.fused(passages, different);
    return different;
  }
}

function vectorsWeigh(embedder: Embedder | null, { unknown }: QuestionTerms): number {
  if (!embedder || embedder.semantic) return VECTORS_WEIGH.model;
  return unknown.length > 0 ? VECTORS_WEIGH_FOR_UNKNOWN : VECTORS_WEIGH.builtin;
}

/** Of passages that say the same in the same words, the best: documents are uploaded twice, and pages repeat each other. */
function withoutRepeats(passages: Passage[]): Passage[] {
  const said = new Set<string>();
  return passages.filter(({ text }) => {
    // A space alone is one already; to replace each of them by itself takes five times as long.
    const words = text
      .replace(/\s{2,}|[^\S ]/g, ' ')
      .trim()
      .toLowerCase();
    const first = !said.has(words);
    said.add(words);
    return first;
  });
}

/** What each search has for a question: chunk ids, best first. */
export interface SearchLists {
  /** By the words of the question itself. */
  own: string[];
  /** By these and those carried over from earlier turns; empty where there are none. */
  whole: string[];
  /** By the vector of the question. */
  near: string[];
}

/** Asks the text and the vector index side by side; `embedder` is the id of the one that embedded. The lists are not of one moment: what is read anew in between is in one and not in another. */
export async function search(
  store: Pick<Store, 'search'>,
  projectId: string,
  terms: QuestionTerms,
  embedded: Promise<Float32Array[]>,
  embedder: string | undefined,
  trace?: Tracer,
): Promise<SearchLists> {
  const ids = (hits: { chunkId: string }[]) => hits.map(({ chunkId }) => chunkId);
  const [own, whole, near] = await Promise.all([
    store.search.text(projectId, terms.own, LISTED),
    terms.carried.length === 0 ? [] : store.search.text(projectId, [...terms.own, ...terms.carried], LISTED),
    embedded.then(([embedding]) => (embedding ? store.search.vector(projectId, embedding, LISTED, embedder) : [])),
  ]);
  trace?.searched({ own, whole, near });
  return { own: ids(own), whole: ids(whole), near: ids(near) };
}

/** The best of all lists; `vectorsWeigh` is what a place in the vector list is worth against one in a text list. */
export function fuseLists({ own, whole, near }: SearchLists, vectorsWeigh: number): Fused[] {
  const lists = [
    { ids: own, weight: 1 },
    { ids: whole, weight: 1 },
    { ids: near, weight: vectorsWeigh },
  ];
  return fuse(lists, KEPT);
}

/** All of one moment. */
async function rowsOf(
  store: RetrievalDependencies['store'],
  projectId: string,
  fused: Fused[],
): Promise<Map<string, ChunkRow>> {
  const ids = fused.map(({ id }) => id);
  return new Map((await store.chunks.byIds(projectId, ids)).map((row) => [row.id, row]));
}

function toPassage(row: ChunkRow, score: number, textRank: number | null, vectorRank: number | null): Passage {
  const { id, ...rest } = row;
  return { chunkId: id, ...rest, score, textRank, vectorRank };
}
