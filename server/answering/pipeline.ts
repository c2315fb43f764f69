import type { Generator, Verifier } from '../engines/types.ts';
import { loadWordNet } from '../language/lexicon/lexicon.ts';
import type { Log } from '../platform/log.ts';
import { createAccountSlots } from '../platform/scheduling/account-slots.ts';
import type { Store } from '../store/types.ts';
import { certainty } from './certainty/answerability.ts';
import type { ThinkingHabit } from './completion/stream-completion.ts';
import { chooseQuotes } from './extractive/choose-quotes.ts';
import { closestQuotes } from './extractive/closest-quotes.ts';
import { countUsage } from './extractive/count-usage.ts';
import { chooseExcerpts, PASSAGES_READ } from './extractive/excerpts/choose-excerpts.ts';
import { type FoundAnswer, joinAnswers } from './extractive/join-answers.ts';
import { type Quotes, quoteExcerpts } from './extractive/quote-excerpts.ts';
import { suggestQuestions } from './extractive/suggest-questions.ts';
import { createAdmissionQueue, type QueueCounts, type Ticket } from './generation/admission-queue.ts';
import { generateAnswer } from './generation/generate-answer.ts';
import { inTurn } from './generation/in-turn.ts';
import { documentLanguageNotice, refusalReply, smallTalkReply } from './output/canned-replies.ts';
import { type ContextualizedQuery, contextualizeQuery } from './query/contextualize-query.ts';
import { rewriteQuery } from './query/rewrite-query.ts';
import { type AnsweredSmallTalk, type SmallTalk, smallTalkOf } from './query/small-talk.ts';
import { type AskedQuestion, splitQuestions } from './query/split-questions.ts';
import { tellingText } from './query/telling-text.ts';
import { nearestPages } from './retrieval/nearest-pages.ts';
import { noSourcesReason } from './retrieval/no-sources.ts';
import {
  hasSemanticMatches,
  inReadingOrder,
  isForeign,
  type SearchDependencies,
  type SearchResult,
  search,
  semanticEmbedder,
} from './retrieval/search.ts';
import { correctSpelling } from './spelling/correct-spelling.ts';
import type {
  AnswerEvent,
  AnswerSlot,
  CorrectedQuestion,
  CuratedFinder,
  CuratedMatch,
  FinishReason,
  NoSourcesReason,
  OnVerification,
  Passage,
  Question,
} from './types.ts';

export interface AnswererDependencies extends Omit<SearchDependencies, 'embedder' | 'store'> {
  store: SearchDependencies['store'] & { sources: Pick<Store['sources'], 'underWay'> };
  /** The one whose vectors are searched at the moment, or null. Called once for each question. */
  embedder: () => SearchDependencies['embedder'];
  /** The answers that owners have written. */
  curated?: CuratedFinder;
}

/** A model that writes answers, and what its queue needs. */
export interface ModelAnswering {
  generator: Generator;
  log: Log;
  now: () => number;
  /** Checks sentences besides the rules: a model, or the answering model asked again. Without it, the rules alone do. */
  verifier?: Verifier | 'answerer' | null;
  onVerification?: OnVerification;
}

/** A model and what its last answer has told of it. */
type CurrentModel = ModelAnswering & { habit: ThinkingHabit };

export interface Answerer {
  /**
   * Reserves a slot for one more answer of an account's project. Throws 429 `busy` at once if the account's places in the queue
   * for the model are taken.
   */
  reserve(accountId: string): AnswerSlot;
  /** Reserves a slot, for the project instead of an account, and answers in it. */
  answer: AnswerSlot['answer'];
  /** How many answers the model is writing, how many questions wait for it, and how many it may write at present. */
  counts(): QueueCounts;
}

/** How many questions of an account may wait for a model, besides those that it is answering: this many for each of these, and at least as many. */
const WAITING_EACH = 4;
const MIN_WAITING = 64;
/**
 * How many searches run at the same time, and how many of one account. They are the processor's work: more at a time would not
 * be done sooner, and an account that asks a lot would delay all others.
 */
const SEARCHES = { total: 4, each: 2 };

/** Answers with the documents' own sentences, or, with a model, in its words, checked against the documents; or refuses. */
export function createAnswerer(dependencies: AnswererDependencies, answering: ModelAnswering | null = null): Answerer {
  const model: CurrentModel | null = answering && { ...answering, habit: { thinks: false, startsThinking: false } };
  // The first sentence that is checked would wait for it, and everybody else too. If it fails, that sentence tells.
  if (model) loadWordNet().catch(() => undefined);
  const queue = model && createQueue(model);
  const searches = createAccountSlots(SEARCHES);
  const reserve = (accountId: string): AnswerSlot => {
    const ticket = queue?.reserve(accountId) ?? null;
    return {
      answer: (question) => {
        const place = searches.join(accountId, question.signal);
        const searchInTurn: typeof search = (...given) => place.run(() => search(...given));
        const talk = smallTalkOf(question, model !== null);
        const asked = { ...question, text: tellingText(question.text) };
        const corrected =
          talk || question.correct === false ? null : place.run(() => correctSpelling(dependencies.store, asked));
        // Whether it failed is told to those that read the answer.
        corrected?.catch(() => undefined);
        return answerInTurn({ ...dependencies, search: searchInTurn }, model, ticket, { question, talk, corrected });
      },
      release: () => ticket?.release(),
    };
  };
  return {
    reserve,
    answer: (question) => reserve(question.projectId).answer(question),
    counts: () => queue?.counts() ?? { running: 0, waiting: 0, limit: 0 },
  };
}

