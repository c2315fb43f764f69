import type { Generator } from '../engines/types.ts';
import type { Log } from '../platform/log.ts';
import type { Store } from '../store/types.ts';
import { certainty, isWorthAskingModel, THRESHOLDS } from './extractive/answerability.ts';
import { countUsage } from './extractive/count-usage.ts';
import { type AnswerExtract, extractAnswer, PASSAGES_READ } from './extractive/extract-answer.ts';
import { suggestQuestions } from './extractive/suggest-questions.ts';
import { type AdmissionQueue, createAdmissionQueue, type Ticket } from './generation/admission-queue.ts';
import { generateAnswer } from './generation/generate-answer.ts';
import { buildCitation, formatQuote } from './output/build-citation.ts';
import { refusalReply, smallTalkReply } from './output/canned-replies.ts';
import { contextualizeQuery } from './query/contextualize-query.ts';
import { rewriteQuery } from './query/rewrite-query.ts';
import { smallTalk } from './query/small-talk.ts';
import type { MatchedPassage } from './retrieval/match-passage.ts';
import {
  hasSemanticMatches,
  inReadingOrder,
  type SearchDependencies,
  type SearchResult,
  search,
  semanticEmbedder,
} from './retrieval/search.ts';
import type { AnswerEvent, AnswerSlot, CitedPassage, FinishReason, NoSourcesReason, Question } from './types.ts';

export interface AnswererDependencies extends Omit<SearchDependencies, 'embedder' | 'store'> {
  store: SearchDependencies['store'] & { sources: Pick<Store['sources'], 'underWay'> };
  /** The one whose vectors are searched by now; null where there is none. Asked once a question. */
  embedder: () => SearchDependencies['embedder'];
}

/** A model that writes, beside the line in front of it. */
export interface ModelAnswering {
  generator: Generator;
  log: Log;
  now: () => number;
}

export interface Answerer {
  /** Room for one more answer. Throws 429 `busy` at once where as many as may wait are waiting for a model. */
  reserve(): AnswerSlot;
  /** The same with room taken as it is called. */
  answer: AnswerSlot['answer'];
  /** Those that a model answers, and those that wait for it. */
  counts: AdmissionQueue['counts'];
}

/** How many may wait for a model, beside those that it is writing for. */
const MAX_WAITING = 64;

/** Without a model: the documents' own sentences, cited. With one: its words, checked against them. Or an honest refusal. */
export function createAnswerer(dependencies: AnswererDependencies, model: ModelAnswering | null = null): Answerer {
  const queue =
    model &&
    createAdmissionQueue({ concurrency: model.generator.concurrency, maxWaiting: MAX_WAITING, now: model.now });
  const reserve = (): AnswerSlot => {
    const ticket = queue?.reserve() ?? null;
    return {
      answer: (question) => answerInTurn(dependencies, model, ticket, question),
      release: () => ticket?.release(),
    };
  };
  return {
    reserve,
    answer: (question) => reserve().answer(question),
    counts: () => queue?.counts() ?? { running: 0, waiting: 0 },
  };
}

