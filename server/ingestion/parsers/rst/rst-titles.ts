import { indentOf, isBlank } from './rst-lines.ts';
import type { Reading } from './rst-reading.ts';

/** What is above or below a title. */
export const PUNCTUATION = /^([!-/:-@[-`{-~])\1+\s*$/;
/** A title of one character may have one below it. */
const UNDERLINE = /^([!-/:-@[-`{-~])\1*\s*$/;

export interface Title {
  text: string;
  style: string;
  end: number;
}

/** The title that begins at a line; null where none does. */
export function readTitle(lines: readonly string[], at: number): Title | null {
  const [first = '', second = '', third = ''] = lines.slice(at, at + 3);
  const over = PUNCTUATION.exec(first);
  if (over) {
    const isClosed = !isBlank(second) && third.startsWith(over[1] ?? '') && PUNCTUATION.test(third);
    return isClosed ? { text: second.trim(), style: `${over[1]}${over[1]}`, end: at + 3 } : null;
  }
  const under = UNDERLINE.exec(second);
  const length = second.trim().length;
  // Shorter lines are taken as well, with a warning, from four characters on.
  const isUnderline = under && length >= Math.min(4, first.trimEnd().length);
  return isUnderline && second.trim() !== '::' ? { text: first.trim(), style: under[1] ?? '', end: at + 2 } : null;
}

/** The first title in lines whose common indentation has been removed; null where there is none. */
export function firstTitle(lines: readonly string[]): Title | null {
  for (const [at, line] of lines.entries()) {
    const title = indentOf(line) === 0 && !isBlank(line) ? readTitle(lines, at) : null;
    if (title) return title;
  }
  return null;
}

/** The level of titles in a style: the styles have their levels in the order in which they are met. */
export function levelOfStyle({ styles }: Pick<Reading, 'styles'>, style: string): number {
  if (!styles.includes(style)) styles.push(style);
  return styles.indexOf(style) + 1;
}
