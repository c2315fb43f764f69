import type { BlockAttributes, TextBuilder } from '../text/text-builder.ts';

/** After how many characters of rows the header is repeated, so that a passage from the middle of a table has its columns' names. */
const HEADER_EVERY = 700;
/** A longer header would be most of each passage: every row names its columns instead. */
const MAX_HEADER = 200;
/** A longer cell is text, not the name of a column. */
const MAX_NAME = 100;
/** A row of a table is at least this many cells wide; one alone is a title or a note. */
const MIN_WIDTH = 2;
const NUMBER = /^[-+(]?[^\p{L}\d]{0,3}\d[\d\s.,:/'’-]*[^\p{L}\d]{0,3}\)?$/u;

/** Rows that belong together, without empty columns. */
interface Region {
  /** Of the rows' columns, in order: their numbers in the sheet. */
  columns: number[];
  rows: string[][];
}

/** Adds a table whose header is known. */
export function addTable(
  builder: TextBuilder,
  header: string[],
  rows: string[][],
  attributes: BlockAttributes = {},
): void {
  const cells = (row: string[]) => row.map((cell) => cell.replace(/\s+/g, ' ').trim());
  const names = cells(header);
  if (names.join('').length > MAX_HEADER) {
    for (const row of rows) builder.add('table-row', named(names, cells(row)), attributes);
    return;
  }
  let since = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const text = cells(row).join(' | ');
    if (since + text.length > HEADER_EVERY) {
      builder.add('table-row', names.join(' | '), { ...attributes, header: true });
      since = 0;
    }
    builder.add('table-row', text, attributes);
    since += text.length;
  }
}

/** `Name: Anna | Age: 7`, without empty cells. */
const named = (names: string[], row: string[]) =>
  row
    .map((cell, at) => (cell && names[at] ? `${names[at]}: ${cell}` : cell))
    .filter(Boolean)
    .join(' | ');

/**
 * Adds the tables of a sheet: what empty rows separate are tables of their own, with the lines that stand alone above them
 * as paragraphs. The first row of a table is its header if all its cells can be names.
 */
export function addSheet(builder: TextBuilder, rows: string[][]): void {
  let header: { columns: number[]; names: string[] } | null = null;
  for (const region of regionsOf(rows)) {
    const { columns, rows } = withoutTitles(builder, region);
    const [first, ...others] = rows;
    if (!first) continue;
    if (columns.length < MIN_WIDTH && rows.length === 1) builder.add('paragraph', first.join(' '));
    else if (others.length > 0 && isHeader(first)) {
      header = { columns, names: first };
      addTable(builder, first, others);
    } else if (header && columns.every((column) => header?.columns.includes(column))) {
      // An empty row inside a table: its names hold on.
      const { columns: all, names } = header;
      addTable(
        builder,
        names,
        rows.map((row) => all.map((column) => row[columns.indexOf(column)] ?? '')),
      );
    } else for (const row of rows) builder.add('table-row', row.join(' | '));
  }
}

function regionsOf(rows: string[][]): Region[] {
  const groups: string[][][] = [[]];
  for (const row of rows) {
    if (row.some((cell) => cell.trim())) groups.at(-1)?.push(row);
    else if (groups.at(-1)?.length) groups.push([]);
  }
  return groups
    .filter((group) => group.length > 0)
    .map((group) => {
      const used = new Set(group.flatMap((row) => row.flatMap((cell, at) => (cell.trim() ? [at] : []))));
      const columns = [...used].sort((one, other) => one - other);
      return { columns, rows: group.map((row) => columns.map((column) => row[column] ?? '')) };
    });
}

/** Adds the titles and notes above a table. Returns the region without them. */
function withoutTitles(builder: TextBuilder, region: Region): Region {
  const width = (row: string[] = []) => row.filter((cell) => cell.trim()).length;
  if (region.columns.length < MIN_WIDTH) return region;
  const first = Math.max(
    0,
    region.rows.findIndex((row) => width(row) >= MIN_WIDTH),
  );
  for (const row of region.rows.slice(0, first)) builder.add('paragraph', row.join(' ').trim());
  return first === 0 ? region : narrowed(region, first);
}

/** The rows from one on, without the columns that only the rows before used. */
function narrowed({ columns, rows }: Region, first: number): Region {
  const left = rows.slice(first);
  const used = columns.map((_, at) => left.some((row) => row[at]?.trim()));
  return { columns: columns.filter((_, at) => used[at]), rows: left.map((row) => row.filter((_, at) => used[at])) };
}

/** Most of its cells are filled, and with names. */
function isHeader(row: string[]): boolean {
  const filled = row.filter((cell) => cell.trim());
  return (
    filled.length * 2 >= row.length && filled.every((cell) => cell.length <= MAX_NAME && !NUMBER.test(cell.trim()))
  );
}