async function* answerInTurn(
  dependencies: AnswererDependencies,
  model: ModelAnswering | null,
  ticket: Ticket | null,
  question: Question,
): AsyncGenerator<AnswerEvent> {
  const { trace } = question;
  const dependenciesNow: SearchDependencies = { ...dependencies, embedder: dependencies.embedder() };
  const refuse = async function* (result: SearchResult): AsyncGenerator<AnswerEvent> {
    const noSources = await noSourcesReason(dependencies.store, question.projectId, result);
    yield* cannedAnswer(refusalReply(result.languages, question.contact), 'refused', noSources);
  };
  trace?.enginesChosen({
    embedder: dependenciesNow.embedder?.id ?? null,
    reranker: dependenciesNow.reranker?.id ?? null,
    answerer: model?.generator.id ?? 'extractive',
  });
  try {
    const talk = smallTalk(question.text);
    if (talk) return yield* cannedAnswer(smallTalkReply(talk.kind, talk.language), 'stop');

    const followUp = model !== null && question.history.length > 0;
    if (followUp) yield* waitForTurn(ticket, question);
    const query = followUp ? await rewriteQuery(question, model.generator, model.log) : contextualizeQuery(question);
    trace?.stageEnded('understand');
    let result = await search(dependenciesNow, question, query);

    if (model === null) {
      const { ranked, terms } = result;
      const extracts = extractAnswer(ranked, terms);
      const { probability, outcome } = certainty(ranked, terms);
      trace?.answerabilityScored('not_confident', probability, THRESHOLDS.refuse);
      const passages = ranked.slice(0, PASSAGES_READ).map((one) => one.match);
      trace?.readingOrderChosen(ranked.map((one) => one.match.passage));
      trace?.passagesOffered(
        passages.map(({ passage }) => [passage]),
        PASSAGES_READ,
      );
      if (outcome === 'refused' || extracts.length === 0) return yield* refuse(result);
      return yield* quoteAnswer(extracts, passages, [question.text, query.context], trace);
    }

    const isUnanswerable = (searched: SearchResult) => {
      if (searched.passages.length === 0) return true;
      if (hasSemanticMatches(searched, dependenciesNow.embedder) || isForeign(searched)) return false;
      const { ranked, terms } = searched;
      trace?.answerabilityScored('not_confident', certainty(ranked, terms).probability, THRESHOLDS.askModel);
      return !isWorthAskingModel(ranked, terms);
    };
    if (isUnanswerable(result)) return yield* refuse(result);
    yield* waitForTurn(ticket, question);
    // What was deleted or read anew while it waited is looked for again.
    if (!(await areStillStored(dependenciesNow.store, question.projectId, result))) {
      result = await search(dependenciesNow, question, query);
      if (isUnanswerable(result)) return yield* refuse(result);
    }
    const { languages } = result;
    const passages = inReadingOrder(result, dependenciesNow);
    trace?.readingOrderChosen(passages.map(({ passage }) => passage));
    const semantic = semanticEmbedder(dependenciesNow.embedder);
    yield* generateAnswer({ generator: model.generator, embedder: semantic }, { question, query, passages, languages });
  } finally {
    ticket?.release();
  }
}

/** Is the question in a language that no document is in? Then its words say nothing about what was found. */
function isForeign({ languages: [asked = 'und', ...written] }: SearchResult): boolean {
  return asked !== 'und' && !written.includes(asked);
}

async function areStillStored(
  store: SearchDependencies['store'],
  projectId: string,
  { passages }: SearchResult,
): Promise<boolean> {
  const ids = passages.map(({ chunkId }) => chunkId);
  return (await store.chunks.byIds(projectId, ids)).length === ids.length;
}

/** Until it is this question's turn; the position is said as it changes. */
async function* waitForTurn(ticket: Ticket | null, { signal, trace }: Question): AsyncGenerator<AnswerEvent> {
  if (ticket) for await (const position of ticket.waitForTurn(signal)) yield { type: 'status', position };
  trace?.stageEnded('wait');
}

/** What the documents say, sentence by sentence, each with its marker. */
async function* quoteAnswer(
  extracts: AnswerExtract[],
  passages: MatchedPassage[],
  asked: string[],
  trace: Question['trace'],
): AsyncGenerator<AnswerEvent> {
  const citations: CitedPassage[] = [];
  let response = '';
  for (const [at, chosen] of extracts.entries()) {
    const citation = buildCitation(chosen.match.passage, chosen, at + 1);
    const quoted = formatQuote(citation.quote);
    const words = response === '' ? quoted : `${quoted.includes('\n') ? '\n\n' : ' '}${quoted}`;
    yield { type: 'text', delta: words };
    citations.push(citation);
    const supported = [{ chunkId: citation.chunkId, marker: citation.id }];
    trace?.sentenceChecked({ sentence: quoted, isClaim: true, supported, unsupported: [] });
    yield { type: 'citations', citations: [...citations] };
    const marker = ` [${citation.id}]`;
    yield { type: 'text', delta: marker };
    response += words + marker;
  }
  yield {
    type: 'finish',
    reason: 'stop',
    usage: countUsage(
      passages.map(({ passage }) => passage.text),
      response,
    ),
    suggestions: suggestQuestions(
      passages,
      extracts.map((one) => one.match),
      asked,
    ),
    unsupported: [],
  };
}

async function* cannedAnswer(
  text: string,
  reason: FinishReason,
  noSources: NoSourcesReason | null = null,
): AsyncGenerator<AnswerEvent> {
  yield { type: 'text', delta: text };
  const end = {
    reason,
    ...(noSources && { noSources }),
    usage: countUsage([], text),
    suggestions: [],
    unsupported: [],
  };
  yield { type: 'finish', ...end };
}

/** Why there is no document that could answer; null where there are some. */
async function noSourcesReason(
  { documents, sources }: AnswererDependencies['store'],
  projectId: string,
  { passages }: SearchResult,
): Promise<NoSourcesReason | null> {
  if (passages.length > 0 || (await documents.languages(projectId)).length > 0) return null;
  return (await sources.underWay(projectId)) ? 'indexing' : 'no_sources';
}
