import type { TextRange } from '@footnote/sdk/contract';
import type { GeneratedEnd } from '../../engines/types.ts';
import { NO_ANSWER } from '../prompt/sanitize-prompt-text.ts';
import type { AnswerEvent, CheckedSentence, CitedPassage, Tracer } from '../types.ts';
import { createCitationMarkerParser } from './citation-marker-parser.ts';
import { type CitedTextWriter, createCitedTextWriter } from './cited-text-writer.ts';
import { createSentenceBuffer } from './sentence-buffer.ts';
import type { CompletionPart } from './stream-completion.ts';
import type { Support, SupportChecker } from './support-check.ts';
import { createTableReader, type TableStep } from './table-reader.ts';

/** An answer that has been written, and the outcome of its checks. */
export interface VerifiedAnswer {
  text: string;
  citations: CitedPassage[];
  /** What no passage supports. */
  unsupported: TextRange[];
  /** False: too little of it is supported, or the model says that it has no answer. What was written must not stand. */
  accepted: boolean;
  /** The model has written nothing, not even that it has no answer. */
  empty: boolean;
  /** Null if the checks ended the answer before the model did. */
  end: GeneratedEnd | null;
}

/** If more than this share of what is claimed has no support, none of the answer stands. */
const MAX_UNSUPPORTED_SHARE = 0.5;
/** After this many claims without any support at the beginning, the rest is not awaited. */
const MAX_LEADING_UNSUPPORTED = 3;
const SENTENCE_END = /[.!?…。！？؟।॥|][\p{Pe}\p{Pf}"'’”*_`]*$/u;
const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?[\s>]*(`{3,}|~{3,})/;

type SentenceToCheck = Extract<TableStep, { type: 'sentence' }>;

/** An answer while it is being checked. Lengths and offsets in UTF-16 units. */
interface Verification {
  writer: CitedTextWriter;
  support: SupportChecker;
  trace: Tracer | undefined;
  /** Offset of the sentence that is being written, and whether only white space has been written since the last one. */
  sentenceStart: number;
  betweenSentences: boolean;
  claimedLength: number;
  unsupportedLength: number;
  /** Claims without support since the last one with support. */
  unsupportedInARow: number;
  unsupported: TextRange[];
  saysNoAnswer: boolean;
  end: GeneratedEnd | null;
}

/**
 * Writes what a model writes, as it writes it, and checks it sentence by sentence. A marker is written once its sentence is
 * complete and the passage supports it, numbered by first appearance. A marker that is not supported, or names no passage,
 * is dropped. A sentence whose marker the model forgot gets the marker of the passage that supports it.
 */
export async function* verifyCitations(
  written: AsyncGenerator<CompletionPart, void>,
  support: SupportChecker,
  language: string,
  trace?: Tracer,
): AsyncGenerator<AnswerEvent, VerifiedAnswer> {
  const markers = createCitationMarkerParser();
  const sentences = createSentenceBuffer(language);
  const tables = createTableReader();
  const answer: Verification = {
    writer: createCitedTextWriter(),
    support,
    trace,
    sentenceStart: 0,
    betweenSentences: true,
    claimedLength: 0,
    unsupportedLength: 0,
    unsupportedInARow: 0,
    unsupported: [],
    saysNoAnswer: false,
    end: null,
  };
  try {
    for await (const part of written) {
      if (part.type === 'no-answer') answer.saysNoAnswer = true;
      else if (part.type === 'end') answer.end = part;
      else yield* writeSteps(answer, tables.push(sentences.push(markers.parse(part.delta))));
      if (isRejected(answer)) break;
    }
    if (!isRejected(answer)) {
      const rest = tables.push([...sentences.push(markers.end()), ...sentences.end()]);
      yield* writeSteps(answer, [...rest, ...tables.end()]);
    }
  } finally {
    await written.return();
  }
  return conclude(answer);
}

/** Asked after each sentence and not after each delta, so that the outcome does not depend on how the text is split. */
function isRejected({ saysNoAnswer, unsupportedInARow, writer }: Verification): boolean {
  return saysNoAnswer || (unsupportedInARow >= MAX_LEADING_UNSUPPORTED && writer.citations.length === 0);
}

async function* writeSteps(answer: Verification, steps: TableStep[]): AsyncGenerator<AnswerEvent> {
  const { writer } = answer;
  let delta = '';
  for (const step of steps) {
    if (step.type === 'words') {
      const words = writer.escape(step.words);
      delta += words;
      // White space between sentences belongs to none of them.
      if (answer.betweenSentences && words.trim() === '') answer.sentenceStart = writer.text.length + delta.length;
      else answer.betweenSentences = false;
      continue;
    }
    yield* writer.write(delta);
    delta = '';
    yield* checkSentence(answer, step);
    if (isRejected(answer)) return;
    answer.sentenceStart = writer.text.length;
    answer.betweenSentences = true;
  }
  yield* writer.write(delta);
}

/** Writes what has been held back of a sentence, with the markers that are supported. */
async function* checkSentence(answer: Verification, step: SentenceToCheck): AsyncGenerator<AnswerEvent> {
  const { support, trace } = answer;
  const { text: sentence, held, header } = step;
  answer.saysNoAnswer ||= sentence.includes(NO_ANSWER);
  const named = held.flatMap((part) => ('numbers' in part ? part.numbers : []));
  const isClaim = !header && support.isClaim(sentence);
  const supports = isClaim || named.length > 0 ? await support.findSupport(sentence, named) : [];
  yield* writeHeld(answer.writer, step, supports);
  trace?.sentenceChecked({ sentence, isClaim, ...markerOutcome(answer.writer, named, supports) });
  if (isClaim) countClaim(answer, sentence, supports.length > 0);
}

/** A supported marker stays where the model put it; those that it forgot stand at the end of the sentence. */
function* writeHeld(
  writer: CitedTextWriter,
  { text, held, block, closing }: SentenceToCheck,
  supports: Support[],
): Generator<AnswerEvent> {
  // Markers stand after the fence of a closed block, never in the block.
  const remaining = new Map(block && !isClosed(text) ? [] : supports.map((support) => [support.number, support]));
  let delta = '';
  for (const part of held) {
    if ('words' in part) {
      delta += writer.escape(part.words);
      continue;
    }
    yield* writer.write(delta);
    delta = '';
    const here = block ? [] : [...new Set(part.numbers)].flatMap((number) => remaining.get(number) ?? []);
    for (const { number } of here) remaining.delete(number);
    yield* writer.cite(here, ' ');
  }
  yield* writer.write(delta);
  yield* writer.cite([...remaining.values()], block ? '\n\n' : ' ');
  yield* writer.write(writer.escape({ type: 'text', text: closing }));
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

function countClaim(answer: Verification, sentence: string, isSupported: boolean): void {
  if (!isSupported) answer.unsupported.push({ start: answer.sentenceStart, end: answer.writer.text.length });
  const isCutOff = answer.end?.reason === 'length' && !SENTENCE_END.test(sentence);
  // A sentence that the length limit cuts off says too little to be held against the rest.
  if (isCutOff && !isSupported) return;
  answer.claimedLength += sentence.length;
  if (isSupported) {
    answer.unsupportedInARow = 0;
  } else {
    answer.unsupportedInARow++;
    answer.unsupportedLength += sentence.length;
  }
}

function conclude(answer: Verification): VerifiedAnswer {
  const { writer, trace, claimedLength, unsupportedLength, unsupported, saysNoAnswer, end } = answer;
  const { text, citations } = writer;
  const unsupportedShare = claimedLength === 0 ? null : unsupportedLength / claimedLength;
  if (saysNoAnswer) trace?.answerabilityScored('no_answer', null, null);
  else trace?.answerabilityScored('unsupported', unsupportedShare, MAX_UNSUPPORTED_SHARE);
  const empty = text.trim() === '' && !saysNoAnswer;
  const onlyBegun = end?.reason === 'length' && claimedLength === 0 && !empty;
  const isSupported = citations.length > 0 && unsupportedLength <= MAX_UNSUPPORTED_SHARE * claimedLength;
  return { text, citations, unsupported, accepted: !saysNoAnswer && (isSupported || onlyBegun), empty, end };
}

/** Does a code block end with a fence that closes the one it begins with? */
function isClosed(block: string): boolean {
  const fence = FENCE.exec(block)?.[1] ?? '';
  const last = block.slice(block.lastIndexOf('\n') + 1).trim();
  return block.includes('\n') && last.length >= fence.length && last === (fence[0] ?? '').repeat(last.length);
}
