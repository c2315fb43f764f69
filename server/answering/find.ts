import type { Embedder } from '../engines/types.ts';
import type { Store } from '../store/types.ts';
import { type ReadPassage, readPassage } from './read.ts';
import { type Ranked, rerank } from './rerank.ts';
import { retrieve } from './retrieve.ts';
import { type QuestionTerms, weighTerms } from './terms.ts';
import type { Passage, Question } from './types.ts';
import type { Understood } from './understand.ts';

export interface FinderDependencies {
  store: Pick<Store, 'search' | 'chunks' | 'documents'>;
  embedder: Embedder;
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

/** The passages that may answer a question: retrieve → fuse → read → rerank. */
export async function find(
  { store, embedder }: FinderDependencies,
  { projectId, signal }: Pick<Question, 'projectId' | 'signal'>,
  understood: Understood,
): Promise<Found> {
  const languages = await store.documents.languages(projectId);
  const terms = await weighTerms(store.search, projectId, understood, languages);
  const passages = await retrieve({ store, embedder }, projectId, understood, terms, signal);
  const read = passages.map((passage) => readPassage(passage, terms));
  return { passages, ranked: rerank(read, terms), terms, languages: [understood.language, ...languages] };
}

/** The embedder where its vectors know of meaning: those that are built in know spelling alone. */
export function modelOf(embedder: Embedder): Embedder | null {
  return embedder.id.startsWith('builtin-') ? null : embedder;
}

/**
 * The passages in the order in which they are read for an answer. Words say nothing about what a model has found by its
 * meaning: its order is kept.
 */
export function inReadingOrder({ passages, ranked, terms }: Found, embedder: Embedder): ReadPassage[] {
  return modelOf(embedder) === null
    ? ranked.map(({ read }) => read)
    : passages.map((passage) => readPassage(passage, terms));
}
