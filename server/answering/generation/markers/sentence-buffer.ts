import { endsMarkdownSentence } from '../../../language/sentences/sentence-end.ts';
import { sentences } from '../../../language/sentences/sentences.ts';
import { NO_ANSWER } from '../../prompt/sanitize-prompt-text.ts';
import type { AnswerToken } from './citation-marker-parser.ts';

/** Text or code. */
export type Words = Extract<AnswerToken, { type: 'text' | 'code' }>;

/** Buffered text: words, or the passages that a marker names. `literal`: what is written there if it is no marker. */
export type BufferedPart = { words: Words } | { numbers: number[]; literal?: string };

/** What can be written of a text as it arrives. */
export type SentenceStep =
  /** May be written at once. */
  | { type: 'words'; words: Words }
  /**
   * A sentence is complete. `held`: what has not been written of it, from its first marker on. `block`: it ends with a code
   * block. `row`: it is the row of a table, of which nothing has been written. `saysNoAnswer`: what it is about, the passages
   * do not answer.
   */
  | { type: 'sentence'; text: string; held: BufferedPart[]; block: boolean; row: boolean; saysNoAnswer: boolean };

/** After these a sentence is over without a space. */
const ENDED_UNSPACED = /[。！？][\p{Pe}\p{Pf}"'’”»*_]*$/u;
/** The full stop and the quotes and brackets that may close after it. In UTF-16 units. */
const MAX_ENDING_LENGTH = 12;
/** A longer sentence is taken as complete, so that its marker does not wait for ever. In UTF-16 units. */
const MAX_SENTENCE_LENGTH = 1_000;
/** So much text may wait after a marker, except in the row of a table. In UTF-16 units. */
const MAX_BUFFERED_LENGTH = 400;
/** What may stand on the line before the first pipe of a table's row. */
const BEFORE_ROW = /^(?:>\s?)*(?:(?:[-*+]|\d{1,9}[.)])\s+)?$/;
const MAX_BEFORE_ROW_LENGTH = 20;

interface BufferState {
  /** The sentence so far, without its markers, and the end of it. */
  text: string;
  ending: string;
  held: BufferedPart[];
  /** How many words `held` has, in UTF-16 units. */
  heldLength: number;
  block: boolean;
  /** White space that has not been written: before the last marker, and after all that has been read. */
  spaceBeforeMarker: string;
  space: string;
  /** The answer has had its first word. */
  begun: boolean;
  /** The beginning of the line, and whether it is the row of a table, or may be. */
  line: string;
  row: boolean;
  /** It has no pipe at its beginning, so that it may be prose with a pipe in it. */
  maybeProse: boolean;
  /** The line before was a row. */
  belowRow: boolean;
  /** The sentence began with its line. */
  startsLine: boolean;
  saysNoAnswer: boolean;
  /** The passages that a lead has named for the sentence. */
  leadNumbers: number[];
}

/**
 * Cuts a text into sentences as it arrives. Words pass at once; from a sentence's first marker on everything waits until
 * the sentence is complete, because only then is it known what the marker stands for. A marker that follows the full stop,
 * also on the next line, belongs to the sentence before it. The row of a table is one sentence and waits as a whole, because
 * its markers must stand before its last pipe. The result does not depend on where the text is split.
 */
export function createSentenceBuffer(language: string) {
  const state: BufferState = {
    text: '',
    ending: '',
    held: [],
    heldLength: 0,
    block: false,
    spaceBeforeMarker: '',
    space: '',
    begun: false,
    line: '',
    row: false,
    maybeProse: false,
    belowRow: false,
    startsLine: true,
    saysNoAnswer: false,
    leadNumbers: [],
  };
  return {
    push(tokens: AnswerToken[]): SentenceStep[] {
      const steps: SentenceStep[] = [];
      for (const token of tokens) {
        if (token.type === 'marker') addMarker(state, token);
        else if (token.type === 'lead') addLead(state, token.numbers, language, steps);
        else if (token.type === 'no-answer') addNoAnswer(state, language, steps);
        else if (token.type === 'text' && /^\s$/.test(token.text)) state.space += token.text;
        else addWords(state, token, language, steps);
      }
      return steps;
    },
    end(): SentenceStep[] {
      const steps: SentenceStep[] = [];
      closeSentence(state, true, steps);
      return steps;
    },
  };
}

function addMarker(state: BufferState, { numbers, literal }: Extract<AnswerToken, { type: 'marker' }>): void {
  // Before the first word there is nothing that it could stand for.
  if (state.text === '') return;
  const last = state.held.at(-1);
  const followsMarker = last !== undefined && 'numbers' in last;
  if (literal !== undefined) state.held.push({ numbers: [...numbers], literal: state.space + literal });
  else if (followsMarker && last.literal === undefined) last.numbers.push(...numbers);
  else state.held.push({ numbers: [...numbers] });
  if (state.space !== '') state.spaceBeforeMarker = state.space;
  else if (!followsMarker) state.spaceBeforeMarker = '';
  state.space = '';
}

