import { collapseWhitespace } from '../../../platform/text/collapse-whitespace.ts';
import { type Line, lineText, type Region } from './pdf-lines.ts';
import { areAligned } from './pdf-paragraphs.ts';
import { bodySize, medianStep, type Row, toRows } from './pdf-rows.ts';

/** The regions of one page. */
export interface LaidOutPage {
  page: number;
  height: number;
  regions: Region[];
  /** Those of text that stands sideways or upside down on it. */
  turned: Region[];
}

/** A page without what its margins repeat. */
export interface ReadPage extends LaidOutPage {
  /** The lines that were removed but bare page numbers. */
  running: Record<'header' | 'footer', Line[]>;
}

/** Headers and footers have at most this many rows, in this share of the page at its top and at its bottom. */
const MARGIN_SHARE = 0.12;
const MARGIN_ROWS = 3;
/** A line that is repeated on this share of all pages, and on this many at least, is a header or footer. */
const REPEATED_SHARE = 0.25;
const MIN_PAGES = 3;
/** What is farther from the text than this many steps between its lines stands apart from it. */
const WIDE_STEP = 1.35;
/** Rows of a table have more space between them, its head even more. */
const WIDE_TABLE_STEP = 1.6;
/** Smaller print than this share of the text's size is no part of the text. */
const SMALL_PRINT = 0.95;
/** Of a longer line, no number counts with the pages. */
const MAX_COUNTING = 500;
/** These two are for texts whose white space is one space each: a long run of it would be looked at from every place in it. */
const PAGE_NUMBER =
  /^(?:[-–—|[(] ?)?(?:page|seite|p[áa]gina|p[áa]g\.|p\.|pg\.?|blad|side|sida|sivu|oldal|strona|strana|str\.|стр\.|страница|第)? ?(?:\d{1,4}|[ivxlc]{1,7})(?: ?(?:\/|of|von|van|de|di|sur|av|z|из|\|) ?\d{1,4})? ?(?:[-–—|\])]|[页頁]|ページ)?$/i;
/** What is between the parts of a running line. */
const SEPARATOR = / ?[|·•] ?| [-–—/] |, /;

/**
 * Removes running headers, running footers and bare page numbers: lines in the margin of a page, apart from its text, that are
 * the same on many pages but for a number that counts with the page. What follows the lines of the text at their distance, or
 * is a row of a table, is content, however often it is repeated.
 */
export function removeHeadersAndFooters(pages: LaidOutPage[]): ReadPage[] {
  const lines = pages.flatMap(({ regions }) => regions.flat());
  const body = bodySize(lines.map((line) => ({ size: line.size, text: lineText(line) })));
  const candidates = pages.map((page) => ({ page, ...candidateLines(page, body) }));
  const pagesByKey = new Map<string, number>();
  for (const { page, margin, last } of candidates) {
    for (const key of new Set(
      [...margin, ...last, ...page.turned.filter(isNote).flat()].flatMap((line) => runningKeys(line, page.page, body)),
    ))
      pagesByKey.set(key, (pagesByKey.get(key) ?? 0) + 1);
  }
  const isRunning = (line: Line, page: number) => {
    const minPages = isPageNumber(line) ? MIN_PAGES : Math.max(MIN_PAGES, pages.length * REPEATED_SHARE);
    return runningKeys(line, page, body).some((key) => (pagesByKey.get(key) ?? 0) >= minPages);
  };
  return candidates.map(({ page, margin, outermost, last }) => {
    const numbers = pages.length > 1 ? outermost.filter(isPageNumber) : [];
    const running = [...margin, ...last].filter((line) => isRunning(line, page.page));
    const dropped = new Set([...numbers, ...running]);
    const regions = page.regions.map((lines) => lines.filter((line) => !dropped.has(line)));
    const left = regions.filter((lines) => lines.length > 0);
    const turned = page.turned.map((lines) => {
      return isNote(lines) ? lines.filter((line) => !isRunning(line, page.page)) : lines;
    });
    // On a page with no other lines (a ticket, a slide, a form) they are the content.
    const isEmpty = left.length === 0 && !page.regions.flat().every(isPageNumber);
    const removed = isEmpty ? [] : running.filter((line) => !isPageNumber(line));
    const isAbove = ({ baseline }: Line) => baseline < page.height / 2;
    return {
      ...page,
      regions: isEmpty ? page.regions : left,
      turned,
      running: { header: removed.filter(isAbove), footer: removed.filter((line) => !isAbove(line)) },
    };
  });
}

