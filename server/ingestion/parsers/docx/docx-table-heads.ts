import { attributeNamed } from '../archive/xml.ts';
import { isBoldParagraph, styleIdOf } from './docx-bold.ts';
import type { WordStyles } from './docx-styles.ts';
import {
  childElement,
  childNodes,
  elementsNamed,
  isXmlElement,
  lineOf,
  localName,
  parsePart,
  toElement,
  type XmlElementNode,
  type XmlNode,
} from './docx-tree.ts';

/** A longer cell is text, not a name. */
const MAX_NAME = 100;
/** The flag of the first row in the number that says which conditions of a table's style hold. */
const FIRST_ROW = 0x20;
const NO_COLOUR = /^(?:auto|ffffff|none)?$/i;

/**
 * Marks the first row of a table as its head where it only looks like one: its cells are filled with a colour, or in bold
 * letters, unlike those of the rows below, or the style of the table sets the first row apart. Word marks few heads by itself.
 */
export function markHead(table: XmlElementNode, styles: WordStyles): void {
  const rows = childrenNamed(table, 'tr');
  const [first, ...others] = rows;
  if (!first || rows.some(isMarked)) return;
  const cells = childrenNamed(first, 'tc');
  const below = others.find((row) => childrenNamed(row, 'tc').length === cells.length);
  if (cells.length < 2 || !below || !cells.every(isName)) return;
  const isApart = (has: (cell: XmlElementNode) => boolean) =>
    cells.every(has) && !childrenNamed(below, 'tc').every(has);
  const isBold = (cell: XmlElementNode) => hasOnlyBoldText(cell, styles);
  if (isApart(isFilled) || isApart(isBold) || hasHeadByStyle(table, styles)) mark(first);
}

const childrenNamed = (node: XmlNode, name: string) =>
  childNodes(node).filter((child): child is XmlElementNode => isXmlElement(child) && localName(child) === name);

const isMarked = (row: XmlElementNode) => {
  const properties = childElement(row, 'trPr');
  return properties !== undefined && childElement(properties, 'tblHeader') !== undefined;
};

function isName(cell: XmlElementNode): boolean {
  const text = lineOf(cell).trim();
  return /\p{L}/u.test(text) && text.length <= MAX_NAME;
}

function isFilled(cell: XmlElementNode): boolean {
  const properties = childElement(cell, 'tcPr');
  const shade = properties && childElement(properties, 'shd');
  if (!shade) return false;
  const [pattern = '', fill = ''] = ['val', 'fill'].map((name) => attributeNamed(toElement(shade), name));
  return /^pct/.test(pattern) || !NO_COLOUR.test(fill);
}

function hasOnlyBoldText(cell: XmlElementNode, styles: WordStyles): boolean {
  const paragraphs = elementsNamed(cell, 'p').filter((paragraph) => lineOf(paragraph).trim() !== '');
  return paragraphs.length > 0 && paragraphs.every((paragraph) => isBoldParagraph(paragraph, styles));
}

function hasHeadByStyle(table: XmlElementNode, styles: WordStyles): boolean {
  const properties = childElement(table, 'tblPr');
  const look = properties && childElement(properties, 'tblLook');
  if (!look) return false;
  const [named, flags = ''] = ['firstRow', 'val'].map((name) => attributeNamed(toElement(look), name));
  const holds = named === undefined ? (Number.parseInt(flags, 16) & FIRST_ROW) > 0 : /^(?:1|true|on)$/.test(named);
  return holds && styles.setsFirstRowApart(styleIdOf(table, 'tblPr', 'tblStyle'));
}

function mark(row: XmlElementNode): void {
  const [marked] = parsePart(Buffer.from('<w:trPr><w:tblHeader/></w:trPr>')).childNodes;
  if (!marked) throw new Error('Properties are an element.');
  const properties = childElement(row, 'trPr');
  if (properties)
    properties.childNodes = [...childNodes(properties), ...childNodes(marked)] as typeof properties.childNodes;
  else row.childNodes = [marked, ...childNodes(row)] as typeof row.childNodes;
}
