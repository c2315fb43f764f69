import { matchAt } from '../../text/inline-scanner.ts';

/** Characters of words in scripts that have spaces. In others, marks stand beside letters. */
const WORD = /[[\p{L}\p{N}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]]/v;
/** Text between two marks, up to the next mark: within a paragraph, over code as a whole. */
const HIGHLIGHT = /==((?:[^=\n`]|`[^`\n]+`|=(?!=)|\n(?![ \t]*(?:\n|[-*+>#|]|\d+[.)])))+)==/y;
const COMMENT = /%%((?:[^%\n]|%(?!%)|\n(?![ \t]*\n))+)%%/y;
/** `%%NAME%%` is where a name is to be put. */
const PLACEHOLDER = /^[A-Z\d_.:-]+$/;
/** An id has a letter, or is one of the six digits that programs make. */
const BLOCK_ID = /\^(?:[\da-f]{6}|(?=[\w-]*[A-Za-z])[\w-]{2,60})[ \t]*(?=\n|$)/y;

/** The end of what is highlighted from an offset on (`==text==`), without its mark; -1 where nothing is. */
export function endOfHighlight(text: string, at: number): number {
  const content = matchAt(HIGHLIGHT, text, at)?.[1] ?? '';
  const end = at + 2 + content.length;
  const [before = '', after = ''] = [text[at - 1], text[end + 2]];
  if (content === '' || /^[\s=)\],.;:!?}]|[\s([{]$/.test(content)) return -1;
  // The sign itself is quoted.
  if (/["']/.test(before) && content.startsWith(before)) return -1;
  return [before, after].some((beside) => beside === '=' || WORD.test(beside)) ? -1 : end;
}

/** The end of the comment that begins at an offset (`%%text%%`); -1 where none does. Format strings have such signs as well. */
export function endOfComment(text: string, at: number): number {
  const match = matchAt(COMMENT, text, at);
  if (!match || PLACEHOLDER.test(match[1] ?? '')) return -1;
  const end = at + match[0].length;
  const isFree = /^[\s\p{L}.,;:!?)]?$/u.test(text[at - 1] ?? '') && /^[\s.,;:!?)]?$/.test(text[end] ?? '');
  return isFree ? end : -1;
}

/** The end of the id of a block, which stands at the end of a line (`text ^id`, `![[file]]^id`); -1 where there is none. */
export function endOfBlockId(text: string, at: number): number {
  const isApart = /^[ \t\n]?$/.test(text[at - 1] ?? '') || text.slice(Math.max(0, at - 2), at) === ']]';
  const match = isApart ? matchAt(BLOCK_ID, text, at) : null;
  return match ? at + match[0].length : -1;
}

/** A line that opens a comment of several paragraphs. */
export const opensComment = (line: string): boolean => line.startsWith('%%') && !line.includes('%%', 2);
/** A line that closes it. */
export const closesComment = (line: string): boolean => line.endsWith('%%');
