import { boldHeadings } from './docx-bold-headings.ts';
import { withoutContents } from './docx-contents.ts';
import { equationText } from './docx-equations.ts';
import { indentedLines } from './docx-indented-lists.ts';
import { splitAtLineBreaks } from './docx-line-breaks.ts';
import type { WordNumbering } from './docx-numbering.ts';
import { shownLetters } from './docx-shown.ts';
import { listOf, outlineLevel, valOf, type WordStyles } from './docx-styles.ts';
import { asTables } from './docx-tabbed-tables.ts';
import { markHead } from './docx-table-heads.ts';
import { togglesOf } from './docx-toggles.ts';
import {
  childElement,
  childNodes,
  elementsNamed,
  isXmlElement,
  lineOf,
  localName,
  parsePart,
  propertiesOf,
  propertyElement,
  textOf,
  textRun,
  toElement,
  writePart,
  type XmlDocument,
  type XmlElementNode,
  type XmlNode,
} from './docx-tree.ts';
import { typedItems } from './docx-typed-lists.ts';

interface WordContext {
  styles: WordStyles;
  numbering: WordNumbering;
  found: FoundText;
}

/** What is found while the parts are read. */
export interface FoundText {
  /** Visible characters. */
  shown: number;
  /** What Word does not show as valid. */
  hidden: string[];
  struck: string[];
  /** Lines of tables of contents. */
  contents: string[];
}

/** Styles of our own, which `parse-docx.ts` maps to HTML. After those of headings and numbered items is the level, from 1. */
export const HEADING_STYLE = 'FootnoteHeading';
export const ITEM_STYLE = 'FootnoteItem';
export const LINE_STYLE = 'FootnoteLine';

/** Around text that `mammoth` does not look into, so that it would drop it; the last four are shapes of VML. */
const UNKNOWN_WRAPPERS = /^(?:fldSimple|ruby|rubyBase|smartTag|customXml|dir|bdo|moveTo|oval|arc|curve|polyline)$/;
/** What a reader of the document does not see: ruby annotations, and text that was moved away. */
const UNSEEN = new Set(['rt', 'rubyPr', 'moveFrom']);
const UNSEEN_BY_STYLE = ['vanish', 'strike', 'dstrike'] as const;
/** The names in a text box for old programs, which a document without any does not declare. */
const COPY_NAMES =
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml"';
/** What holds no paragraphs beside each other. */
const IN_LINE = new Set(['p', 'r', 'pPr', 'rPr']);

/**
 * Writes a part so that `mammoth` reads what Word shows: headings by what makes them headings, list items with their numbers,
 * equations as text, and nothing that is hidden or struck out, which is told in `found`.
 */
export function writeAsShown(content: Buffer, context: WordContext): Buffer {
  const document = parsePart(content);
  joinBodies(document);
  document.childNodes = document.childNodes.flatMap((child) =>
    shown(child, { ...context, items: new Map(), headings: new Map() }, undefined),
  );
  context.found.shown += shownLetters(document);
  return writePart(document);
}

/** A document has one body. Some programs write several, of which `mammoth` would read the first. */
function joinBodies(document: XmlDocument): void {
  for (const root of childNodes(document as unknown as XmlNode).filter(isXmlElement)) {
    const isBody = (node: XmlNode) => isXmlElement(node) && localName(node) === 'body';
    const [first, ...others] = childNodes(root).filter(isBody) as XmlElementNode[];
    if (!first || others.length === 0) continue;
    first.childNodes = [first, ...others].flatMap(childNodes);
    root.childNodes = childNodes(root).filter((node) => !others.includes(node as XmlElementNode));
  }
}

interface PartContext extends WordContext {
  /** The styles of items that are not told by Word's own lists. */
  items: Map<XmlElementNode, string>;
  /** The levels of headings that are told by their look alone. */
  headings: Map<XmlElementNode, number>;
}

/** The nodes that take the place of a node. */
function shown(node: XmlNode, context: PartContext, paragraphStyle: string | undefined): XmlNode[] {
  if (!isXmlElement(node)) return [node];
  const name = localName(node);
  if (UNSEEN.has(name) || (name === 'tr' && isDeleted(childElement(node, 'trPr')))) return [];
  if (name === 'tbl') markHead(node, context.styles);
  if (name === 'AlternateContent') node.childNodes = alternative(node);
  if (name === 'oMath') return equationRun(node);
  const unseen = name === 'r' ? unseenAs(node, context.styles, paragraphStyle) : null;
  if (unseen) {
    context.found[unseen].push(textOf(node));
    return [];
  }
  const styleId = name === 'p' ? readParagraph(node, context) : paragraphStyle;
  const children = IN_LINE.has(name) ? childNodes(node) : blocksIn(node, context);
  node.childNodes = children.flatMap((child) => shown(child, context, styleId));
  return UNKNOWN_WRAPPERS.test(name) ? childNodes(node) : [node];
}

