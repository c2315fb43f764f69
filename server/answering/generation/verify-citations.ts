import type { TextRange } from '@footnote/sdk/contract';
import type { GeneratedEnd } from '../../engines/types.ts';
import { endsMarkdownSentence } from '../../language/sentences/sentence-end.ts';
import { statesAbsence } from '../completion/states-absence.ts';
import type { CompletionPart } from '../completion/stream-completion.ts';
import { NO_ANSWER } from '../prompt/sanitize-prompt-text.ts';
import type { AnswerEvent, CheckedSentence, CitedPassage, Passage, Tracer } from '../types.ts';
import { type CitedTextWriter, createCitedTextWriter } from './cited-text-writer.ts';
import { createAnswerReader } from './markers/answer-reader.ts';
import type { TableStep } from './markers/table-reader.ts';
import { type AnswerSentence, reviseAnswer } from './revise-answer.ts';
import type { Support } from './support/assess-support.ts';
import { findSentenceSupport, type SentenceToCheck } from './support/find-sentence-support.ts';
import { isCourtesy } from './support/is-courtesy.ts';
import { createRepetitionDetector, type RepetitionDetector } from './support/repetition-detector.ts';
import type { SupportChecker } from './support/support-check.ts';
import { writeHeldWords } from './write-held-words.ts';

/** An answer that has been written, and the outcome of its checks. */
export interface VerifiedAnswer {
  /** What is kept of it; all that was written if it is not accepted. */
  text: string;
  /** What the reader has been sent: it may have more than `text`, and less if `sentWhole` is false. */
  sent: string;
  sentWhole: boolean;
  citations: CitedPassage[];
  /** What no passage supports. */
  unsupported: TextRange[];
  /** False: nothing of it is supported, or the model says that it has no answer. What was written must not stand. */
  accepted: boolean;
  /** It claims to answer, and nothing of that is supported. */
  unfounded: boolean;
  /** It answers only a part of the question, or parts of it were dropped. */
  partial: boolean;
  /** The model has written nothing, not even that it has no answer. */
  empty: boolean;
  /** Null if the checks ended the answer before the model did. */
  end: GeneratedEnd | null;
}

export interface VerificationOptions {
  language: string;
  trace?: Tracer | undefined;
  /** Send no words: those of an attempt before stand there. */
  silent?: boolean;
  /** Called whenever words are sent. */
  onSent?: () => void;
}

/** If more than this share of what is claimed has no support, none of that share stands. */
const MAX_UNSUPPORTED_SHARE = 0.5;
/** After this many claims without any support at the beginning, the reader is sent no more. */
const MAX_LEADING_UNSUPPORTED = 4;
/** After this many the rest is not awaited. */
const MAX_AWAITED_UNSUPPORTED = 24;
const LIST_ITEM = /^\s*(?:[-*•+]|\d{1,3}[.)])\s/;

/** An answer while it is being checked. Lengths and offsets in UTF-16 units. */
interface Verification {
  writer: CitedTextWriter;
  support: SupportChecker;
  trace: Tracer | undefined;
  repetition: RepetitionDetector;
  silent: boolean;
  sentences: AnswerSentence[];
  /** Offset of the sentence that is being written, and whether only white space has been written since the last one. */
  sentenceStart: number;
  betweenSentences: boolean;
  /** That sentence begins a line. */
  startsLine: boolean;
  claimedLength: number;
  unsupportedLength: number;
  /** Claims without support since the last one with support. */
  unsupportedInARow: number;
  /** What the list that is being written cites, with its lead-in; else what the last sentence cites. */
  cited: Set<Passage>;
  /** How markers begin that might have been words and were none, such as “(” of “(1)”. */
  markerForms: Set<string>;
  saysNoAnswer: boolean;
  loops: boolean;
  end: GeneratedEnd | null;
}

/**
 * Writes what a model writes, as it writes it, and checks it sentence by sentence. A marker is written once its sentence is
 * complete and the passage supports it, numbered by first appearance. A marker that is not supported, or names no passage,
 * is dropped. A sentence whose marker the model forgot gets the marker of the passage that supports it; an item of a list
 * does so if the list does not cite that passage yet. Sentences that must not stand are dropped from the whole at the end.
 */
