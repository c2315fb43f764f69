import type { Generator } from '../engines/types.ts';
import type { Log } from '../platform/log.ts';
import type { Store } from '../store/types.ts';
import { answers, confidence, ENOUGH, ENOUGH_FOR_A_MODEL, mayAnswer } from './extractive/answerability.ts';
import { usageOf } from './extractive/count-usage.ts';
import { type Extract, extract, PASSAGES_READ } from './extractive/extract-answer.ts';
import { suggest } from './extractive/suggest-questions.ts';
import { createLine, type Line, type Place } from './generation/admission-queue.ts';
import { writeAnswer } from './generation/generate-answer.ts';
import { cite, spoken } from './output/build-citation.ts';
import { refusal, reply } from './output/canned-replies.ts';
import { understand } from './query/contextualize-query.ts';
import { rewrite } from './query/rewrite-query.ts';
import { smallTalk } from './query/small-talk.ts';
import type { ReadPassage } from './retrieval/match-passage.ts';
import { byMeaning, type FinderDependencies, type Found, find, inReadingOrder, modelOf } from './retrieval/search.ts';
import type { AnswerEvent, AnswerRoom, CitedPassage, FinishReason, NoSourcesReason, Question } from './types.ts';

export interface AnswererDependencies extends Omit<FinderDependencies, 'embedder' | 'store'> {
  store: FinderDependencies['store'] & { sources: Pick<Store['sources'], 'underWay'> };
  /** The one whose vectors are searched by now; null where there is none. Asked once a question. */
  embedder: () => FinderDependencies['embedder'];
}

/** A model that writes, beside the line in front of it. */
export interface Writing {
  generator: Generator;
  log: Log;
  now: () => number;
}

export interface Answerer {
  /** Room for one more answer. Throws 429 `busy` at once where as many as may wait are waiting for a model. */
  reserve(): AnswerRoom;
  /** The same with room taken as it is called. */
  answer: AnswerRoom['answer'];
  /** Those that a model answers, and those that wait for it. */
  counts: Line['counts'];
}

/** How many may wait for a model, beside those that it is writing for. */
const WAITING = 64;

/** Without a model: the documents' own sentences, cited. With one: its words, checked against them. Or an honest refusal. */
export function createAnswerer(dependencies: AnswererDependencies, writing: Writing | null = null): Answerer {
  const line = writing && createLine({ atOnce: writing.generator.concurrency, most: WAITING, now: writing.now });
  const reserve = (): AnswerRoom => {
    const place = line?.reserve() ?? null;
    return {
      answer: (question) => answerInTurn(dependencies, writing, place, question),
      release: () => place?.release(),
    };
  };
  return {
    reserve,
    answer: (question) => reserve().answer(question),
    counts: () => line?.counts() ?? { running: 0, waiting: 0 },
  };
}