/** A few lines that stand sideways are a note in the margin; more of them are a table or a figure. */
const isNote = (lines: Region) => lines.length <= MARGIN_ROWS;

interface Candidates {
  /** Lines in the margins that stand apart from the text. */
  margin: Line[];
  /** Those of the first and the last row among them. */
  outermost: Line[];
  /** A number that stands apart as last row, wherever on the page. */
  last: Line[];
}

function candidateLines({ regions, height }: LaidOutPage, body: number): Candidates {
  const rows = toRows(regions.flat());
  const above = apart(rows, body);
  const below = apart(rows.toReversed(), body);
  const margin = [
    ...above.filter(({ baseline }) => baseline < height * MARGIN_SHARE),
    ...below.filter(({ baseline }) => baseline > height * (1 - MARGIN_SHARE)),
  ];
  const outermost = margin.filter((row) => row === rows[0] || row === rows.at(-1));
  const last = below.filter((row) => row === rows.at(-1) && row.lines.length === 1 && row.lines.every(isPageNumber));
  const linesOf = (some: Row[]) => [...new Set(some.flatMap(({ lines }) => lines))];
  return { margin: linesOf(margin), outermost: linesOf(outermost), last: linesOf(last) };
}

/** The outer rows, given from the outside to the inside, up to the last of the first three that stands apart from the next. */
function apart(rows: Row[], body: number): Row[] {
  if (rows.length === 1) return rows;
  const step = medianStep(rows);
  const isApart = (row: Row, next: Row, afterNext: Row | undefined) => {
    const distance = Math.abs(next.baseline - row.baseline);
    if (isRowOfTable(row, next, afterNext, distance)) return false;
    return distance > step * WIDE_STEP || (row.size < body * SMALL_PRINT && next.size >= body * SMALL_PRINT);
  };
  for (let count = Math.min(MARGIN_ROWS, rows.length - 1); count > 0; count -= 1) {
    const [row, next] = [rows[count - 1], rows[count]];
    if (row && next && isApart(row, next, rows[count + 1])) return rows.slice(0, count);
  }
  return [];
}

function isRowOfTable(row: Row, next: Row, afterNext: Row | undefined, distance: number): boolean {
  const aligned = row.lines.some((line) => next.lines.some((other) => areAligned(line, other)));
  if (!aligned || !afterNext) return false;
  return distance <= Math.abs(afterNext.baseline - next.baseline) * WIDE_TABLE_STEP;
}

const isPageNumber = (line: Line) => PAGE_NUMBER.test(collapseWhitespace(lineText(line)));

/**
 * What a running line has in common on all pages: its text, or its text with the distance of a number from the page's in place
 * of the number. A heading such as “Step 3”, one on each page, counts with the pages as well. So the number must be a part
 * of the line by itself, or the print small.
 */
function runningKeys(line: Line, page: number, body: number): string[] {
  const text = collapseWhitespace(lineText(line).toLowerCase());
  if (text.length > MAX_COUNTING) return [text];
  const parts = line.cells.flatMap((cell) => collapseWhitespace(cell.text).split(SEPARATOR));
  const counting = line.size < body * SMALL_PRINT ? [text] : parts.filter((part) => PAGE_NUMBER.test(part));
  const numbers = new Set(counting.flatMap((part) => part.match(/\d{1,4}/g) ?? []));
  const keys = [...numbers].flatMap((number) => {
    // In “Page 9 of 9”, only the first counts.
    const pattern = `(?<!\\d)${number}(?!\\d)`;
    return ['', 'g'].map((flags) => text.replace(new RegExp(pattern, flags), `#${Number(number) - page}`));
  });
  return [text, ...keys];
}
