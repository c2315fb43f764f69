import { childNamed, type XmlElement } from '../archive/xml.ts';
import { addTable } from '../table/add-table.ts';
import type { TextBuilder } from '../text/text-builder.ts';
import { addInnerHeading, addText, canHead, endInnerSections, paragraphsOf, textOf } from './slide-text.ts';

/** Shorter than this, what follows a short line is another line of a list. */
const MIN_TEXT = 80;

interface Row {
  /** Of all cells: those that another one spans are empty. */
  texts: string[];
  /** The only cell of a row that reaches from one side to the other. */
  alone: XmlElement | undefined;
}

/**
 * Adds a table of a slide. A cell that is a row by itself is a box of text, as slides are often laid out with: its paragraphs and
 * items are read as such, and a short one is the heading of what is below.
 */
export function addSlideTable(builder: TextBuilder, table: XmlElement): void {
  const rows = table.children
    .filter(({ name }) => name === 'tr')
    .map(readRow)
    .filter(({ texts }) => texts.some(Boolean));
  const hasHeader = isOn(childNamed(table, 'tblPr')?.attributes.firstRow);
  let open: Row[] = [];
  let isFirst = true;
  let hasHeadings = false;
  const close = () => {
    if (open.length > 0) addRows(builder, open, hasHeader && isFirst);
    isFirst &&= open.length === 0;
    open = [];
  };
  for (const [at, row] of rows.entries()) {
    if (!row.alone) {
      open.push(row);
      continue;
    }
    close();
    if (isHeading(row.alone, rows[at + 1])) {
      addInnerHeading(builder, textOf(row.alone));
      hasHeadings = true;
    } else if (addText(builder, childNamed(row.alone, 'txBody'), () => false)) hasHeadings = true;
  }
  close();
  if (hasHeadings) endInnerSections(builder);
}

function readRow(row: XmlElement): Row {
  const all = row.children.filter(({ name }) => name === 'tc');
  const cells = all.filter(({ attributes }) => !isOn(attributes.hMerge));
  const [first, ...others] = cells;
  return { texts: all.map(lineOf), alone: others.length === 0 ? first : undefined };
}

const lineOf = (cell: XmlElement) => textOf(cell).replace(/\s+/g, ' ');

function addRows(builder: TextBuilder, rows: Row[], hasHeader: boolean): void {
  const [first, ...others] = rows;
  if (hasHeader && first && others.length > 0)
    addTable(
      builder,
      first.texts,
      others.map(({ texts }) => texts),
    );
  else for (const { texts } of rows) builder.add('table-row', texts.join(' | '));
}

/** A short line above a longer text, or above the rows of the table. */
function isHeading(cell: XmlElement, next: Row | undefined): boolean {
  const [paragraph, ...others] = paragraphsOf(childNamed(cell, 'txBody'));
  if (!next || !paragraph || others.length > 0 || !canHead(paragraph)) return false;
  return !next.alone || textOf(next.alone).length > MIN_TEXT;
}

const isOn = (value: string | undefined) => /^(?:1|true)$/.test(value ?? '');