function createQueue({ generator, now }: ModelAnswering) {
  const maxWaiting = Math.max(MIN_WAITING, WAITING_EACH * generator.concurrency);
  return createAdmissionQueue({ concurrency: () => generator.concurrency, maxWaiting, now });
}

/** The dependencies, with the embedder whose vectors are searched for this question. */
type QuestionDependencies = SearchDependencies &
  Pick<AnswererDependencies, 'store' | 'curated'> & {
    /** Waits until there is a place for another search of this account. */
    search: typeof search;
  };

/** A question, and what is found out about it before its answer is read. */
interface ReadQuestion {
  question: Question;
  talk: AnsweredSmallTalk | null;
  corrected: Promise<CorrectedQuestion | null> | null;
}

async function* answerInTurn(
  dependencies: AnswererDependencies & Pick<QuestionDependencies, 'search'>,
  model: CurrentModel | null,
  ticket: Ticket | null,
  { question: asked, talk, ...read }: ReadQuestion,
): AsyncGenerator<AnswerEvent> {
  const current: QuestionDependencies = { ...dependencies, embedder: dependencies.embedder() };
  try {
    const reply = talk && smallTalkReply(talk.kind, talk.language, asked.contact);
    // While its words are looked up: most questions need no correction.
    const queryAsAsked = contextualizeQuery(asked);
    const corrected = await read.corrected;
    const question = corrected ? { ...asked, text: corrected.query } : asked;
    const query = corrected ? contextualizeQuery(question) : queryAsAsked;
    if (corrected) yield { type: 'corrected', corrected };
    const written = talk && !ASKS_OWNER.has(talk.kind) ? null : await findCurated(current, question, query);
    question.trace?.enginesChosen({
      embedder: current.embedder?.id ?? null,
      reranker: current.reranker?.id ?? null,
      answerer: written ? 'curated' : (model?.generator.id ?? 'extractive'),
      ...(model?.verifier && { verifier: model.verifier === 'answerer' ? model.verifier : model.verifier.id }),
    });
    if (written) yield* curatedAnswer(written);
    else if (reply !== null) yield* cannedAnswer(reply, 'stop');
    else if (model) yield* answerWithModel(current, model, ticket, question, query);
    else yield* answerWithoutModel(current, question, query, talk);
  } finally {
    ticket?.release();
  }
}

/** What the owner may have written an answer to: who answers here, and whom else one can talk to. */
const ASKS_OWNER: ReadonlySet<SmallTalk> = new Set(['about', 'person']);

/** The owner's own answer to this question, if there is one. Before anything is searched, and without a turn of the model. */
async function findCurated(
  { curated }: QuestionDependencies,
  { projectId, text, signal }: Question,
  { context, reference, asksAgain, namesStep }: ContextualizedQuery,
): Promise<CuratedMatch | null> {
  const mayStandAlone = reference === 'short' && !asksAgain;
  const isFollowUp = (context !== '' && !mayStandAlone) || asksAgain === true || namesStep === true;
  return (await curated?.find(projectId, text, { isFollowUp, signal })) ?? null;
}

/** An answer of the owner, as it was written. */
async function* curatedAnswer({ id, links, text }: CuratedMatch): AsyncGenerator<AnswerEvent> {
  yield { type: 'curated', curated: { id, links } };
  yield* cannedAnswer(text, 'stop');
}

async function* answerWithoutModel(
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

/** Says at the end of an answer how likely the documents answer; null: that is not known. */
async function* withCertainty(
  events: AsyncGenerator<AnswerEvent>,
  probability: number | null,
): AsyncGenerator<AnswerEvent> {
  for await (const event of events)
    yield event.type === 'finish' && probability !== null ? { ...event, certainty: probability } : event;
}

async function* answerWithModel(
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

async function* refuse(
  { store }: QuestionDependencies,
  { projectId, contact }: Question,
  result: SearchResult,
): AsyncGenerator<AnswerEvent> {
  const noSources = await noSourcesReason(store, projectId, result);
  const notice = documentLanguageNotice(result.languages);
  const refusal = refusalReply(result.languages, contact);
  const nearest = nearestPages(result.ranked.map(({ match }) => match.passage));
  yield* cannedAnswer(notice === null ? refusal : `${refusal} ${notice}`, 'refused', { noSources, nearest });
}

async function areStillStored(
  store: SearchDependencies['store'],
  projectId: string,
  { passages }: SearchResult,
): Promise<boolean> {
  const ids = passages.map(({ chunkId }) => chunkId);
  return (await store.chunks.byIds(projectId, ids)).length === ids.length;
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

async function* cannedAnswer(
  text: string,
  reason: FinishReason,
  { noSources = null, nearest = [] }: { noSources?: NoSourcesReason | null; nearest?: Passage[] } = {},
): AsyncGenerator<AnswerEvent> {
  yield { type: 'text', delta: text };
  const end = {
    reason,
    ...(noSources && { noSources }),
    ...(nearest.length > 0 && { nearest }),
    usage: countUsage([], text),
    suggestions: [],
    unsupported: [],
  };
  yield { type: 'finish', ...end };
}
