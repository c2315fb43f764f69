import type { LaidOutPage } from './pdf-headers-footers.ts';
import { type Line, lineText } from './pdf-lines.ts';

/** Dots that lead from a title to the number of its page, at least. */
const MIN_DOTS = 4;
const PAGE_NUMBER = /^(?:\d{1,4}|[ivxlc]{1,7})$/i;
/** Fewer entries on a page may be a form or a menu. */
const MIN_ENTRIES = 5;
/** The share of the lines from the first entry to the last that are entries. */
const MIN_SHARE = 0.5;

/**
 * Removes tables of contents: what they say, the headings say again, and a passage of nothing but titles has the words of every
 * question. Told by entries with dots before the number of a page, and by these numbers, which never go down.
 */
export function removeContents<Page extends LaidOutPage>(pages: Page[]): { pages: Page[]; entries: Line[] } {
  const entries = new Set(pages.flatMap(({ regions }) => contentsIn(regions.flat())));
  const left = pages.map((page) => {
    const regions = page.regions.map((lines) => lines.filter((line) => !entries.has(line)));
    return { ...page, regions: regions.filter((lines) => lines.length > 0) };
  });
  return left.some(({ regions }) => regions.length > 0)
    ? { pages: left, entries: [...entries] }
    : { pages, entries: [] };
}

/** From the first entry to the last, with what has no dots beside them. */
function contentsIn(lines: Line[]): Line[] {
  const numbers = lines.map(pageOfEntry);
  let first = numbers.findIndex((number) => number !== undefined);
  let last = numbers.findLastIndex((number) => number !== undefined);
  const told = numbers.filter((number) => number !== undefined);
  if (told.length < MIN_ENTRIES || told.length < (last - first + 1) * MIN_SHARE || !ascends(told)) return [];
  while (hasPageNumber(lines[first - 1])) first -= 1;
  while (hasPageNumber(lines[last + 1])) last += 1;
  return lines.slice(first, last + 1);
}

/** The number after a title and dots. */
function pageOfEntry(line: Line): string | undefined {
  const parts = lineText(line).split(/(?<=[.·… ])/);
  const number = parts.pop() ?? '';
  const title = parts.findLastIndex((part) => /[^.·… ]/.test(part.slice(0, -1)));
  const dots = parts.slice(title + 1).filter((part) => part !== ' ');
  return PAGE_NUMBER.test(number) && dots.length >= MIN_DOTS ? number : undefined;
}

function ascends(numbers: string[]): boolean {
  const arabic = numbers.filter((number) => /^\d/.test(number)).map(Number);
  return arabic.every((number, at) => number >= (arabic[at - 1] ?? 0));
}

/** A chapter, or the header of a page, whose number is a Roman one. */
const hasPageNumber = (line: Line | undefined) =>
  line !== undefined &&
  line.cells.length > 1 &&
  [line.cells[0], line.cells.at(-1)].some((cell) => cell !== undefined && PAGE_NUMBER.test(cell.text));
