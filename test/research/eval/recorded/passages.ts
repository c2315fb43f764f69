import { type FittedContext, fitContext, MAX_PASSAGES } from '../../../../server/answering/context/fit-context.ts';
import { closestQuotes } from '../../../../server/answering/extractive/closest-quotes.ts';
import type { Quotes } from '../../../../server/answering/extractive/quote-excerpts.ts';
import {
  type ContextualizedQuery,
  contextualizeQuery,
} from '../../../../server/answering/query/contextualize-query.ts';
import { type QueryTerms, queryTermsFor } from '../../../../server/answering/query/query-terms.ts';
import { type MatchedPassage, matchPassage } from '../../../../server/answering/retrieval/match-passage.ts';
import { inReadingOrder, search } from '../../../../server/answering/retrieval/search.ts';
import type { Passage, Question } from '../../../../server/answering/types.ts';
import type { Generator } from '../../../../server/engines/types.ts';
import type { ChunkRow } from '../../../../server/store/types.ts';
import { rankByWords } from '../rank-by-words.ts';
import type { Ingested, Workbench } from '../workbench.ts';
import type { CorpusQuestion } from './corpus.ts';
import type { PassageName, RecordedQuestion } from './recorded-files.ts';

/** A question to the server, and what it has been made of. */
export interface AskedQuestion {
  question: Question;
  query: ContextualizedQuery;
  languages: string[];
}

/** A passage has no better name than so many words. */
const NAME_WORDS = 8;
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);
const withSingleSpaces = (text: string) => wordsOf(text).join(' ');
/** A script without spaces has no words to count. In UTF-16 units. */
const MAX_NAME_LENGTH = 60;

export async function toAskedQuestion(
  { store }: Workbench,
  { projectId }: Ingested,
  { question: text, history = [] }: CorpusQuestion,
): Promise<AskedQuestion> {
  const { signal } = new AbortController();
  const question = { projectId, text: text.trim(), history, contact: '', signal };
  const query = contextualizeQuery(question);
  return { question, query, languages: [query.language, ...(await store.documents.languages(projectId))] };
}

/** What the search finds for a question, as a model would get it. */
export async function findPassages(bench: Workbench, { question, query }: AskedQuestion): Promise<MatchedPassage[]> {
  const dependencies = { embedder: bench.embedder, store: bench.store };
  return inReadingOrder(await search(dependencies, question, query), {}).slice(0, MAX_PASSAGES);
}

export const buildPrompt = (
  generator: Pick<Generator, 'budget' | 'count'>,
  { question, query }: AskedQuestion,
  passages: MatchedPassage[],
): Promise<FittedContext> => fitContext(generator, { ...query, history: question.history }, passages, question.signal);

/** Names for the passages of a prompt, by which they are found again; null if one has no name. */
export async function namePassages(
  bench: Workbench,
  at: Ingested,
  shown: Passage[][],
): Promise<PassageName[][] | null> {
  const named: PassageName[][] = [];
  for (const block of shown) {
    const names: PassageName[] = [];
    for (const passage of block) {
      const name = await namePassage(bench, at, passage);
      if (!name) return null;
      names.push(name);
    }
    named.push(names);
  }
  return named;
}

/** The first words of a passage that no other passage of its document has; null if there are none. */
async function namePassage(bench: Workbench, at: Ingested, passage: Passage): Promise<PassageName | null> {
  const document = at.documents.get(passage.sourceId)?.doc_id ?? '';
  const others = (await chunksOf(bench, at, passage.sourceId)).filter(({ id }) => id !== passage.chunkId);
  const words = wordsOf(passage.text);
  for (let from = 0; from < words.length; from++) {
    const name = words
      .slice(from, from + NAME_WORDS)
      .join(' ')
      .slice(0, MAX_NAME_LENGTH);
    if (!others.some(({ text }) => withSingleSpaces(text).includes(name))) return { document, words: name };
  }
  return null;
}

async function chunksOf({ store }: Workbench, { projectId }: Ingested, sourceId: string): Promise<ChunkRow[]> {
  const { rows } = await store.chunks.ofSource(projectId, sourceId, { limit: 20_000, offset: 0 });
  const found: ChunkRow[] = [];
  for (let from = 0; from < rows.length; from += 50) {
    const ids = rows.slice(from, from + 50).map(({ id }) => id);
    found.push(...(await store.chunks.byIds(projectId, ids)));
  }
  return found;
}

/** The recorded passages as they are stored now, those of each number together; null for one that is not there any more. */
export async function recallPassages(
  bench: Workbench,
  at: Ingested,
  { query }: AskedQuestion,
  { passages }: RecordedQuestion,
): Promise<(MatchedPassage | null)[][]> {
  const terms = await queryTermsFor(bench.store, at.projectId, query, [
    ...(await bench.store.documents.languages(at.projectId)),
  ]);
  const recalled: (MatchedPassage | null)[][] = [];
  for (const block of passages) {
    const found: (MatchedPassage | null)[] = [];
    for (const name of block) found.push(await recallPassage(bench, at, name, terms));
    recalled.push(found);
  }
  return recalled;
}

/** What the server shows of these passages if nothing that a model claims has support. */
export async function closestTo(
  { store }: Workbench,
  { projectId }: Ingested,
  { question, query }: AskedQuestion,
  passages: MatchedPassage[],
): Promise<Quotes | null> {
  const languages = await store.documents.languages(projectId);
  const terms = await queryTermsFor(store, projectId, query, [...languages]);
  const ranked = rankByWords(query.text, passages, terms);
  return closestQuotes(
    store.chunks,
    { ...question, projectId },
    { ranked, terms, languages: [query.language, ...languages] },
  );
}

async function recallPassage(
  bench: Workbench,
  at: Ingested,
  { document, words }: PassageName,
  terms: QueryTerms,
): Promise<MatchedPassage | null> {
  const [sourceId] = [...at.documents].find(([, { doc_id }]) => doc_id === document) ?? [];
  if (sourceId === undefined) return null;
  const row = (await chunksOf(bench, at, sourceId)).find(({ text }) => withSingleSpaces(text).includes(words));
  if (!row) return null;
  const { id: chunkId, ...rest } = row;
  return matchPassage(
    { chunkId, ...rest, score: 1, textRank: 1, vectorRank: null, readerRank: null, similarity: null },
    terms,
  );
}
