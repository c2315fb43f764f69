import { sentences } from '../../language/sentences.ts';
import type { Piece } from './citation-marker-parser.ts';

/** A stretch of text that waits: words, or the passages that a marker names. */
export type Held = { words: Piece & { type: 'text' | 'code' } } | { numbers: number[] };

/** What can be said of a text as it arrives. */
export type Step =
  /** May be shown at once. */
  | { type: 'words'; words: Piece & { type: 'text' | 'code' } }
  /** A sentence is complete. `held` is what has not been shown of it: its first marker and all that follows. */
  | { type: 'sentence'; text: string; held: Held[]; block: boolean };

export interface ClaimReader {
  read(pieces: Piece[]): Step[];
  end(): Step[];
}

const ENDED = /[.!?…。！？؟।॥።။][\p{Pe}\p{Pf}\p{Pi}"'’”»*_`]*$/u;
/** After these no space is needed. */
const ENDED_UNSPACED = /[。！？][\p{Pe}\p{Pf}"'’”»*_]*$/u;
/** A full stop with the quotes and brackets that close after it. */
const LONGEST_END = 12;
/** A longer sentence is taken for complete: a marker may not wait for ever. */
const LONGEST = 1_000;
const LONGEST_HELD = 400;

/**
 * Cuts a text into sentences as it arrives. Words pass at once; from a sentence's first marker on everything waits until
 * the sentence is complete, because only then is it known what the marker stands for. A marker that follows the full stop,
 * also on the next line, belongs to the sentence before it. It goes by characters, so it is all one how the text is split.
 */
export function createClaimReader(language: string): ClaimReader {
  let text = '';
  let held: Held[] = [];
  let block = false;
  /** White space that has not been shown, before and after the last marker. */
  let beforeMarker = '';
  let space = '';
  let begun = false;

  function close(steps: Step[]): void {
    if (text === '') return;
    steps.push({ type: 'sentence', text, held, block });
    text = '';
    held = [];
    block = false;
  }

  function add(words: Piece & { type: 'text' | 'code' }, steps: Step[]): void {
    const marked = held.length > 0 && 'numbers' in (held.at(-1) ?? {});
    if (marked) {
      if (beforeMarker.includes('\n') && !space.includes('\n')) space = beforeMarker;
      else if (space === '' && /^[\p{L}\p{N}([{"“‘«`*_]/u.test(words.text)) space = beforeMarker || ' ';
    }
    // A code block is one piece, whatever it looks like inside.
    if ((space !== '' || !block) && ends(words.text)) close(steps);
    const shown = (piece: Piece & { type: 'text' | 'code' }) => {
      if (held.length > 0) held.push({ words: piece });
      else steps.push({ type: 'words', words: piece });
    };
    if (space !== '' && begun) shown({ type: 'text', text: space });
    text += (text === '' ? '' : space) + words.text;
    space = '';
    begun = true;
    block ||= words.type === 'code' && words.text.endsWith('\n');
    shown(words);
    const waiting = held.reduce((sum, one) => sum + ('words' in one ? one.words.text.length : 0), 0);
    if (!block && (text.length > LONGEST || waiting > LONGEST_HELD)) close(steps);
  }

  /** Is the sentence over, now that this follows? */
  function ends(following: string): boolean {
    if (text === '') return false;
    if (space.includes('\n')) return true;
    const last = text.slice(-LONGEST_END);
    if (space === '') return ENDED_UNSPACED.test(last);
    // “1.” is the number of an item.
    if (!ENDED.test(last) || !/\p{L}/u.test(text)) return false;
    const joined = `${text.replace(/\s+/g, ' ')} `;
    const found = sentences(joined + (following[0] ?? ''), language);
    return (found.at(-1)?.start ?? 0) >= joined.length;
  }

  return {
    read(pieces) {
      const steps: Step[] = [];
      for (const piece of pieces) {
        if (piece.type === 'marker') {
          // Before the first word there is nothing that it could stand for.
          if (text === '') continue;
          const last = held.at(-1);
          if (last && 'numbers' in last) last.numbers.push(...piece.numbers);
          else held.push({ numbers: [...piece.numbers] });
          if (space !== '') beforeMarker = space;
          else if (!(last && 'numbers' in last)) beforeMarker = '';
          space = '';
        } else if (piece.type === 'text' && /^\s$/.test(piece.text)) space += piece.text;
        else add(piece, steps);
      }
      return steps;
    },
    end() {
      const steps: Step[] = [];
      close(steps);
      return steps;
    },
  };
}
