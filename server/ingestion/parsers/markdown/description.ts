import type { Token } from 'marked';
import { withoutMarks } from './generators/callout-marks.ts';

/** How much of a description is compared with the text, in letters … */
const COMPARED_LETTERS = 40;
/** … and how much of the text, in characters. */
const COMPARED_TEXT = 4_000;
/** So ends a description that a program has cut out of the text. */
const CUT_OFF = /(?:\.{3}|…)$/;

/** Does the text begin with the words of the description, or have many of them a little later, or is that only cut out of it? */
export function isSaid(tokens: Token[], description: string): boolean {
  const key = (text: string) =>
    withoutMarks(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '');
  const first = tokens.findIndex(({ type }) => type !== 'space');
  if (first < 0) return description === '';
  const said = key(description).slice(0, COMPARED_LETTERS);
  if (CUT_OFF.test(description) || key(tokens[first]?.raw.slice(0, COMPARED_TEXT) ?? '').startsWith(said)) return true;
  return said.length === COMPARED_LETTERS && key(beginOf(tokens)).includes(said);
}

function beginOf(tokens: Token[]): string {
  let text = '';
  for (const { raw } of tokens) {
    if (text.length >= COMPARED_TEXT) break;
    text += raw.slice(0, COMPARED_TEXT);
  }
  return text;
}
