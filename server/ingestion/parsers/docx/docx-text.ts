import { equationText } from './docx-equations.ts';
import type { WordNumbering } from './docx-numbering.ts';
import { shownLetters } from './docx-shown.ts';
import { listOf, outlineLevel, toggleOf, valOf, type WordStyles } from './docx-styles.ts';
import {
  childElement,
  childNodes,
  isXmlElement,
  localName,
  parsePart,
  propertyElement,
  textOf,
  textRun,
  toElement,
  writePart,
  type XmlDocument,
  type XmlElementNode,
  type XmlNode,
} from './docx-tree.ts';

export interface WordContext {
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
}

/** Styles of our own, which `parse-docx.ts` maps to HTML. The number is the level, from 1. */
export const HEADING_STYLE = 'FootnoteHeading';
export const ITEM_STYLE = 'FootnoteItem';

/** Around text that `mammoth` does not look into, so that it would drop it. */
const UNKNOWN_WRAPPERS = new Set(['fldSimple', 'ruby', 'rubyBase', 'smartTag', 'customXml', 'dir', 'bdo', 'moveTo']);
/** What a reader of the document does not see: ruby annotations, and text that was moved away. */
const UNSEEN = new Set(['rt', 'rubyPr', 'moveFrom']);

/**
 * Writes a part so that `mammoth` reads what Word shows: headings by what makes them headings, list items with their numbers,
 * equations as text, and nothing that is hidden or struck out, which is told in `found`.
 */
export function writeAsShown(content: Buffer, context: WordContext): Buffer {
  const document = parsePart(content);
  joinBodies(document);
  document.childNodes = document.childNodes.flatMap((child) => shown(child, context, undefined));
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

/** The nodes that take the place of a node. */
function shown(node: XmlNode, context: WordContext, paragraphStyle: string | undefined): XmlNode[] {
  if (!isXmlElement(node)) return [node];
  const name = localName(node);
  if (UNSEEN.has(name)) return [];
  if (name === 'oMath') return equationRun(node);
  const unseen = name === 'r' ? unseenAs(node, context.styles, paragraphStyle) : null;
  if (unseen) {
    context.found[unseen].push(textOf(node));
    return [];
  }
  const styleId = name === 'p' ? readParagraph(node, context) : paragraphStyle;
  node.childNodes = childNodes(node).flatMap((child) => shown(child, context, styleId));
  return UNKNOWN_WRAPPERS.has(name) ? childNodes(node) : [node];
}

function equationRun(node: XmlElementNode): XmlNode[] {
  const text = equationText(node);
  return text === '' ? [] : [textRun(` ${text} `)];
}

/**
 * Gives a paragraph one of our styles if it is a heading or a numbered item, and its number as text. A bullet stays what it is.
 * Returns the style that it had.
 */
function readParagraph(paragraph: XmlElementNode, { styles, numbering }: WordContext): string | undefined {
  const node = childElement(paragraph, 'pPr');
  const properties = node && toElement(node);
  const styleId = valOf(properties?.children.find(({ name }) => name === 'pStyle'));
  const place = listOf(properties) ?? styles.list(styleId);
  const number = place && numbering.next(place, styleId);
  const heading = outlineLevel(properties) ?? styles.headingLevel(styleId);
  if (!node || !(heading || number) || textOf(paragraph).trim() === '') return styleId;
  const style = heading ? HEADING_STYLE + heading : ITEM_STYLE + ((number?.level ?? 0) + 1);
  const kept = childNodes(node).filter((child) => !isXmlElement(child) || !/^(?:pStyle|numPr)$/.test(localName(child)));
  node.childNodes = [propertyElement('pStyle', style), ...kept];
  if (number) {
    const at = childNodes(paragraph).indexOf(node) + 1;
    paragraph.childNodes = childNodes(paragraph).toSpliced(at, 0, textRun(`${number.label} `));
  }
  return styleId;
}

/** Whether a run is hidden or struck out, by itself or by a style; null if it is neither. */
function unseenAs(
  run: XmlElementNode,
  styles: WordStyles,
  paragraphStyle: string | undefined,
): 'hidden' | 'struck' | null {
  const node = childElement(run, 'rPr');
  const properties = node && toElement(node);
  const styleId = valOf(properties?.children.find(({ name }) => name === 'rStyle'));
  const has = (name: string) => {
    const own = toggleOf(properties, name) ?? styles.toggle(styleId, name);
    return own ?? styles.toggle(paragraphStyle, name) ?? false;
  };
  if (has('vanish')) return 'hidden';
  return has('strike') || has('dstrike') ? 'struck' : null;
}
