import type { Embedder, Reranker } from '../../engines/types.ts';
import type { Store } from '../../store/types.ts';
import type { Understood } from '../query/contextualize-query.ts';
import { type QuestionTerms, weighTerms } from '../query/query-terms.ts';
import type { Passage, Question } from '../types.ts';
import { type Ranked, rerank } from './feature-rerank.ts';
import { retrieve } from './hybrid-retrieve.ts';
import { type ReadPassage, readPassage } from './match-passage.ts';
import { judge } from './model-rerank.ts';

export interface FinderDependencies {
  store: Pick<Store, 'search' | 'chunks' | 'documents'>;
  /** Null, or one that gives no vector for a question: the text index is searched alone. */
  embedder: Embedder | null;
  /** A model that judges what was found, where there is one. */
  reranker?: Reranker | null;
}

/** What the documents have for a question. */
export interface Found {
  /** As the search has them, best first. */
  passages: Passage[];
  /** As they read, best first. */
  ranked: Ranked[];
  terms: QuestionTerms;
  /** Those in which we may refuse: of the question, else of the documents. */
  languages: string[];
}

/** The passages that may answer a question: retrieve → fuse → judge → read → rerank. */
export async function find(
  { store, embedder, reranker = null }: FinderDependencies,
  { projectId, signal, trace }: Pick<Question, 'projectId' | 'signal' | 'trace'>,
  understood: Understood,
): Promise<Found> {
  const languages = await store.documents.languages(projectId);
  const terms = await weighTerms(store.search, projectId, understood, languages);
  trace?.understood(understood, terms);
  const retrieved = await retrieve({ store, embedder }, projectId, understood, terms, signal, trace);
  trace?.ended('retrieve');
  const passages = reranker ? await judge(reranker, understood, retrieved, signal) : retrieved;
  const read = passages.map((passage) => readPassage(passage, terms));
  const ranked = rerank(read, terms);
  trace?.ended('rerank');
  return { passages, ranked, terms, languages: [understood.language, ...languages] };
}

/** The embedder where its vectors know of meaning: those that are built in know spelling alone. */
export function modelOf(embedder: Embedder | null): Embedder | null {
  return embedder?.semantic ? embedder : null;
}

/** Was anything found by its meaning? Not without a model, nor where that had no vector for the question. */
export function byMeaning({ passages }: Pick<Found, 'passages'>, embedder: Embedder | null): boolean {
  return modelOf(embedder) !== null && passages.some(({ vectorRank }) => vectorRank !== null);
}

/**
 * The passages in the order in which they are read for an answer. Words say nothing about what a model has found or judged
 * by its meaning: its order is kept.
 */
export function inReadingOrder(
  found: Found,
  { embedder, reranker = null }: Pick<FinderDependencies, 'embedder' | 'reranker'>,
): ReadPassage[] {
  const { passages, ranked, terms } = found;
  return byMeaning(found, embedder) || reranker !== null
    ? passages.map((passage) => readPassage(passage, terms))
    : ranked.map(({ read }) => read);
}
