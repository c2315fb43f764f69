import { isNumber } from '../text/is-number.ts';

const YEAR = /^(?:19|20)\d\d$/;
/** A longer cell is text, not a name. */
const MAX_NAME = 100;
/** Ends as a sentence does. */
const ENDED = /[.!?…;,。！？]$/u;
/** Begins as a note does. */
const NOTE = /^[*†‡(]/;

export const isFilled = (cell: string) => cell.trim() !== '';
export const countFilled = (row: string[]) => row.filter(isFilled).length;
export const isShort = (cell: string) => cell.trim().length <= MAX_NAME;

/** Can it stand above rows, as their name? */
export function isTitle(cell: string): boolean {
  const text = cell.trim();
  return text !== '' && isShort(text) && !isNumber(text) && !ENDED.test(text) && !NOTE.test(text);
}

/** Most of its cells are filled, and with names; some may be years. */
export function isHeader(row: string[]): boolean {
  const filled = row.filter(isFilled).map((cell) => cell.trim());
  if (filled.length * 2 < row.length) return false;
  const years = filled.filter((cell) => YEAR.test(cell));
  const hasYears = years.length > 1 && years.length < filled.length && new Set(years).size === years.length;
  return filled.every((cell) => isShort(cell) && (!isNumber(cell) || (hasYears && YEAR.test(cell))));
}