export async function* verifyCitations(
  written: AsyncGenerator<CompletionPart, void>,
  support: SupportChecker,
  { language, trace, silent = false, onSent }: VerificationOptions,
): AsyncGenerator<AnswerEvent, VerifiedAnswer> {
  let reader = createAnswerReader(language);
  let answer = startVerification(support, trace, silent);
  let sent = '';
  async function* send(steps: TableStep[]): AsyncGenerator<AnswerEvent> {
    for await (const event of writeSteps(answer, steps)) {
      if (answer.silent) continue;
      if (event.type === 'text') {
        sent += event.delta;
        onSent?.();
      }
      yield event;
    }
  }
  try {
    for await (const part of written) {
      if (part.type === 'no-answer') answer.saysNoAnswer = true;
      else if (part.type === 'end') answer.end = part;
      else if (part.type === 'text') yield* send(reader.read(part.delta));
      else {
        // All before was thinking. What the reader has seen of it is replaced at the end.
        trace?.checksRestarted();
        reader = createAnswerReader(language);
        answer = startVerification(support, trace, answer.silent || sent !== '');
      }
      if (isOver(answer)) break;
    }
    if (!isOver(answer)) yield* send(reader.end());
  } finally {
    await written.return();
  }
  return { ...conclude(answer), sent, sentWhole: !answer.silent };
}

const startVerification = (support: SupportChecker, trace: Tracer | undefined, silent: boolean): Verification => ({
  writer: createCitedTextWriter(),
  support,
  trace,
  repetition: createRepetitionDetector(),
  silent,
  sentences: [],
  sentenceStart: 0,
  betweenSentences: true,
  startsLine: true,
  claimedLength: 0,
  unsupportedLength: 0,
  unsupportedInARow: 0,
  cited: new Set(),
  markerForms: new Set(),
  saysNoAnswer: false,
  loops: false,
  end: null,
});

/** Asked after each sentence and not after each delta, so that the outcome does not depend on how the text is split. */
const isOver = ({ saysNoAnswer, loops, unsupportedInARow, writer }: Verification): boolean =>
  saysNoAnswer || loops || (unsupportedInARow >= MAX_AWAITED_UNSUPPORTED && writer.citations.length === 0);

async function* writeSteps(answer: Verification, steps: TableStep[]): AsyncGenerator<AnswerEvent> {
  const { writer } = answer;
  let delta = '';
  /** Words within a sentence, which are escaped together. */
  let inside = '';
  const escapeInside = () => {
    if (inside !== '') delta += writer.escape({ type: 'text', text: inside });
    inside = '';
  };
  for (const step of steps) {
    if (step.type === 'words' && step.words.type === 'text' && !answer.betweenSentences) {
      inside += step.words.text;
      continue;
    }
    escapeInside();
    if (step.type === 'words') {
      const words = writer.escape(step.words);
      delta += words;
      // White space between sentences belongs to none of them.
      if (answer.betweenSentences && words.trim() === '') {
        answer.sentenceStart = writer.text.length + delta.length;
        answer.startsLine ||= words.includes('\n');
      } else answer.betweenSentences = false;
      continue;
    }
    yield* writer.write(delta);
    delta = '';
    yield* checkSentence(answer, step);
    if (isOver(answer)) return;
    answer.sentenceStart = writer.text.length;
    [answer.betweenSentences, answer.startsLine] = [true, false];
  }
  escapeInside();
  yield* writer.write(delta);
}

/** Writes what has been held back of a sentence, with the markers that are supported. */
async function* checkSentence(answer: Verification, written: SentenceToCheck): AsyncGenerator<AnswerEvent> {
  const { support, trace, writer } = answer;
  const isMissing = written.saysNoAnswer || written.text.includes(NO_ANSWER);
  const isAbsence = statesAbsence(written.text);
  const isAside = isMissing || isAbsence || written.header || isCourtesy(written.text);
  const isClaim = !isAside && support.isClaim(written.text);
  const { isRepeated, loop } = answer.repetition.add(written.text);
  const found = await findSentenceSupport(support, written, isClaim, answer.markerForms);
  const { step, named } = found;
  // A repeated sentence may be dropped, so it is not the first to cite a passage.
  const supports = isRepeated ? found.supports.filter(({ passage }) => writer.citationFor(passage)) : found.supports;
  yield* writeHeldWords(
    writer,
    step,
    isMissing || isAbsence ? [] : markersToWrite(answer, step.text, named, supports),
    supports,
  );
  trace?.sentenceChecked({ sentence: step.text, isClaim, ...markerOutcome(writer, named, supports) });
  const supported = supports.length > 0 ? 'supported' : 'unsupported';
  const sentence: AnswerSentence = {
    start: answer.sentenceStart,
    end: writer.text.length,
    outcome: isMissing ? 'missing' : isClaim ? supported : 'neutral',
  };
  answer.sentences.push(sentence);
  if (loop > 0) {
    answer.loops = true;
    for (const one of answer.sentences.slice(-loop)) one.outcome = 'repeated';
  } else if (isClaim) countClaim(answer, step.text, supports.length > 0);
}

