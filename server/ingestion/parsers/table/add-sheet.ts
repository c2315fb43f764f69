import { isTotal } from '../../../language/vocabulary/total-words.ts';
import { isNumber } from '../text/is-number.ts';
import type { TextBuilder } from '../text/text-builder.ts';
import { addRows, asks, questionColumn } from './add-records.ts';
import { countFilled, isFilled, isHeader, isTitle } from './cells.ts';

/** A row of a table is at least this many cells wide; one alone is a title or a note. */
const MIN_WIDTH = 2;
/** A longer column by itself is a list, not lines. */
const MAX_LINES = 2;
/** Of a title above rows; the sheet has the level above. */
const LEVEL = 2;
/** Where at least this share of the first column is empty, an empty cell stands for the one above it. */
const REPEATED = 1 / 3;

/** Rows that belong together, without empty columns. */
interface Region {
  /** Of the rows' columns, in order: their numbers in the sheet. */
  columns: number[];
  rows: string[][];
}

/** What is known of the sheet so far. */
interface Sheet {
  /** Of the table before, with the columns that hold numbers. */
  header: { columns: number[]; names: string[]; numbers: ReadonlySet<number> } | null;
  /** Do rows with a single cell name the rows below them? */
  hasGroups: boolean;
  /** Lines that wait for what follows them. */
  titles: string[];
  /** Is what was added last below a heading? */
  isBelow: boolean;
  /** The columns of the questions in tables that have the same columns, which empty rows part. */
  questions: ReadonlyMap<string, number | undefined>;
}

/**
 * Adds the tables of a sheet: what empty rows separate are tables of their own, with the lines that stand alone above them as
 * paragraphs, or as headings from the second table on. The first row of a table is its header if all its cells can be names.
 */
export function addSheet(builder: TextBuilder, rows: string[][]): void {
  const regions = regionsOf(rows);
  const alike = Map.groupBy(regions, ({ columns }) => columns.join());
  const questions = new Map(
    [...alike].map(([columns, ones]) => [columns, questionColumn(ones.flatMap((one) => one.rows))]),
  );
  const sheet: Sheet = { header: null, hasGroups: false, titles: [], isBelow: false, questions };
  for (const region of regions) {
    const { titles, columns, rows: left } = splitTitles(region);
    sheet.titles = sheet.titles.concat(titles);
    if (left.length > 0) addRegion(builder, sheet, { columns, rows: left });
  }
  if (sheet.titles.length > 0) leaveHeading(builder, sheet);
  for (const title of sheet.titles) builder.add('paragraph', title);
}

function addHeading(builder: TextBuilder, sheet: Sheet, text: string): void {
  builder.add('heading', text, { level: LEVEL });
  sheet.isBelow = true;
}

/** What follows is not below the heading before it. */
function leaveHeading(builder: TextBuilder, sheet: Sheet): void {
  if (sheet.isBelow) builder.endSection(LEVEL);
  sheet.isBelow = false;
}

function addRegion(builder: TextBuilder, sheet: Sheet, { columns, rows }: Region): void {
  const { header } = sheet;
  const head = headOf(rows);
  if (head) {
    addTitles(builder, sheet, true);
    const { others } = head;
    const numbers = new Set(columns.filter((_, at) => holdsNumbers(others.map((row) => row[at] ?? ''))));
    const names = head.names.map((name, at) => name || nameAbove(header, columns[at] ?? 0, numbers));
    sheet.header = { columns, names, numbers };
    addGroups(builder, sheet, names, others);
  } else if (header && columns.every((column) => header.columns.includes(column))) {
    // An empty row inside a table: its names hold on.
    addTitles(builder, sheet, false);
    const whole = rows.map((row) => header.columns.map((column) => row[columns.indexOf(column)] ?? ''));
    addGroups(builder, sheet, header.names, whole);
  } else addBareRows(builder, sheet, { columns, rows });
}

/** The name of a column of numbers in the table before, for a table of the same kind whose header leaves it open. */
function nameAbove(header: Sheet['header'], column: number, numbers: ReadonlySet<number>): string {
  if (!header?.numbers.has(column) || !numbers.has(column)) return '';
  return header.names[header.columns.indexOf(column)] ?? '';
}

function holdsNumbers(cells: string[]): boolean {
  const filled = cells.filter(isFilled);
  return filled.length > 0 && filled.filter(isNumber).length * 2 > filled.length;
}

