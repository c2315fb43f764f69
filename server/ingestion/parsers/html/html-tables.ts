import { collapseWhitespace } from '../../../platform/text/collapse-whitespace.ts';
import { isNumber } from '../text/is-number.ts';
import { withSingleSpaces } from '../text/join-lines.ts';
import { pictureText } from '../text/picture-text.ts';
import type { TextBuilder } from '../text/text-builder.ts';
import { joinRuns, type Marks, pushRun, runsToText, type TextRun } from '../text/text-runs.ts';
import { type Row, withSpans } from './cell-spans.ts';
import { followsUnspaced } from './html-gaps.ts';
import { signWithin } from './html-icons.ts';
import { marksWithin } from './html-marks.ts';
import { superscriptNumber } from './html-superscripts.ts';
import { childElements, isBlock, isHeading, isHidden } from './tree/html-elements.ts';
import { classed, hasClass } from './tree/html-names.ts';
import {
  findElements,
  type HtmlElement,
  type HtmlNode,
  hasElement,
  isElement,
  isText,
  textContent,
} from './tree/html-tree.ts';

/** What the blocks of a table stand in. */
type TableContext = Pick<NonNullable<Parameters<TextBuilder['add']>[2]>, 'depth' | 'callout'>;

/** Of Confluence and MediaWiki. Their cells may hold headings and paragraphs. */
const DATA = classed('confluenceTable|wikitable');
const ICON = classed('icon');
const SIGNATURE = classed('memname');

/**
 * Old pages use tables for layout: a table with tables, headings or forms inside is read like a `div`, unless its headings stand
 * alone between rows of short cells.
 */
export function isLayout(table: HtmlElement): boolean {
  if (table.attribs.role === 'presentation') return true;
  if (hasElement(table, ({ name }) => /^(?:table|form|article|main)$/.test(name))) return true;
  if (!hasElement(table, isHeading)) return false;
  if (hasClass(table, DATA)) return holdsSections(table);
  return !rowsOf(table).every(isPlainRow);
}

/** Are most of its cells sections, with a heading and prose below it? */
function holdsSections(table: HtmlElement): boolean {
  const cells = rowsOf(table)
    .flatMap(cellsOf)
    .filter((cell) => textContent(cell).trim() !== '');
  const sections = cells.filter((cell) => hasElement(cell, isHeading) && hasElement(cell, isProse));
  return sections.length * 2 > cells.length;
}

/** A heading alone, cells side by side, or a line between rows. */
const isPlainRow = (row: HtmlElement) =>
  !hasElement(row, isProse) &&
  (hasElement(row, isHeading) ? cellsOf(row).length === 1 : cellsOf(row).length > 1 || textContent(row).trim() === '');

const isProse = ({ name }: HtmlElement) => /^(?:blockquote|dl|ol|p|pre|ul)$/.test(name);

/** Does the row hold a heading for those after it? */
export const isHeadingRow = (row: HtmlElement): boolean =>
  hasElement(row, isHeading) && cellsOf(row).filter((cell) => textContent(cell).trim() !== '').length === 1;

export const rowsOf = (table: HtmlElement): HtmlElement[] => findElements(table, ({ name }) => name === 'tr');

/** What a table that Doxygen lays out a signature with says, in one line; null for other tables. */
export function signatureOf(table: HtmlElement): string | null {
  if (!hasClass(table, SIGNATURE)) return null;
  const cells = rowsOf(table).flatMap(cellsOf).map(textContent);
  const text = collapseWhitespace(cells.join(' '));
  return cells.length > 1 ? text.replace(' ( ', '(').replace(' )', ')') : text;
}

/**
 * DocBook and Asciidoctor lay out notes as tables, with an icon and a label beside the text: the cell with the text. Null for
 * other tables.
 */
export function cellOfCallout(table: HtmlElement): HtmlElement | null {
  const cells = findElements(table, ({ name }) => name === 'td').filter(
    (cell) => !hasClass(cell, ICON) && textContent(cell).trim() !== '',
  );
  return cells.length === 1 ? (cells[0] ?? null) : null;
}

/** The cell of a table that has only one and is a frame around lists, code or paragraphs; null for other tables. */
export function onlyCellOf(table: HtmlElement): HtmlElement | null {
  const cells = findElements(table, ({ name }) => name === 'td' || name === 'th').filter(
    (cell) => textContent(cell).trim() !== '' || hasElement(cell, ({ name }) => name === 'img'),
  );
  const [cell] = cells;
  return cells.length === 1 && cell && hasElement(cell, isProse) ? cell : null;
}

/** Adds the captions of a table as paragraphs. */
export function addCaptions(table: HtmlElement, builder: TextBuilder, context: TableContext, base?: URL): void {
  for (const caption of findElements(table, ({ name }) => name === 'caption')) {
    builder.add('paragraph', cellRuns(caption, base), context);
  }
}

