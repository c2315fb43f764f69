import { hyphenatedWords, isWrapped, joinLines } from '../text/join-lines.ts';

/** So many lines tell at which width a text is wrapped. */
const MIN_LINES = 10;
/** Of the lines of paragraphs; a few are longer than the text is wide, as a long word cannot be broken. */
const WIDTH_SHARE = 0.98;
/** A line that ends so far before its width ends on purpose. */
const MARGIN = 15;
/** An item of a list, a comment or a quotation, or a line that is drawn. */
const BEGINS = /^[ \t]*(?:[^\p{L}\p{N}\s]{1,3}[ \t]|\w{1,3}[.)][ \t]|[-=*_~#]{3})/u;
/** A word that a hyphen ends, with the end of the line. */
const LINE_END = /([\p{L}\p{M}]+)-$/u;
const MAX_WORD = 60;
const COLUMNS = /\S {3,}\S/;

/**
 * Tells whether a word that is split at its hyphen has it. A text none of whose split words is found whole elsewhere, and some are
 * with their hyphen, breaks lines at hyphens only.
 */
export function hyphensIn(lines: readonly string[]): (word: string) => boolean {
  const isHyphenated = hyphenatedWords(lines);
  const words = new Set(lines.flatMap((line) => line.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []));
  let whole = 0;
  let hyphenated = 0;
  for (const [at, line] of lines.entries()) {
    const head = LINE_END.exec(line.trimEnd().slice(-MAX_WORD))?.[1]?.toLowerCase();
    const tail = /^\s*(\p{Ll}[\p{L}\p{M}]*)/u.exec(lines[at + 1] ?? '')?.[1];
    if (!head || !tail) continue;
    if (isHyphenated(`${head}-${tail}`)) hyphenated += 1;
    else if (words.has(head + tail)) whole += 1;
  }
  return hyphenated > 0 && whole === 0 ? () => true : isHyphenated;
}

/** The width, in characters, at which the paragraphs of a text are wrapped; null where it is not known. */
export function wrapWidth(parts: readonly (readonly string[])[]): number | null {
  const widths = parts
    .filter((lines) => isWrapped(lines))
    .flatMap((lines) => lines.slice(0, -1).map((line) => line.trimEnd().length))
    .sort((one, other) => one - other);
  return widths.length < MIN_LINES ? null : (widths[Math.floor(widths.length * WIDTH_SHARE)] ?? null);
}

/**
 * The lines of a part of prose as they were written, before they were wrapped. A line that ends where the next word had its place
 * was ended by its writer.
 */
export function writtenLines(
  lines: readonly string[],
  width: number | null,
  isKnownWord: (word: string) => boolean,
): string[] {
  if (width === null) return isWrapped(lines) ? [joinLines(lines, isKnownWord)] : [...lines];
  const isHanging = hangs(lines);
  const room = lines
    .slice(1)
    .map((next, at) => width - (lines[at] ?? '').trimEnd().length - 1 - firstWord(next).length);
  const areEnded = room.every((space, at) => space >= MARGIN && !continues(lines[at] ?? '', lines[at + 1] ?? ''));
  if (!isHanging && !areEnded && isWrapped(lines)) return [joinLines(lines, isKnownWord)];
  const written: string[][] = [];
  for (const [at, line] of lines.entries()) {
    const begins = BEGINS.test(line) || COLUMNS.test(line) || (isHanging && indentOf(line) <= indentOf(lines[0] ?? ''));
    const isEnded = begins || (room[at - 1] ?? 0) >= 0;
    const last = written.at(-1);
    if (last && !isEnded) last.push(line);
    else written.push([line]);
  }
  return written.map((some) => joinLines(some, isKnownWord));
}

/** A sentence that continues, whatever room there was: some lines are broken before a long word. */
const continues = (line: string, next: string) => /[\p{L},]$/u.test(line.trimEnd()) && /^\s*\p{Ll}/u.test(next);

/** Entries of a list without marks: several lines stand before the others, which continue them. */
function hangs(lines: readonly string[]): boolean {
  const first = indentOf(lines[0] ?? '');
  const before = lines.filter((line) => indentOf(line) <= first).length;
  return before > 1 && before < lines.length && lines.every((line) => indentOf(line) >= first);
}

const firstWord = (line: string) => /\S+/.exec(line)?.[0] ?? '';

export const indentOf = (line: string): number => line.search(/\S/);
