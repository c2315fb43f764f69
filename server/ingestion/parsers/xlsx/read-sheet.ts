import { sourceFailures } from '../../failures.ts';
import { isoDate, type NumberFormat, plainNumber } from '../archive/number-formats.ts';
import { readXml } from '../archive/xml.ts';
import { createStringReader, type SheetText } from './string-reader.ts';

/** What the cells of all sheets share. */
export interface Workbook {
  strings: SheetText[];
  formats: NumberFormat[];
  /** The numbers of the styles whose font is struck out. */
  struckStyles: ReadonlySet<number>;
}

/** The most characters of one sheet's cells, as of a document. */
const MAX_CHARACTERS = 5_000_000;
/** Excel's own limit. */
const MAX_COLUMNS = 16_384;
/** The most cells that a sheet has between the first and the last of its rows, empty ones included. */
const MAX_CELLS = 2_000_000;
/** Empty rows beyond those that separate two tables say nothing. */
const MAX_GAP = 1;

interface Cell {
  column: number;
  type: string;
  style: number;
  value: string;
}

interface Merge {
  column: number;
  first: number;
  last: number;
}

/**
 * Reads the cells of a sheet as they are shown, row by row, without hidden rows and columns. A cell that goes over several rows
 * is in each of them. Calls `onStruck` with what is struck out. Throws `document_too_long` beyond the limits.
 */
export function readSheet(
  bytes: Uint8Array,
  { strings, formats, struckStyles }: Workbook,
  onStruck: (text: string) => void,
): string[][] {
  const rows = new Map<number, string[]>();
  const hidden: [from: number, to: number][] = [];
  const merges: Merge[] = [];
  let row: string[] = [];
  let rowNumber = 0;
  let isHidden = false;
  let cell: Cell | null = null;
  let nextColumn = 0;
  let isValue = false;
  const inline = createStringReader();
  let characters = 0;
  let cells = 0;
  const addCell = ({ column, type, style, value }: Cell) => {
    const own = inline.finish();
    const text = type === 'inlineStr' ? own : type === 's' ? (strings[Number(value)] ?? own) : undefined;
    if (isHidden || column >= MAX_COLUMNS || hidden.some(([from, to]) => column >= from && column <= to)) return;
    const plain = text ? text.text : shownValue(type, value, formats[style]);
    const isStruck = struckStyles.has(style);
    const struck = isStruck ? (text ? text.struckInStruckCell : plain) : (text?.struck ?? '');
    if (struck !== '') onStruck(unescaped(struck));
    const shown = unescaped(isStruck ? (text?.inStruckCell ?? '') : plain);
    if (!shown) return;
    characters += shown.length;
    cells += Math.max(0, column + 1 - row.length);
    if (characters > MAX_CHARACTERS) throw sourceFailures.tooLong('5 million characters');
    if (cells > MAX_CELLS) throw sourceFailures.tooLong('2 million cells');
    while (row.length < column) row.push('');
    row[column] = shown;
  };
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'row') {
        rowNumber = attributes.r ? Number(attributes.r) : rowNumber + 1;
        isHidden = isTrue(attributes.hidden);
        row = [];
        nextColumn = 0;
      } else if (name === 'c') {
        const column = attributes.r ? columnOf(attributes.r) : nextColumn;
        nextColumn = column + 1;
        cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '' };
      } else if (name === 'v') isValue = true;
      else if (name === 'col' && isTrue(attributes.hidden))
        hidden.push([Number(attributes.min) - 1, Number(attributes.max) - 1]);
      else if (name === 'mergeCell') {
        const merge = mergeOf(attributes.ref ?? '');
        if (merge) merges.push(merge);
      } else inline.open(name, attributes);
    },
    text(text) {
      if (cell && isValue) cell.value += text;
      else inline.text(text);
    },
    close(name) {
      inline.close(name);
      if (name === 'v') isValue = false;
      else if (name === 'c' && cell) {
        addCell(cell);
        cell = null;
      } else if (name === 'row' && row.length > 0) rows.set(rowNumber, row);
    },
  });
  fillMerges(rows, merges);
  return withGaps(rows);
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** Of a cell without a text of its own. */
function shownValue(type: string, value: string, format: NumberFormat | undefined): string {
  switch (type) {
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'd':
      return isoDate(value);
    // The result of a formula that is text; an error such as #REF!, which says nothing.
    case 'str':
      return value;
    case 'e':
      return '';
    default: {
      const number = Number(value);
      return value.trim() === '' || Number.isNaN(number) ? '' : (format ?? plainNumber)(number);
    }
  }
}

/** Characters that XML cannot hold are written as `_x000D_`. */
const unescaped = (text: string) =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The number of a column in a reference such as `AB12`, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Cells of one column that are one, such as the name of a group beside its rows. */
function mergeOf(reference: string): Merge | null {
  const [, from = '', first = '', to = '', last = ''] =
    /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  return from && from === to ? { column: columnOf(from), first: Number(first), last: Number(last) } : null;
}

/** Only where there are rows: a merged column may claim a million. */
function fillMerges(rows: Map<number, string[]>, merges: Merge[]): void {
  if (merges.length === 0) return;
  const byColumn = Map.groupBy(merges, ({ column }) => column);
  for (const [column, ones] of byColumn) {
    const sorted = ones.toSorted((one, other) => one.first - other.first);
    let at = 0;
    for (const number of [...rows.keys()].sort((one, other) => one - other)) {
      while ((sorted[at]?.last ?? Number.POSITIVE_INFINITY) < number) at += 1;
      const merge = sorted[at];
      const row = rows.get(number);
      const value = merge && number > merge.first && rows.get(merge.first)?.[column];
      if (row && value && !row[column]) {
        while (row.length < column) row.push('');
        row[column] = value;
      }
    }
  }
}

/** The rows in their order, with an empty one where some are missing. */
function withGaps(rows: Map<number, string[]>): string[][] {
  const found: string[][] = [];
  let last = 0;
  for (const [number, row] of [...rows].sort(([one], [other]) => one - other)) {
    if (number - last > MAX_GAP && last > 0) found.push([]);
    found.push(row);
    last = number;
  }
  return found;
}