/** What is in a part of the document, a cell or a text box, with the lists and tables that are typed as such. */
function blocksIn(node: XmlElementNode, { styles, found, items, headings }: PartContext): XmlNode[] {
  const { kept, left } = withoutContents(childNodes(node), styles);
  found.contents.push(...left);
  const isPlain = (paragraph: XmlElementNode) => isBody(paragraph, styles);
  const nodes = asTables(splitAtLineBreaks(kept, isPlain), isPlain);
  for (const [paragraph, depth] of typedItems(nodes, isPlain)) items.set(paragraph, ITEM_STYLE + depth);
  for (const line of indentedLines(nodes, isPlain)) if (!items.has(line)) items.set(line, LINE_STYLE);
  if (localName(node) !== 'body') return nodes;
  const plainPlace = (paragraph: XmlElementNode) => {
    const { heading, place } = placeOf(paragraph, styles);
    return { heading, isItem: items.has(paragraph) || (place !== null && place.numId !== '0') };
  };
  for (const [paragraph, level] of boldHeadings(nodes, styles, plainPlace)) headings.set(paragraph, level);
  return nodes;
}

/** Whether a paragraph is no heading, has no number of its own, and nothing that its style hides. */
function isBody(paragraph: XmlElementNode, styles: WordStyles): boolean {
  const { styleId, place, heading } = placeOf(paragraph, styles);
  return !heading && !place && !UNSEEN_BY_STYLE.some((name) => styles.toggle(styleId, name));
}

/** Of the same text for new and for old programs, the one for old ones, which `mammoth` reads, if it holds the text. */
function alternative(node: XmlElementNode): XmlNode[] {
  const fallback = childElement(node, 'Fallback');
  const texts = childNodes(node)
    .filter((child) => child !== fallback)
    .flatMap((child) => elementsNamed(child, 'txbxContent'));
  const length = (nodes: XmlNode[]) => nodes.reduce((sum, one) => sum + textOf(one).trim().length, 0);
  if (length(texts) <= length(fallback ? [fallback] : [])) return fallback ? [fallback] : [];
  const [copy] = parsePart(
    Buffer.from(`<mc:Fallback ${COPY_NAMES}><w:pict><v:textbox/></w:pict></mc:Fallback>`),
  ).childNodes;
  const [textbox] = copy ? elementsNamed(copy, 'textbox') : [];
  if (!copy || !textbox) throw new Error('A text box is an element.');
  textbox.childNodes = texts;
  return [copy];
}

function equationRun(node: XmlElementNode): XmlNode[] {
  const text = equationText(node);
  return text === '' ? [] : [textRun(` ${text} `)];
}

/**
 * Gives a paragraph one of our styles if it is a heading or a numbered item, and its number as text. A bullet stays what it is.
 * Returns the style that it had.
 */
function readParagraph(
  paragraph: XmlElementNode,
  { styles, numbering, items, headings }: PartContext,
): string | undefined {
  const { node, styleId, place, heading: own } = placeOf(paragraph, styles);
  const heading = own || headings.get(paragraph);
  // It is one with the next paragraph, whose number it has.
  if (isDeleted(node && childElement(node, 'rPr'))) return styleId;
  const isEmpty = lineOf(paragraph).trim() === '';
  // It holds nothing but the end of a section, and is not shown.
  if (isEmpty && node && childElement(node, 'sectPr')) return styleId;
  const number = place && numbering.next(place, styleId);
  const itemStyle = number ? ITEM_STYLE + (number.level + 1) : items.get(paragraph);
  const style = heading ? HEADING_STYLE + heading : itemStyle;
  if (style === undefined || isEmpty) return styleId;
  const kept = node
    ? childNodes(node).filter((child) => !isXmlElement(child) || !/^(?:pStyle|numPr)$/.test(localName(child)))
    : [];
  const rest = childNodes(paragraph).filter((child) => child !== node);
  paragraph.childNodes = [
    propertiesOf([propertyElement('pStyle', style), ...kept]),
    ...(number ? [textRun(`${number.label} `)] : []),
    ...rest,
  ];
  return styleId;
}

/** The style, the list and the heading level that a paragraph has. */
function placeOf(paragraph: XmlElementNode, styles: WordStyles) {
  const node = childElement(paragraph, 'pPr');
  const properties = node && toElement(node);
  const styleId = valOf(properties?.children.find(({ name }) => name === 'pStyle'));
  const place = listOf(properties) ?? styles.list(styleId);
  const heading = outlineLevel(properties) ?? styles.headingLevel(styleId);
  return { node, styleId, place, heading };
}

/** Whether the mark of a paragraph, or a row, was deleted or moved away by a change that is tracked. */
const isDeleted = (properties: XmlNode | undefined) =>
  properties !== undefined && ['del', 'moveFrom'].some((name) => childElement(properties, name));

/** Whether a run is hidden or struck out, by itself or by a style; null if it is neither. */
function unseenAs(
  run: XmlElementNode,
  styles: WordStyles,
  paragraphStyle: string | undefined,
): 'hidden' | 'struck' | null {
  const has: (name: (typeof UNSEEN_BY_STYLE)[number]) => boolean = togglesOf(run, styles, paragraphStyle);
  if (has('vanish')) return 'hidden';
  return has('strike') || has('dstrike') ? 'struck' : null;
}
