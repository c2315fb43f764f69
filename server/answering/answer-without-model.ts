import { certainty } from './certainty/answerability.ts';
import type { QuestionDependencies } from './dependencies.ts';
import { chooseQuotes } from './extractive/choose-quotes.ts';
import { countUsage } from './extractive/count-usage.ts';
import { chooseExcerpts, PASSAGES_READ } from './extractive/excerpts/choose-excerpts.ts';
import { type FoundAnswer, joinAnswers } from './extractive/join-answers.ts';
import { type Quotes, quoteExcerpts } from './extractive/quote-excerpts.ts';
import { suggestQuestions } from './extractive/suggest-questions.ts';
import { smallTalkReply } from './output/canned-replies.ts';
import { type ContextualizedQuery, contextualizeQuery } from './query/contextualize-query.ts';
import type { AnsweredSmallTalk } from './query/small-talk.ts';
import { type AskedQuestion, splitQuestions } from './query/split-questions.ts';
import { tellingText } from './query/telling-text.ts';
import { nearestPages } from './retrieval/nearest-pages.ts';
import type { SearchResult } from './retrieval/search.ts';
import { cannedAnswer, refuse, withCertainty } from './short-answers.ts';
import type { AnswerEvent, Question } from './types.ts';

/** Answers with the documents' own sentences, or refuses. */
export async function* answerWithoutModel(
  dependencies: QuestionDependencies,
  question: Question,
  whole: ContextualizedQuery,
  talk: AnsweredSmallTalk | null,
): AsyncGenerator<AnswerEvent> {
  const told = tellingText(question.text);
  const questions = splitQuestions(told, whole.language);
  if (questions.length > 1) return yield* answerEach(dependencies, question, questions);
  const asked = { ...question, text: questions[0]?.text ?? told };
  // Of a long message, its question alone is searched for.
  const query = asked.text === told ? whole : contextualizeQuery(asked);
  const { result, judged } = await find(dependencies, asked, query);
  // Documents may name somebody to talk to, where no contact is set.
  const program = talk && smallTalkReply('about', talk.language, '');
  if (program !== null && judged.outcome !== 'sure') return yield* cannedAnswer(program, 'stop');
  const history = query.namesStep ? [] : asked.history;
  const { chunks } = dependencies.store;
  const quotes = await chooseQuotes(chunks, { ...asked, history }, result, judged, query.asksAgain);
  const answer = quotes
    ? quoteAnswer(quotes, result, [asked.text, query.context], question.trace)
    : refuse(dependencies, question, result);
  yield* withCertainty(answer, result.passages.length > 0 ? judged.probability : null);
}

/** Answers each question of a message below it, or says that the documents do not. */
async function* answerEach(
  dependencies: QuestionDependencies,
  question: Question,
  questions: AskedQuestion[],
): AsyncGenerator<AnswerEvent> {
  const { store } = dependencies;
  const history = [...question.history];
  const parts: FoundAnswer[] = [];
  for (const one of questions) {
    const asked = { ...question, text: one.text, history: [...history] };
    const { result, judged } = await find(dependencies, asked, contextualizeQuery(asked));
    const sure = judged.outcome === 'sure';
    const excerpts = judged.outcome === 'refused' ? [] : await chooseExcerpts(store.chunks, asked, result, sure);
    parts.push({ question: one.question, result, excerpts, sure, probability: judged.probability });
    history.push({ role: 'user', text: one.text });
  }
  const quotes = joinAnswers(parts, question.contact);
  const [{ result }] = parts as [FoundAnswer];
  const answer = quotes
    ? quoteAnswer(
        quotes,
        result,
        questions.map(({ text }) => text),
        question.trace,
      )
    : refuse(dependencies, question, result);
  yield* withCertainty(answer, Math.max(...parts.map(({ probability }) => probability)));
}

/** Searches for what a question asks, and judges what was found. */
async function find(dependencies: QuestionDependencies, question: Question, query: ContextualizedQuery) {
  question.trace?.stageEnded('understand');
  const result = await dependencies.search(dependencies, question, query);
  return { result, judged: certainty(result) };
}

/** Quotes the documents, excerpt by excerpt, each with its marker. */
async function* quoteAnswer(
  quotes: Quotes,
  { ranked }: SearchResult,
  asked: string[],
  trace: Question['trace'],
): AsyncGenerator<AnswerEvent> {
  const { excerpts, reason } = quotes;
  const response = yield* quoteExcerpts(quotes, trace);
  const found = ranked.map(({ match }) => match.passage);
  const passages = found.slice(0, PASSAGES_READ);
  const shown = excerpts.map(({ passage }) => passage);
  yield {
    type: 'finish',
    reason,
    usage: countUsage(
      passages.map(({ text }) => text),
      response,
    ),
    suggestions: suggestQuestions(passages, shown, asked),
    unsupported: [],
    ...(reason === 'unsure' && { nearest: nearestPages(found, shown) }),
  };
}
