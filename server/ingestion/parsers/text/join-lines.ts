import { UNSPACED } from '../../../language/scripts.ts';
import { endsWide } from '../../../language/sentences/wide-punctuation.ts';

/** A word split at the line's end: a letter and a hyphen or soft hyphen. */
const SPLIT_WORD = /\p{L}\p{M}*(?:[-\u2010]|\u00ad|\ufffe)$/u;
const SOFT_HYPHEN = /[\u00ad\ufffe]$/;
const STARTS_LOWER_CASE = /^\p{Ll}/u;
/** Letters of scripts that are written without spaces between words, their punctuation and full-width characters. */
const SPACELESS = `${UNSPACED}\\u3000-\\u303f\\uff00-\\uffef`;
const ENDS_SPACELESS = new RegExp(`[${SPACELESS}]$`, 'u');
const STARTS_SPACELESS = new RegExp(`^[${SPACELESS}]`, 'u');
/** No such character is before. */
const MAY_BE_SPACELESS = /[\u0e00-\uffff]/;

/** What stands for a line break within a paragraph: a space, or nothing between scripts without spaces. */
function lineJoint(before: string, after: string): '' | ' ' {
  // A character may take two units.
  const end = before.slice(-2);
  if (!MAY_BE_SPACELESS.test(end)) return ' ';
  const hasNone = endsWide(end) || (ENDS_SPACELESS.test(end) && STARTS_SPACELESS.test(after.slice(0, 2)));
  return hasNone ? '' : ' ';
}

/** Pieces of a paragraph between which lines end, joined as they are. */
export const joinPieces = (pieces: readonly string[]): string =>
  pieces
    .map((piece, index) => {
      const before = pieces[index - 1];
      if (before === undefined) return piece;
      return (before && piece ? lineJoint(before, piece) : ' ') + piece;
    })
    .join('');

/** A paragraph's lines without the white space that is beside their breaks. A pattern for it takes minutes where spaces are very many. */
export function trimmedLines(text: string): string[] {
  return text.split('\n').map((line, index, { length }) => {
    const trimmed = index > 0 ? line.trimStart() : line;
    return index < length - 1 ? trimmed.trimEnd() : trimmed;
  });
}

/** A paragraph's text without its line breaks. */
export const withoutLineBreaks = (text: string): string =>
  text.includes('\n') ? joinPieces(trimmedLines(text)) : text;

/** Markup's text with single spaces, and nothing for a line break between scripts without spaces. */
export function withSingleSpaces(text: string): string {
  if (!text.includes('\n') || !MAY_BE_SPACELESS.test(text)) return text.replace(/\s+/g, ' ');
  return text.replace(/\s+/g, (space: string, at: number) => {
    const end = at + space.length;
    const isWithin = at > 0 && end < text.length && space.includes('\n');
    return isWithin ? lineJoint(text.slice(Math.max(0, at - 2), at), text.slice(end, end + 2)) : ' ';
  });
}

/**
 * Joins the lines of a paragraph: words split at a line's end become whole, and scripts without spaces get none.
 * `isKnownWord` says whether a hyphenated word (`well-known`) occurs elsewhere, so that its hyphen is kept.
 */
export function joinLines(lines: readonly string[], isKnownWord: (word: string) => boolean = () => false): string {
  let text = '';
  for (const raw of lines) {
    const line = raw.trim();
    if (!line) continue;
    if (!text) text = line;
    else if (SPLIT_WORD.test(text) && STARTS_LOWER_CASE.test(line)) text = joinSplitWord(text, line, isKnownWord);
    else {
      const joint = lineJoint(text, line);
      text = (joint === '' ? text : text.replace(SOFT_HYPHEN, '-')) + joint + line;
    }
  }
  return text;
}

function joinSplitWord(text: string, line: string, isKnownWord: (word: string) => boolean): string {
  const stem = text.slice(0, -1);
  const head = stem.match(/(?<!\S)\S+$/)?.[0] ?? '';
  const tail = line.match(/^[\p{L}\p{M}]+/u)?.[0] ?? '';
  return isKnownWord(`${head}-${tail}`.toLowerCase()) ? `${stem}-${line}` : stem + line;
}

/** Tells whether a word with a hyphen stands within a line. */
export function hyphenatedWords(lines: readonly string[]): (word: string) => boolean {
  const words = lines.flatMap((line) => line.toLowerCase().match(/[\p{L}\p{M}-]+/gu) ?? []);
  const known = new Set(words.filter((word) => /.-./.test(word)));
  return (word) => known.has(word);
}

/** Prose wrapped at a width, not separate lines (lists, logs, verse): all lines but the last have about the same length. */
export function isWrapped(lines: readonly string[]): boolean {
  const widths = lines.slice(0, -1).map((line) => line.trim().length);
  const longest = widths.reduce((most, width) => Math.max(most, width), 0);
  return widths.length > 0 && longest >= 40 && longest <= 120 && widths.every((width) => width > longest * 0.7);
}