/** Rows without a header: questions and answers, or rows below the lines that name some of them each, such as a day and its hours. */
function addBareRows(builder: TextBuilder, sheet: Sheet, { columns, rows }: Region): void {
  const question = sheet.questions.get(columns.join());
  if (question !== undefined) {
    addTitles(builder, sheet, true);
    sheet.isBelow = addRows(builder, [], rows, LEVEL + 1, question);
    return;
  }
  const { titles } = sheet;
  const isName = groupNames(rows);
  const first = isName.includes(true) && isTitle(titles.at(-1) ?? '') ? titles.pop() : undefined;
  addTitles(builder, sheet, first === undefined);
  if (first !== undefined) addHeading(builder, sheet, first);
  for (const [at, row] of rows.entries()) {
    if (first !== undefined && isName[at]) addHeading(builder, sheet, row.join('').trim());
    else builder.add('table-row', row.slice(0, row.findLastIndex(isFilled) + 1).join(' | '));
  }
}

/** The header of a table, in one row or two, and the rows below it; null if it has none. */
function headOf(rows: string[][]): { names: string[]; others: string[][] } | null {
  const [first, second, ...others] = rows;
  if (!first || !second || asksInFirst(rows)) return null;
  const both = others.length > 0 ? joinHeads(first, second) : null;
  if (both) return { names: both, others };
  return isHeader(first) || isAboveNumbers(first, second) ? { names: first, others: [second, ...others] } : null;
}

/** Does the first row ask, as those below it do? A question is no name of a column. */
function asksInFirst(rows: string[][]): boolean {
  const column = questionColumn(rows);
  return column !== undefined && asks(rows[0]?.[column] ?? '');
}

/** Are all cells of the first row filled and no numbers, and most of the second numbers? Then they are names, however long. */
const isAboveNumbers = (first: string[], second: string[]) =>
  first.every((cell) => isFilled(cell) && !isNumber(cell)) && second.filter(isNumber).length * 2 > second.length;

/**
 * The names of columns whose header has two rows, the upper of which names several columns at once: `Price EUR`, `Price USD`.
 * The lower row fills what the upper one leaves empty, and says nothing new in at least one other column.
 */
function joinHeads(upper: string[], lower: string[]): string[] | null {
  const isOpen = (at: number) => !isFilled(upper[at] ?? '');
  const isNew = (at: number) => isFilled(lower[at] ?? '') && lower[at] !== upper[at];
  const columns = upper.map((_, at) => at);
  const opened = columns.filter(isOpen);
  if (opened.length === 0 || isOpen(0) || !opened.every(isNew) || columns.every(isNew)) return null;
  // A name spans the columns after it only where the lower row divides it.
  if (!opened.every((at) => isNew(at - 1)) || !isHeader(lower.filter(isFilled))) return null;
  let span = '';
  return columns.map((at) => {
    span = isOpen(at) ? span : (upper[at] ?? '');
    return isNew(at) ? `${span} ${lower[at]}` : span;
  });
}

/** The last line directly above a table is its title, where there was a table before. */
function addTitles(builder: TextBuilder, sheet: Sheet, isNew: boolean): void {
  const { header, titles } = sheet;
  sheet.titles = [];
  const last = titles.at(-1);
  const isNamed = header !== null && last !== undefined && isTitle(last);
  const notes = isNamed ? titles.slice(0, -1) : titles;
  if (notes.length > 0 || (isNew && !isNamed)) leaveHeading(builder, sheet);
  for (const note of notes) builder.add('paragraph', note);
  if (isNamed) addHeading(builder, sheet, last);
}

/** Adds the rows of a table. If the first of them has one cell alone, such rows name those below them, each as a heading. */
function addGroups(builder: TextBuilder, sheet: Sheet, names: string[], given: string[][]): void {
  const isName = groupNames(given);
  sheet.hasGroups ||= names.length >= MIN_WIDTH && isName[0] === true;
  const rows = withRepeated(given);
  let group: string[][] = [];
  const flush = () => {
    if (group.length > 0 && addRows(builder, names, group, LEVEL + 1)) sheet.isBelow = true;
    group = [];
  };
  for (const [at, row] of rows.entries()) {
    if (!sheet.hasGroups || !isName[at]) group.push(row);
    else {
      flush();
      addHeading(builder, sheet, (given[at] ?? []).join('').trim());
    }
  }
  flush();
}

/** Which rows are one cell alone, with a row below it that is more, or with another such name? */
function groupNames(rows: string[][]): boolean[] {
  let isAbove = false;
  return rows
    .toReversed()
    .map((row) => {
      const isAlone = countFilled(row) === 1;
      const isName = isAbove && isAlone && isTitle(row.find(isFilled) ?? '');
      isAbove = isName || !isAlone;
      return isName;
    })
    .reverse();
}

