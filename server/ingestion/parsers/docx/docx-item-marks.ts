import { romanNumber } from '../../../platform/text/roman-numbers.ts';

/** `(a)`, `1.`, `iv)` and `B.` before the text of an item. */
const MARK = /^\s*(\(?)(\d{1,2}|[a-z]{1,5}|[A-Z]{1,5})([.)])\s/;

/** The mark of an item whose number is typed. */
export interface Mark {
  /** How it is written: what is around the number, and the kind of number. */
  form: string;
  number: number;
}

/** What the mark that a line begins with can be: `i` is the ninth letter, and the first Roman number. */
export function marksOf(line: string): Mark[] {
  const [, open = '', text = '', close = ''] = MARK.exec(line) ?? [];
  const mark = (kind: string, number: number | null): Mark[] =>
    number === null || number === 0 ? [] : [{ form: `${open}${kind}${close}`, number }];
  if (/^\d/.test(text)) return mark('number', Number(text));
  const letters = text === text.toLowerCase() ? 'lower' : 'upper';
  const letter = text.length === 1 ? text.toLowerCase().charCodeAt(0) - 96 : null;
  return [...mark(`${letters}-roman`, romanNumber(text)), ...mark(letters, letter)];
}