function addWords(state: BufferState, words: Words, language: string, steps: SentenceStep[]): void {
  restoreSpaceOfMarker(state, words.text);
  // A code block is one sentence, whatever it looks like inside.
  const insideBlock = state.block && state.space === '';
  beginSentence(state, words.text, language, insideBlock, steps);
  if (state.space !== '' && state.begun) writeOrHold(state, { type: 'text', text: state.space }, steps);
  if (!state.row && words.type === 'text' && isRow(state, words.text)) {
    state.row = true;
    state.maybeProse = words.text === '|' && !BEFORE_ROW.test(state.line);
  }
  if (state.line.length < MAX_BEFORE_ROW_LENGTH) state.line += (state.line === '' ? '' : state.space) + words.text;
  addText(state, words.text);
  state.begun = true;
  state.block ||= words.type === 'code' && words.text.endsWith('\n');
  writeOrHold(state, words, steps);
  if (!state.block && isTooLong(state)) closeSentence(state, false, steps);
}

function addText(state: BufferState, words: string): void {
  const added = (state.text === '' ? '' : state.space) + words;
  state.text += added;
  state.ending = (state.ending + added).slice(-MAX_ENDING_LENGTH);
  state.space = '';
}

function addLead(state: BufferState, numbers: number[], language: string, steps: SentenceStep[]): void {
  beginSentence(state, 'A', language, false, steps);
  state.leadNumbers.push(...numbers);
}

/** Nothing is written of the statement that there is no answer, nor of the space before it. */
function addNoAnswer(state: BufferState, language: string, steps: SentenceStep[]): void {
  beginSentence(state, NO_ANSWER, language, false, steps);
  addText(state, NO_ANSWER);
  state.saysNoAnswer = true;
}

/** Closes the sentence before these words if it is over. */
function beginSentence(
  state: BufferState,
  following: string,
  language: string,
  insideBlock: boolean,
  steps: SentenceStep[],
): void {
  const startsLine = state.space.includes('\n');
  if (!insideBlock && isSentenceOver(state, following, language)) closeSentence(state, startsLine, steps);
  if (state.text === '') state.startsLine = startsLine || !state.begun;
  if (startsLine) {
    state.belowRow = state.row && !/\n\s*\n/.test(state.space);
    [state.line, state.row, state.maybeProse] = ['', false, false];
  }
}

/** Does this character, which comes next, make its line a row, or the divider that may stand below one? */
function isRow({ line, space, belowRow, startsLine }: BufferState, character: string): boolean {
  if (character === '|') return BEFORE_ROW.test(line) || (startsLine && space !== '');
  return belowRow && line === '' && (character === '-' || character === ':');
}

/** The space that stood before a marker is needed after it if a word follows there without one, or if it broke the line. */
function restoreSpaceOfMarker(state: BufferState, following: string): void {
  const last = state.held.at(-1);
  if (last === undefined || !('numbers' in last)) return;
  const { space, spaceBeforeMarker } = state;
  if (spaceBeforeMarker.includes('\n') && !space.includes('\n')) state.space = spaceBeforeMarker;
  else if (space === '' && /^[\p{L}\p{N}([{"“‘«`*_]/u.test(following)) state.space = spaceBeforeMarker || ' ';
}

/** Words wait in the row of a table, after a marker, and after a link, whose address a passage must have. */
function writeOrHold(state: BufferState, words: Words, steps: SentenceStep[]): void {
  const isLink = words.type === 'text' && words.address !== undefined;
  if (state.row || state.held.length > 0 || isLink) {
    state.held.push({ words });
    state.heldLength += words.text.length;
  } else steps.push({ type: 'words', words });
}

function isSentenceOver(state: BufferState, following: string, language: string): boolean {
  const { text, ending, space, row, maybeProse } = state;
  if (text === '') return false;
  if (space.includes('\n')) return true;
  if (row && !maybeProse) return false;
  if (space === '') return ENDED_UNSPACED.test(ending);
  // “1.” is the number of an item.
  if (!endsMarkdownSentence(ending) || !/\p{L}/u.test(text)) return false;
  const joined = `${text.replace(/\s+/g, ' ')} `;
  const found = sentences(joined + (following[0] ?? ''), language);
  return (found.at(-1)?.start ?? 0) >= joined.length;
}

const isTooLong = ({ text, heldLength, row }: BufferState) =>
  text.length > MAX_SENTENCE_LENGTH || (heldLength > MAX_BUFFERED_LENGTH && !row);

function closeSentence(state: BufferState, lineIsOver: boolean, steps: SentenceStep[]): void {
  const { text, block, row, saysNoAnswer, leadNumbers } = state;
  if (text === '') return;
  const held = leadNumbers.length > 0 ? [...state.held, { numbers: leadNumbers }] : state.held;
  state.leadNumbers = [];
  state.text = '';
  state.ending = '';
  state.held = [];
  state.heldLength = 0;
  state.block = false;
  state.saysNoAnswer = false;
  // A row of a table without outer pipes is one sentence.
  if (state.maybeProse && !lineIsOver) state.row = false;
  steps.push({ type: 'sentence', text, held, block, row: row && lineIsOver, saysNoAnswer });
}
