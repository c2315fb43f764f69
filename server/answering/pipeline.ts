import type { Embedder, Generator, Reranker } from '../engines/types.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/types.ts';
import { cite, spoken } from './cite.ts';
import { compose } from './compose.ts';
import { type Extract, extract } from './extract.ts';
import { judge } from './judge.ts';
import { createLine, type Line, type Place } from './line.ts';
import { refusal, reply } from './phrases.ts';
import { type ReadPassage, readPassage } from './read.ts';
import { answers, mayAnswer } from './refuse.ts';
import type { Ranked } from './rerank.ts';
import { retrieve } from './retrieve.ts';
import { rewrite } from './rewrite.ts';
import { smallTalk } from './small-talk.ts';
import { suggest } from './suggest.ts';
import { type QuestionTerms, weighTerms } from './terms.ts';
import type { AnswerEvent, AnswerRoom, CitedPassage, FinishReason, Passage, Question } from './types.ts';
import { type Understood, understand } from './understand.ts';
import { usageOf } from './usage.ts';
import { writeAnswer } from './write.ts';

export interface AnswererDependencies {
  store: Pick<Store, 'search' | 'chunks' | 'documents'>;
  /** The one whose vectors are searched by now; null where there is none. Asked once a question. */
  embedder: () => Embedder | null;
  /** A model that judges what was found, where there is one. */
  reranker?: Reranker | null;
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
  const { signal } = question;
  const { store, reranker } = dependencies;
  const embedder = dependencies.embedder();
  try {
    const talk = smallTalk(question.text);
    if (talk) return yield* say(reply(talk.kind, talk.language), 'stop');

    const followUp = writing !== null && question.history.length > 0;
    if (followUp) yield* waitFor(place, signal);
    const understood = followUp ? await rewrite(question, writing.generator, writing.log) : understand(question);
    let found = await find({ store, embedder, reranker }, question, understood);

    if (writing === null) {
      const { ranked, terms, languages } = found;
      const extracts = extract(ranked, terms);
      if (!answers(extracts, terms)) return yield* say(refusal(languages, question.contact), 'refused');
      return yield* quote(extracts, readOf(ranked), [question.text, understood.context]);
    }

    const model = embedder?.id.startsWith('builtin-') ? null : embedder;
    const hopeless = ({ passages, ranked, terms }: Found) =>
      passages.length === 0 || (model === null && !mayAnswer(extract(ranked, terms), terms));
    if (hopeless(found)) return yield* say(refusal(found.languages, question.contact), 'refused');
    yield* waitFor(place, signal);
    // What was deleted or read anew while it waited is looked for again.
    if (!(await stands(store, question.projectId, found))) {
      found = await find({ store, embedder, reranker }, question, understood);
      if (hopeless(found)) return yield* say(refusal(found.languages, question.contact), 'refused');
    }
    const { passages, ranked, terms, languages } = found;
    // Words say nothing about what a model has found or judged by its meaning: its order is kept.
    const byWords = model === null && !reranker;
    const read = byWords ? readOf(ranked) : passages.map((passage) => readPassage(passage, terms));
    yield* writeAnswer({ generator: writing.generator, embedder: model }, { question, understood, read, languages });
  } finally {
    place?.release();
  }
}

/** What the documents have for a question. */
interface Found {
  /** As the search has them, and as they read. */
  passages: Passage[];
  ranked: Ranked[];
  terms: QuestionTerms;
  /** Those in which we may refuse: of the question, else of the documents. */
  languages: string[];
}

type Searched = Pick<AnswererDependencies, 'store'> & {
  embedder: Embedder | null;
  reranker: Reranker | null | undefined;
};

async function find(
  { store, embedder, reranker }: Searched,
  { projectId, signal }: Question,
  understood: Understood,
): Promise<Found> {
  const languages = await store.documents.languages(projectId);
  const terms = await weighTerms(store.search, projectId, understood, languages);
  const retrieved = await retrieve({ store, embedder }, projectId, understood, terms, signal);
  const passages = reranker ? await judge(reranker, understood, retrieved, signal) : retrieved;
  return { passages, ranked: compose(passages, terms), terms, languages: [understood.language, ...languages] };
}

async function stands(store: AnswererDependencies['store'], projectId: string, { passages }: Found): Promise<boolean> {
  const ids = passages.map(({ chunkId }) => chunkId);
  return (await store.chunks.byIds(projectId, ids)).length === ids.length;
}

const readOf = (ranked: Ranked[]): ReadPassage[] => ranked.map(({ read }) => read);

/** Until it is this question's turn; the position is said as it changes. */
async function* waitFor(place: Place | null, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
  if (place) for await (const position of place.turn(signal)) yield { type: 'status', position };
}

/** What the documents say, sentence by sentence, each with its marker. */
async function* quote(extracts: Extract[], read: ReadPassage[], asked: string[]): AsyncGenerator<AnswerEvent> {
  const citations: CitedPassage[] = [];
  let response = '';
  for (const [at, chosen] of extracts.entries()) {
    const citation = cite(chosen.read.passage, chosen, at + 1);
    const quoted = spoken(citation.quote);
    const words = response === '' ? quoted : `${quoted.includes('\n') ? '\n\n' : ' '}${quoted}`;
    yield { type: 'text', delta: words };
    citations.push(citation);
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

async function* say(text: string, reason: FinishReason): AsyncGenerator<AnswerEvent> {
  yield { type: 'text', delta: text };
  yield { type: 'finish', reason, usage: usageOf([], text), suggestions: [], unsupported: [] };
}