/** An item of a list to which the model gave no marker gets none that the list has already. */
function markersToWrite(answer: Verification, sentence: string, named: number[], supports: Support[]): Support[] {
  const isItem = LIST_ITEM.test(sentence);
  const markers =
    isItem && named.length === 0 ? supports.filter(({ passage }) => !answer.cited.has(passage)) : supports;
  if (!isItem && answer.startsLine) answer.cited = new Set();
  for (const { passage } of supports) answer.cited.add(passage);
  return markers;
}

/** The passages that support a sentence, and the numbers in its markers of those that do not. */
function markerOutcome(
  writer: CitedTextWriter,
  named: number[],
  supports: Support[],
): Pick<CheckedSentence, 'supported' | 'unsupported'> {
  const supported = supports.flatMap(({ passage }) => {
    const citation = writer.citationFor(passage);
    return citation ? [{ chunkId: citation.chunkId, marker: citation.id }] : [];
  });
  const unsupported = [...new Set(named)].filter((number) => !supports.some((support) => support.number === number));
  return { supported, unsupported };
}

/** A row of a table ends with its last pipe. */
const isEnded = (sentence: string) => sentence.endsWith('|') || endsMarkdownSentence(sentence);

function countClaim(answer: Verification, sentence: string, isSupported: boolean): void {
  const isCutOff = answer.end?.reason === 'length' && !isEnded(sentence);
  // A sentence that the length limit cuts off says too little to be held against the rest.
  if (isCutOff && !isSupported) return;
  answer.claimedLength += sentence.length;
  if (isSupported) {
    answer.unsupportedInARow = 0;
    return;
  }
  answer.unsupportedInARow++;
  answer.unsupportedLength += sentence.length;
  const nothingYet = answer.writer.citations.length === 0;
  if (nothingYet && answer.unsupportedInARow >= MAX_LEADING_UNSUPPORTED) answer.silent = true;
}

function conclude(answer: Verification): Omit<VerifiedAnswer, 'sent' | 'sentWhole'> {
  const { writer, trace, claimedLength, unsupportedLength, saysNoAnswer, sentences, end } = answer;
  const { citations } = writer;
  const unsupportedShare = claimedLength === 0 ? null : unsupportedLength / claimedLength;
  if (saysNoAnswer) trace?.answerabilityScored('no_answer', null, null);
  else trace?.answerabilityScored('unsupported', unsupportedShare, MAX_UNSUPPORTED_SHARE);
  const isMissing = saysNoAnswer || sentences.some(({ outcome }) => outcome === 'missing');
  const empty = writer.text.trim() === '' && !isMissing;
  const onlyBegun = end?.reason === 'length' && claimedLength === 0 && !empty && !isMissing;
  const isSupported = citations.length > 0 && (claimedLength === 0 || unsupportedLength < claimedLength);
  const mostIsUnsupported = unsupportedLength > MAX_UNSUPPORTED_SHARE * claimedLength;
  const isDropped = ({ outcome }: AnswerSentence) =>
    outcome === 'missing' || outcome === 'repeated' || (outcome === 'unsupported' && mostIsUnsupported);
  // What follows the last whole sentence of a loop is cut off in the middle.
  const whole = answer.loops ? writer.text.slice(0, sentences.at(-1)?.end) : writer.text;
  const stands = !saysNoAnswer && (isSupported || onlyBegun);
  const { text, unsupported } = reviseAnswer(whole, sentences, (sentence) => stands && isDropped(sentence));
  return {
    text,
    citations,
    unsupported,
    accepted: stands && text.trim() !== '',
    unfounded: !stands && !isMissing && claimedLength > 0,
    partial: isMissing || mostIsUnsupported,
    empty,
    end,
  };
}
