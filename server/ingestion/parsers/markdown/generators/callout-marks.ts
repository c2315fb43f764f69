import type { Callout } from '../../../types.ts';

const START = '\ufdd0';
const END = '\ufdd1';
const MARK = /\ufdd0([nqtw/se])\ufdd1/g;
/** Unicode keeps these two for the inside of programs. No text has them once `withoutMarks` has read it. */
const RESERVED = /[\ufdd0\ufdd1]/g;
const LETTERS: Record<Callout, string> = { note: 'n', quote: 'q', tip: 't', warning: 'w' };
const CALLOUTS = new Map(Object.entries(LETTERS).map(([callout, letter]) => [letter, callout as Callout]));

/** Stands for the beginning of a callout, as a paragraph of its own that survives the Markdown lexer. */
export const openingMark = (callout: Callout) => `${START}${LETTERS[callout]}${END}`;
/** Stands for the end of the callout that was opened last. */
export const CLOSING_MARK = `${START}/${END}`;
/** Begins the label of a section that opens when it is pressed, which is written as a heading. */
export const LABEL_MARK = `${START}s${END}`;
/** Stands for the end of such a section, as a paragraph of its own. */
export const SECTION_END_MARK = `${START}e${END}`;

/** The text without marks, and without the characters that could forge one. */
export const withoutMarks = (text: string) =>
  text.includes(START) || text.includes(END) ? text.replace(MARK, '').replace(RESERVED, '') : text;

/** The callouts that the marks in a text open, how many they close, and how many sections they end. */
export function readMarks(text: string): { opened: Callout[]; closed: number; ended: number } {
  const letters = text.includes(START) ? [...text.matchAll(MARK)].map(([, letter]) => letter ?? '') : [];
  const opened = letters.map((letter) => CALLOUTS.get(letter)).filter((callout) => callout !== undefined);
  const count = (wanted: string) => letters.filter((letter) => letter === wanted).length;
  return { opened, closed: count('/'), ended: count('e') };
}
