import { loadWordNet } from '../language/lexicon/lexicon.ts';
import { createAccountSlots } from '../platform/scheduling/account-slots.ts';
import { answerWithModel } from './answer-with-model.ts';
import { answerWithoutModel } from './answer-without-model.ts';
import type { AnswererDependencies, CurrentModel, ModelAnswering, QuestionDependencies } from './dependencies.ts';
import { createAdmissionQueue, type QueueCounts, type Ticket } from './generation/admission-queue.ts';
import { smallTalkReply } from './output/canned-replies.ts';
import { type ContextualizedQuery, contextualizeQuery } from './query/contextualize-query.ts';
import { type AnsweredSmallTalk, type SmallTalk, smallTalkOf } from './query/small-talk.ts';
import { tellingText } from './query/telling-text.ts';
import { search } from './retrieval/search.ts';
import { cannedAnswer } from './short-answers.ts';
import { correctSpelling } from './spelling/correct-spelling.ts';
import type { AnswerEvent, AnswerSlot, CorrectedQuestion, CuratedMatch, Question } from './types.ts';

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