async function* answerInTurn(
  dependencies: AnswererDependencies,
  writing: Writing | null,
  place: Place | null,
  question: Question,
): AsyncGenerator<AnswerEvent> {
  const { trace } = question;
  const finder: FinderDependencies = { ...dependencies, embedder: dependencies.embedder() };
  const refuse = async function* (found: Found): AsyncGenerator<AnswerEvent> {
    const noSources = await withoutSources(dependencies.store, question.projectId, found);
    yield* say(refusal(found.languages, question.contact), 'refused', noSources);
  };
  trace?.engines({
    embedder: finder.embedder?.id ?? null,
    reranker: finder.reranker?.id ?? null,
    answerer: writing?.generator.id ?? 'extractive',
  });
  try {
    const talk = smallTalk(question.text);
    if (talk) return yield* say(reply(talk.kind, talk.language), 'stop');

    const followUp = writing !== null && question.history.length > 0;
    if (followUp) yield* waitFor(place, question);
    const understood = followUp ? await rewrite(question, writing.generator, writing.log) : understand(question);
    trace?.ended('understand');
    let found = await find(finder, question, understood);

    if (writing === null) {
      const { ranked, terms } = found;
      const extracts = extract(ranked, terms);
      trace?.judged('not_confident', confidence(extracts, terms), ENOUGH);
      const read = ranked.slice(0, PASSAGES_READ).map((one) => one.read);
      trace?.read(ranked.map((one) => one.read.passage));
      trace?.offered(
        read.map(({ passage }) => [passage]),
        PASSAGES_READ,
      );
      if (!answers(extracts, terms)) return yield* refuse(found);
      return yield* quote(extracts, read, [question.text, understood.context], trace);
    }

    const hopeless = (all: Found) => {
      if (all.passages.length === 0) return true;
      if (byMeaning(all, finder.embedder) || isForeign(all)) return false;
      const extracts = extract(all.ranked, all.terms);
      trace?.judged('not_confident', confidence(extracts, all.terms), ENOUGH_FOR_A_MODEL);
      return !mayAnswer(extracts, all.terms);
    };
    if (hopeless(found)) return yield* refuse(found);
    yield* waitFor(place, question);
    // What was deleted or read anew while it waited is looked for again.
    if (!(await stands(finder.store, question.projectId, found))) {
      found = await find(finder, question, understood);
      if (hopeless(found)) return yield* refuse(found);
    }
    const { languages } = found;
    const read = inReadingOrder(found, finder);
    trace?.read(read.map(({ passage }) => passage));
    const model = modelOf(finder.embedder);
    yield* writeAnswer({ generator: writing.generator, embedder: model }, { question, understood, read, languages });
  } finally {
    place?.release();
  }
}

/** Is the question in a language that no document is in? Then its words say nothing about what was found. */
function isForeign({ languages: [asked = 'und', ...written] }: Found): boolean {
  return asked !== 'und' && !written.includes(asked);
}

async function stands(store: FinderDependencies['store'], projectId: string, { passages }: Found): Promise<boolean> {
  const ids = passages.map(({ chunkId }) => chunkId);
  return (await store.chunks.byIds(projectId, ids)).length === ids.length;
}

/** Until it is this question's turn; the position is said as it changes. */
async function* waitFor(place: Place | null, { signal, trace }: Question): AsyncGenerator<AnswerEvent> {
  if (place) for await (const position of place.turn(signal)) yield { type: 'status', position };
  trace?.ended('wait');
}

/** What the documents say, sentence by sentence, each with its marker. */
async function* quote(
  extracts: Extract[],
  read: ReadPassage[],
  asked: string[],
  trace: Question['trace'],
): AsyncGenerator<AnswerEvent> {
  const citations: CitedPassage[] = [];
  let response = '';
  for (const [at, chosen] of extracts.entries()) {
    const citation = cite(chosen.read.passage, chosen, at + 1);
    const quoted = spoken(citation.quote);
    const words = response === '' ? quoted : `${quoted.includes('\n') ? '\n\n' : ' '}${quoted}`;
    yield { type: 'text', delta: words };
    citations.push(citation);
    const supported = [{ chunkId: citation.chunkId, marker: citation.id }];
    trace?.checked({ sentence: quoted, claims: true, supported, unsupported: [] });
    yield { type: 'citations', citations: [...citations] };
    const marker = ` [${citation.id}]`;
    yield { type: 'text', delta: marker };
    response += words + marker;
  }
  yield {
    type: 'finish',
    reason: 'stop',
    usage: usageOf(
      read.map(({ passage }) => passage.text),
      response,
    ),
    suggestions: suggest(
      read,
      extracts.map((one) => one.read),
      asked,
    ),
    unsupported: [],
  };
}

async function* say(
  text: string,
  reason: FinishReason,
  noSources: NoSourcesReason | null = null,
): AsyncGenerator<AnswerEvent> {
  yield { type: 'text', delta: text };
  const end = { reason, ...(noSources && { noSources }), usage: usageOf([], text), suggestions: [], unsupported: [] };
  yield { type: 'finish', ...end };
}

/** Why there is no document that could answer; null where there are some. */
async function withoutSources(
  { documents, sources }: AnswererDependencies['store'],
  projectId: string,
  { passages }: Found,
): Promise<NoSourcesReason | null> {
  if (passages.length > 0 || (await documents.languages(projectId)).length > 0) return null;
  return (await sources.underWay(projectId)) ? 'indexing' : 'no_sources';
}