/** Adds one block per row, with bars between the cells, without columns that are empty. */
export function addRows(elements: HtmlElement[], builder: TextBuilder, context: TableContext, base?: URL): void {
  const rows = withoutEmptyColumns(withSpans(elements.map((row) => readRow(row, base)))).filter(({ runs }) =>
    runs.some(hasText),
  );
  const isFirstHead = !rows.some(({ isHead }) => isHead) && (hasBoldHead(rows) || hasHeadAboveNumbers(rows));
  for (const [index, { runs, isHead }] of rows.entries()) {
    const header = isHead || (isFirstHead && index === 0);
    builder.add('table-row', joinRuns(runs, ' | '), { ...context, ...(header && { header }) });
  }
}

const hasText = (cell: TextRun[]) => runsToText(cell).trim() !== '';

/** Old pages keep columns apart by empty ones. */
function withoutEmptyColumns(rows: Row[]): Row[] {
  const columns = rows[0]?.runs.length ?? 0;
  if (rows.length < 2 || rows.some(({ runs }) => runs.length !== columns)) return rows;
  const used = new Set(rows.flatMap(({ runs }) => runs.flatMap((cell, column) => (hasText(cell) ? [column] : []))));
  if (used.size === columns) return rows;
  return rows.map(({ cells, runs, isHead }) => ({
    cells: cells.filter((_, column) => used.has(column)),
    runs: runs.filter((_, column) => used.has(column)),
    isHead,
  }));
}

const cellsOf = (row: HtmlElement) => childElements(row).filter(({ name }) => /^t[dh]$/.test(name));

function readRow(row: HtmlElement, base?: URL): Row {
  const cells = cellsOf(row);
  const { parent } = row;
  const isInHead = parent !== null && 'attribs' in parent && parent.name === 'thead';
  return {
    cells,
    runs: cells.map((cell) => runsOrSign(cell, base)),
    isHead: isInHead || (cells.length > 0 && cells.every(({ name }) => name === 'th')),
  };
}

/** Word processors and old pages write a table's head in bold or as headings: all of the first row, and not all of the second. */
function hasBoldHead([first, second]: Row[]): boolean {
  return first !== undefined && second !== undefined && isBold(first) && !isBold(second);
}

/** Words above a column of numbers are its name, however they look: all of the first row is words, and rows below have as many cells. */
function hasHeadAboveNumbers([first, ...others]: Row[]): boolean {
  const names = first ? textsOf(first) : [];
  if (names.length < 2 || others.length < 2 || !names.every(isWords)) return false;
  const below = others.map(textsOf);
  return (
    below.every((row) => row.length === names.length) &&
    names.some((_, column) => below.every((row) => isNumber(row[column] ?? '')))
  );
}

const isWords = (text: string) => /\p{L}/u.test(text) && !/\p{Nd}/u.test(text);

const textsOf = ({ runs }: Row) => runs.map((cell) => runsToText(cell).trim());

const isBold = ({ cells, runs }: Row) =>
  cells.every((cell, index) => runsToText(runs[index] ?? []).trim() !== '' && hasOnlyBoldText(cell));

/** Is all text of the cell in one element that is bold, or a heading? */
function hasOnlyBoldText(cell: HtmlElement): boolean {
  let inner: HtmlElement | undefined = cell;
  while (inner && !/^(?:strong|b|h[1-6])$/.test(inner.name)) {
    const content: HtmlNode[] = inner.childNodes.filter(
      (node) => isElement(node) || (isText(node) && node.data.trim()),
    );
    const [only] = content;
    inner = content.length === 1 && only && isElement(only) ? only : undefined;
  }
  return inner !== undefined;
}

/** The text of a cell; where it has only an icon, what that says. */
function runsOrSign(cell: HtmlElement, base?: URL): TextRun[] {
  const runs = cellRuns(cell, base);
  return hasText(runs) ? runs : [signWithin(cell)];
}

function cellRuns(cell: HtmlElement, base?: URL): TextRun[] {
  const runs: TextRun[] = [];
  const open: { node: HtmlNode; marks: Marks }[] = [{ node: cell, marks: {} }];
  for (let at = open.pop(); at; at = open.pop()) {
    const { node, marks } = at;
    if (isText(node)) pushRun(runs, withSingleSpaces(node.data), marks);
    if (!isElement(node) || isHidden(node)) continue;
    if (!marks.isCode && node !== cell && followsUnspaced(node)) pushRun(runs, ' ');
    const superscript = superscriptNumber(node);
    if (superscript !== null) {
      pushRun(runs, superscript);
      continue;
    }
    if (node.name === 'img') pushRun(runs, pictureText(node.attribs.alt));
    if (node !== cell && (isBlock(node) || node.name === 'br')) pushRun(runs, ' ');
    const within = marksWithin(node, marks, base);
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
      const child = node.childNodes[index];
      if (child) open.push({ node: child, marks: within });
    }
  }
  return runs;
}
