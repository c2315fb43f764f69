import { parse } from 'csv-parse/sync';
import { calloutNamed } from '../text/callouts.ts';
import { dedent, indentedFrom, indentOf, isBlank } from './rst-lines.ts';

/** The cells of a table in markup; the first rows are its header. */
export interface RstTable {
  rows: string[][];
  headerRows: number;
}

const GRID_BORDER = /^\+(?:[-=]+\+)+$/;
const SIMPLE_BORDER = /^=+(?:[ \t]+=+)+$/;
const SPAN_BORDER = /^[-=]+(?:[ \t]+[-=]+)*$/;

export const isGridBorder = (line: string): boolean => GRID_BORDER.test(line.trimEnd());
export const isSimpleBorder = (line: string): boolean => SIMPLE_BORDER.test(line.trimEnd());

/** The lines of a grid table; the first is its border. */
export function readGridTable(lines: readonly string[], from: number): { table: RstTable; end: number } {
  let end = from;
  while (end < lines.length && /^[+|]/.test(lines[end] ?? '')) end += 1;
  const bounds = boundsOf(lines[from] ?? '');
  const rows: string[][] = [];
  let cells: string[][] = bounds.slice(1).map(() => []);
  let headerRows = 0;
  const flush = () => {
    const row = cells.map((texts) => joinCell(texts));
    if (row.some(Boolean)) rows.push(row);
    cells = bounds.slice(1).map(() => []);
  };
  for (const line of lines.slice(from + 1, end)) {
    const border = line.trimEnd();
    if (isGridBorder(border)) {
      flush();
      if (border.includes('=')) headerRows = rows.length;
    } else addGridLine(line, bounds, cells);
  }
  flush();
  return { table: { rows, headerRows }, end };
}

/** Where the columns of a border begin and end. */
const boundsOf = (border: string) => [...border.matchAll(/\+/g)].map(({ index }) => index);

/** A cell over several columns belongs to its first; a border inside a row is that of a cell over several rows. */
function addGridLine(line: string, bounds: number[], cells: string[][]): void {
  let column = 0;
  for (let at = 1; at < bounds.length; at += 1) {
    const end = bounds[at] ?? 0;
    if (at < bounds.length - 1 && !/[|+]/.test(line[end] ?? '|')) continue;
    const text = line.slice((bounds[column] ?? 0) + 1, end).trimEnd();
    if (!/^[-=+]+$/.test(text.trim())) cells[column]?.push(text);
    column = at;
  }
}

/** What begins a note, a picture or code in a cell, and the options below it. */
const DIRECTIVE = /^\.\. ([\w:-]{1,60})::(?:\s+(.*))?$/s;
const OPTION = /^:[\w-]{1,60}:(?:\s|$)/;

/** Items of a list in a cell stay apart. Of a directive in it, the text is shown, not its name and its options. */
function joinCell(lines: string[]): string {
  const texts: string[] = [];
  let isHead = false;
  for (const line of lines) {
    const text = line.trim();
    const directive = DIRECTIVE.exec(text);
    if (directive) texts.push(calloutNamed(directive[1] ?? '') ? (directive[2] ?? '') : '');
    else if (!(isHead && OPTION.test(text))) texts.push(text);
    isHead = directive !== null || (isHead && OPTION.test(text));
  }
  return texts
    .filter(Boolean)
    .join(' ')
    .replace(/^[-*+] /, '')
    .replace(/ [-*+] (?=\S)/g, '; ');
}

/** The lines of a simple table; the first is its border. */
export function readSimpleTable(lines: readonly string[], from: number): { table: RstTable; end: number } {
  const columns = [...(lines[from] ?? '').matchAll(/=+/g)].map(({ index }) => index);
  const borders = [from];
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (!isSimpleBorder(line)) continue;
    borders.push(at);
    if (isBlank(lines[at + 1])) break;
  }
  const last = borders.at(-1) ?? from;
  const rows: string[][] = [];
  let headerRows = 0;
  let isNew = true;
  for (const line of lines.slice(from + 1, last)) {
    if (isSimpleBorder(line)) {
      headerRows ||= rows.length;
      isNew = true;
    } else if (isBlank(line) || SPAN_BORDER.test(line.trimEnd())) isNew = true;
    else {
      const cells = columns.map((start, at) => line.slice(start, columns[at + 1]).trim());
      const row = rows.at(-1);
      // An empty first cell continues the row above.
      if (cells[0] || !row || (isNew && rows.length === headerRows)) rows.push(cells);
      else for (const [at, cell] of cells.entries()) row[at] = [row[at], cell].filter(Boolean).join(' ');
      isNew = false;
    }
  }
  return { table: { rows, headerRows }, end: last + 1 };
}

/** A list of lists: an item a row, an item inside a cell. */
export function readListTable(body: readonly string[], headerRows: number): RstTable {
  const rows: string[][] = [];
  for (const item of itemsOf(body)) rows.push(itemsOf(item).map(joinCell));
  return { rows, headerRows };
}

/** The bodies of the items of the outermost list. */
function itemsOf(lines: readonly string[]): string[][] {
  const items: string[][] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const marker = /^\s*[-*+](?:\s+|$)/.exec(line);
    if (!marker) {
      at += 1;
      continue;
    }
    const more = indentedFrom(lines, at + 1, indentOf(line) + 1);
    items.push(dedent([' '.repeat(marker[0].length) + line.slice(marker[0].length), ...more]));
    at += 1 + more.length;
  }
  return items;
}

/** Rows of cells between commas; `header` is given in the same form. */
export function readCsvTable(body: readonly string[], header: string, headerRows: number, delimiter: string): RstTable {
  const options = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true, trim: true, delimiter };
  const read = (text: string): string[][] => {
    try {
      return parse(text, options);
    } catch {
      return text.split('\n').map((line) => line.split(delimiter));
    }
  };
  const named = header ? read(header) : [];
  return { rows: [...named, ...read(body.join('\n'))], headerRows: named.length + headerRows };
}
