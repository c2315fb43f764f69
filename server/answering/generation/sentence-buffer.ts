import { sentences } from '../../language/sentences.ts';
import type { AnswerToken } from './citation-marker-parser.ts';

/** A stretch of text that waits: words, or the passages that a marker names. */
export type BufferedPart = { words: AnswerToken & { type: 'text' | 'code' } } | { numbers: number[] };

/** What can be said of a text as it arrives. */
export type SentenceStep =
  /** May be shown at once. */
  | { type: 'words'; words: AnswerToken & { type: 'text' | 'code' } }
  /**
   * A sentence is complete. `held` is what has not been shown of it: its first marker and all that follows. `row`: it is the
   * row of a table, of which nothing has been shown.
   */
  | { type: 'sentence'; text: string; held: BufferedPart[]; block: boolean; row: boolean };

export interface SentenceBuffer {
  push(tokens: AnswerToken[]): SentenceStep[];
  end(): SentenceStep[];
}

const ENDED = /[.!?…。！？؟।॥።။][\p{Pe}\p{Pf}\p{Pi}"'’”»*_`]*$/u;
/** After these no space is needed. */
const ENDED_UNSPACED = /[。！？][\p{Pe}\p{Pf}"'’”»*_]*$/u;
/** A full stop with the quotes and brackets that close after it. */
const MAX_ENDING_LENGTH = 12;
/** A longer sentence is taken for complete: a marker may not wait for ever. */
const MAX_SENTENCE_LENGTH = 1_000;
const MAX_BUFFERED_LENGTH = 400;
/** What may stand before the first pipe of a table's row on its line. */
const BEFORE_ROW = /^(?:>\s?)*(?:(?:[-*+]|\d{1,9}[.)])\s+)?$/;
const MAX_BEFORE_ROW_LENGTH = 20;

/**
 * Cuts a text into sentences as it arrives. Words pass at once; from a sentence's first marker on everything waits until
 * the sentence is complete, because only then is it known what the marker stands for. A marker that follows the full stop,
 * also on the next line, belongs to the sentence before it. The row of a table is one sentence and waits as a whole, because
 * its markers must stand before its last pipe. It goes by characters, so it is all one how the text is split.
 */
export function createSentenceBuffer(language: string): SentenceBuffer {
  let text = '';
  let held: BufferedPart[] = [];
  let block = false;
  /** White space that has not been shown, before and after the last marker. */
  let beforeMarker = '';
  let space = '';
  let begun = false;
  /** The beginning of the line, and whether it is the row of a table. */
  let line = '';
  let row = false;

  function close(steps: SentenceStep[], lineIsOver: boolean): void {
    if (text === '') return;
    steps.push({ type: 'sentence', text, held, block, row: row && lineIsOver });
    text = '';
    held = [];
    block = false;
  }

  function add(words: AnswerToken & { type: 'text' | 'code' }, steps: SentenceStep[]): void {
    const marked = held.length > 0 && 'numbers' in (held.at(-1) ?? {});
    if (marked) {
      if (beforeMarker.includes('\n') && !space.includes('\n')) space = beforeMarker;
      else if (space === '' && /^[\p{L}\p{N}([{"“‘«`*_]/u.test(words.text)) space = beforeMarker || ' ';
    }
    const newLine = space.includes('\n');
    // A code block is one piece, whatever it looks like inside.
    if ((space !== '' || !block) && ends(words.text)) close(steps, newLine);
    if (newLine) [line, row] = ['', false];
    const emit = (token: AnswerToken & { type: 'text' | 'code' }) => {
      if (row || held.length > 0) held.push({ words: token });
      else steps.push({ type: 'words', words: token });
    };
    if (space !== '' && begun) emit({ type: 'text', text: space });
    row ||= words.type === 'text' && words.text === '|' && BEFORE_ROW.test(line);
    if (line.length < MAX_BEFORE_ROW_LENGTH) line += (line === '' ? '' : space) + words.text;
    text += (text === '' ? '' : space) + words.text;
    space = '';
    begun = true;
    block ||= words.type === 'code' && words.text.endsWith('\n');
    emit(words);
    const waiting = held.reduce((sum, one) => sum + ('words' in one ? one.words.text.length : 0), 0);
    if (!block && (text.length > MAX_SENTENCE_LENGTH || (waiting > MAX_BUFFERED_LENGTH && !row))) close(steps, false);
  }

  /** Is the sentence over, now that this follows? */
  function ends(following: string): boolean {
    if (text === '') return false;
    if (space.includes('\n')) return true;
    if (row) return false;
    const last = text.slice(-MAX_ENDING_LENGTH);
    if (space === '') return ENDED_UNSPACED.test(last);
    // “1.” is the number of an item.
    if (!ENDED.test(last) || !/\p{L}/u.test(text)) return false;
    const joined = `${text.replace(/\s+/g, ' ')} `;
    const found = sentences(joined + (following[0] ?? ''), language);
    return (found.at(-1)?.start ?? 0) >= joined.length;
  }

  return {
    push(tokens) {
      const steps: SentenceStep[] = [];
      for (const token of tokens) {
        if (token.type === 'marker') {
          // Before the first word there is nothing that it could stand for.
          if (text === '') continue;
          const last = held.at(-1);
          if (last && 'numbers' in last) last.numbers.push(...token.numbers);
          else held.push({ numbers: [...token.numbers] });
          if (space !== '') beforeMarker = space;
          else if (!(last && 'numbers' in last)) beforeMarker = '';
          space = '';
        } else if (token.type === 'text' && /^\s$/.test(token.text)) space += token.text;
        else add(token, steps);
      }
      return steps;
    },
    end() {
      const steps: SentenceStep[] = [];
      close(steps, true);
      return steps;
    },
  };
}