/** Fills the first column where its cells stand for the rows below them too, such as a day for its hours. */
function withRepeated(rows: string[][]): string[][] {
  const [first] = rows;
  const firsts = rows.map(([cell = '']) => cell.trim());
  const filled = firsts.filter(Boolean);
  const isOpen = (row: string[]) => !isFilled(row[0] ?? '') && !row.some(isTotal);
  const open = rows.filter(isOpen).length;
  const isRepeated =
    first && isFilled(first[0] ?? '') && countFilled(first) >= MIN_WIDTH && new Set(filled).size === filled.length;
  if (!isRepeated || filled.length < 2 || open < REPEATED * rows.length) return rows;
  let above = '';
  return rows.map((row) => {
    if (isOpen(row)) return [above, ...row.slice(1)];
    if (isFilled(row[0] ?? '')) above = row[0] ?? '';
    return row;
  });
}

function regionsOf(rows: string[][]): Region[] {
  const groups: string[][][] = [[]];
  for (const row of rows) {
    if (row.some(isFilled)) groups.at(-1)?.push(row);
    else if (groups.at(-1)?.length) groups.push([]);
  }
  return groups.filter((group) => group.length > 0).flatMap(toRegions);
}

/** Tables that stand side by side are read one after the other. */
function toRegions(rows: string[][]): Region[] {
  const used = new Set(rows.flatMap((row) => row.flatMap((cell, at) => (isFilled(cell) ? [at] : []))));
  const columns = [...used].sort((one, other) => one - other);
  const regionOf = (some: number[]): Region => ({
    columns: some,
    rows: rows.map((row) => some.map((column) => row[column] ?? '')),
  });
  const whole = regionOf(columns);
  const parts = runsOf(columns).map(regionOf);
  return parts.length > 1 && areApart(whole, parts) ? parts.map(withoutEmptyRows) : [whole];
}

/** Columns without an empty one between them. */
function runsOf(columns: number[]): number[][] {
  const runs: number[][] = [];
  for (const column of columns) {
    const run = runs.at(-1);
    if (run?.at(-1) === column - 1) run.push(column);
    else runs.push([column]);
  }
  return runs;
}

/** Are parts with empty columns between them tables of their own? They have the same header each, or each has titles within. */
function areApart({ rows }: Region, parts: Region[]): boolean {
  if (parts.some(({ columns }) => columns.length < MIN_WIDTH)) return false;
  const header = rows.findIndex((row) => countFilled(row) >= MIN_WIDTH);
  const heads = parts.map(({ rows }) => (rows[header] ?? []).map((cell) => cell.trim()));
  if (isHeader(rows[header] ?? []) && heads.every((head) => countFilled(head) >= MIN_WIDTH))
    return heads.every((head) => head.join('\n') === heads[0]?.join('\n'));
  return parts.every(({ rows }) => groupNames(rows).includes(true));
}

const withoutEmptyRows = ({ columns, rows }: Region): Region => ({
  columns,
  rows: rows.filter((row) => row.some(isFilled)),
});

/** Takes the lines that stand alone above a table from it: its titles and notes. */
function splitTitles({ columns, rows }: Region): Region & { titles: string[] } {
  const asLine = (row: string[]) => [...new Set(row.filter(isFilled))].join(' ').trim();
  if (columns.length < MIN_WIDTH)
    return rows.length > MAX_LINES
      ? { titles: [], columns, rows }
      : { titles: rows.map(asLine), columns: [], rows: [] };
  const first = firstOfTable(rows);
  if (first <= 0) return { titles: [], columns, rows };
  return { titles: rows.slice(0, first).map(asLine), ...narrowed({ columns, rows }, first) };
}

/** Where the table begins: at a header that fills all columns below rows that fill few, or else at the first row of several cells. */
function firstOfTable(rows: string[][]): number {
  const header = rows.slice(0, MAX_LINES + 1).findIndex((row) => countFilled(row) * 2 >= row.length);
  const row = rows[header];
  if (header > 0 && row && row.every(isFilled) && isHeader(row)) return header;
  return rows.findIndex((one) => countFilled(one) >= MIN_WIDTH);
}

/** The rows from one on, without the columns that only the rows before used. */
function narrowed({ columns, rows }: Region, first: number): Region {
  const left = rows.slice(first);
  const used = columns.map((_, at) => left.some((row) => isFilled(row[at] ?? '')));
  return { columns: columns.filter((_, at) => used[at]), rows: left.map((row) => row.filter((_, at) => used[at])) };
}
