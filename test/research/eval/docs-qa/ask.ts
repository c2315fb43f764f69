import type { Answer } from '../../../../server/answering/output/to-answer.ts';
import { toAnswer } from '../../../../server/answering/output/to-answer.ts';
import {
  type ContextualizedQuery,
  contextualizeQuery,
} from '../../../../server/answering/query/contextualize-query.ts';
import type { MatchedPassage } from '../../../../server/answering/retrieval/match-passage.ts';
import { inReadingOrder, type SearchResult, search } from '../../../../server/answering/retrieval/search.ts';
import { correctSpelling } from '../../../../server/answering/spelling/correct-spelling.ts';
import type { Question } from '../../../../server/answering/types.ts';
import { processorTime } from '../processor-time.ts';
import type { Ingested, Workbench } from '../workbench.ts';
import type { DocsQuestion, Documentation } from './documentation.ts';
import { isRightPassage, type Judgement, judge, type Outcome } from './judge.ts';

/** What one question showed. */
export interface Asked {
  documentation: string;
  question: DocsQuestion;
  answer: Answer;
  /** The page of each citation. */
  citedPages: string[];
  judgement: Judgement;
  /** The place of the first right passage in the order in which passages are read for an answer; 0: it is not among them. */
  rank: number;
  /** The milliseconds of processor time that the answer took. */
  milliseconds: number;
}

/** What the search has for a question before anything is extracted. */
export interface Ranking {
  question: Question;
  found: SearchResult;
  /** Best first. `right`: it holds a gold quote, or most of one. */
  passages: { match: MatchedPassage; page: string; right: boolean }[];
}

/** Searches for a question as an answer would, and says which passages are right. */
export async function rank(
  bench: Workbench,
  at: Ingested,
  asked: DocsQuestion,
  contextualize: (question: Question) => ContextualizedQuery = contextualizeQuery,
): Promise<Ranking> {
  const spelt = toServerQuestion(at.projectId, asked);
  const corrected = await correctSpelling(bench.store, spelt);
  const question = corrected ? { ...spelt, text: corrected.query } : spelt;
  const found = await search(bench.searching, question, contextualize(question));
  const passages = inReadingOrder(found, bench.engines).map((match) => {
    const page = pageOf(at, match.passage.sourceId);
    return { match, page, right: isRightPassage(asked, page, match.passage.text) };
  });
  return { question, found, passages };
}

/** Asks one question of a documentation that was ingested: once as far as the search to look at it, once whole. */
export async function ask(
  bench: Workbench,
  at: Ingested,
  { name }: Pick<Documentation, 'name'>,
  question: DocsQuestion,
): Promise<Asked> {
  const { passages } = await rank(bench, at, question);
  const rightPassage = passages.findIndex(({ right }) => right) + 1;
  const began = processorTime();
  const judged = await judgedAnswer(bench, at, question);
  return { documentation: name, question, ...judged, rank: rightPassage, milliseconds: processorTime() - began };
}

/** What becomes of a question. */
export async function outcomeFor(bench: Workbench, at: Ingested, question: DocsQuestion): Promise<Outcome> {
  return (await judgedAnswer(bench, at, question)).judgement.outcome;
}

async function judgedAnswer(bench: Workbench, at: Ingested, question: DocsQuestion) {
  const answer = await toAnswer(bench.answerer.answer(toServerQuestion(at.projectId, question)));
  const { text, finishReason, citations } = answer;
  const cited = citations.map((citation) => ({ docId: pageOf(at, citation.source_id), text: citation.text }));
  const citedPages = cited.map(({ docId }) => docId);
  return { answer, citedPages, judgement: judge(question, { text, finishReason, cited }) };
}

/**
 * The questions whose answer stands in no passage of the index, as their ids: what was cut up, or left out in reading, no
 * search can find.
 */
export async function withoutPassage(bench: Workbench, at: Ingested, questions: DocsQuestion[]): Promise<string[]> {
  const missing = new Set(questions.filter(({ answerable }) => answerable));
  for (const [sourceId, { doc_id }] of at.documents) {
    const { rows } = await bench.store.chunks.ofSource(at.projectId, sourceId, { limit: 20_000, offset: 0 });
    for (const question of missing) {
      if (rows.some(({ text }) => isRightPassage(question, doc_id, text))) missing.delete(question);
    }
  }
  return [...missing].map(({ id }) => id);
}

const pageOf = (at: Ingested, sourceId: string) => at.documents.get(sourceId)?.doc_id ?? '';

/** The question as the chat endpoint would put it. */
function toServerQuestion(projectId: string, { question, history }: DocsQuestion): Question {
  return {
    projectId,
    text: question.trim().slice(0, 4000),
    history: history ?? [],
    contact: '',
    signal: new AbortController().signal,
  };
}
