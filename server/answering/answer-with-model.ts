import { certainty } from './certainty/answerability.ts';
import type { CurrentModel, QuestionDependencies } from './dependencies.ts';
import { chooseQuotes } from './extractive/choose-quotes.ts';
import { closestQuotes } from './extractive/closest-quotes.ts';
import type { Ticket } from './generation/admission-queue.ts';
import { generateAnswer } from './generation/generate-answer.ts';
import { inTurn } from './generation/in-turn.ts';
import type { ContextualizedQuery } from './query/contextualize-query.ts';
import { rewriteQuery } from './query/rewrite-query.ts';
import {
  hasSemanticMatches,
  inReadingOrder,
  isForeign,
  type SearchDependencies,
  type SearchResult,
  semanticEmbedder,
} from './retrieval/search.ts';
import { refuse, withCertainty } from './short-answers.ts';
import type { AnswerEvent, Question } from './types.ts';

/** Answers in a model's words, checked against the documents, or refuses. */
export async function* answerWithModel(
  dependencies: QuestionDependencies,
  model: CurrentModel,
  ticket: Ticket | null,
  question: Question,
  asked: ContextualizedQuery,
): AsyncGenerator<AnswerEvent> {
  const { projectId, history, trace } = question;
  const isFollowUp = history.length > 0;
  // The model rewrites a follow-up, so that takes a turn as well. The answer is written in the same one.
  const query = isFollowUp ? yield* inTurn(ticket, question, () => rewriteInTurn(question, asked, model)) : asked;
  trace?.stageEnded('understand');
  const { embedder } = dependencies;
  // The model takes its time to begin, and reads several passages in whatever order.
  const search = () => dependencies.search({ ...dependencies, readAhead: false }, question, query);
  let result = await search();
  let judged = judgeByWords(result, embedder, trace);
  const refuseUncertain = () => withCertainty(refuse(dependencies, question, result), judged.probability);
  if (!judged.isWorthAskingModel) return yield* refuseUncertain();
  yield* inTurn(ticket, question, async function* (hasWaited) {
    // What was deleted or indexed again while the question waited is searched again.
    if (hasWaited && !(await areStillStored(dependencies.store, projectId, result))) {
      result = await search();
      judged = judgeByWords(result, embedder, trace);
      if (!judged.isWorthAskingModel) return yield* refuseUncertain();
    }
    const { languages } = result;
    const passages = inReadingOrder(result, dependencies);
    trace?.readingOrderChosen(passages.map(({ passage }) => passage));
    const { chunks } = dependencies.store;
    const closest = () => closestQuotes(chunks, question, result);
    const extract = () => chooseQuotes(chunks, question, result, certainty(result));
    const answer = generateAnswer(
      { ...model, embedder: semanticEmbedder(embedder) },
      { question, query: inLanguageOf(query, result), passages, languages, closest, extract },
    );
    yield* withCertainty(answer, judged.probability);
  });
}

/** The search knows the language of a question better: it has seen in which languages the documents are. */
const inLanguageOf = (query: ContextualizedQuery, { languages: [language = query.language] }: SearchResult) => ({
  ...query,
  language,
});

// biome-ignore lint/correctness/useYield: it waits for the model in its turn as an answer does.
async function* rewriteInTurn(
  question: Question,
  query: ContextualizedQuery,
  model: CurrentModel,
): AsyncGenerator<never, ContextualizedQuery> {
  return await rewriteQuery(question, query, model);
}

/** The probability is null where words tell nothing of what was found: it was found by its meaning, or not at all. */
function judgeByWords(
  result: SearchResult,
  embedder: SearchDependencies['embedder'],
  trace: Question['trace'],
): { probability: number | null; isWorthAskingModel: boolean } {
  const { passages, weights } = result;
  if (passages.length === 0) return { probability: null, isWorthAskingModel: false };
  if (hasSemanticMatches(result, embedder) || isForeign(result)) return { probability: null, isWorthAskingModel: true };
  const judged = certainty(result);
  trace?.answerabilityScored('not_confident', judged.probability, weights.thresholds.askModel);
  return judged;
}

async function areStillStored(
  store: SearchDependencies['store'],
  projectId: string,
  { passages }: SearchResult,
): Promise<boolean> {
  const ids = passages.map(({ chunkId }) => chunkId);
  return (await store.chunks.byIds(projectId, ids)).length === ids.length;
}
