import { childElement, isXmlElement, lineOf, localName, type XmlElementNode, type XmlNode } from './docx-tree.ts';

/** Fewer lines may be an address, or the end of a letter. */
const MIN_LINES = 3;
const MAX_LINE = 80;
/** A sentence is a paragraph. */
const SENTENCE = /[.:;!?。：；！？]$/;

/**
 * Finds lists without any sign: short lines right below each other that are set in as far, below a text that is not. `isBody`: no
 * heading, and without a number of its own.
 */
export function indentedLines(nodes: XmlNode[], isBody: (paragraph: XmlElementNode) => boolean): XmlElementNode[] {
  const found: XmlElementNode[] = [];
  let open: XmlElementNode[] = [];
  let above = Number.POSITIVE_INFINITY;
  const close = () => {
    if (open.length >= MIN_LINES && open.every((line) => isBody(line))) found.push(...open);
    open = [];
  };
  for (const node of nodes) {
    if (!isXmlElement(node) || (localName(node) !== 'p' && localName(node) !== 'tbl')) continue;
    const text = localName(node) === 'p' ? lineOf(node).trim() : null;
    const indent = text === null ? Number.POSITIVE_INFINITY : indentOf(node);
    const [first] = open;
    if (first && indent === indentOf(first) && isLine(text)) {
      open.push(node);
      continue;
    }
    close();
    if (text === '') continue;
    if (indent > above && isLine(text)) open = [node];
    else above = indent;
  }
  close();
  return found;
}

const isLine = (text: string | null) =>
  text !== null && text !== '' && text.length <= MAX_LINE && !SENTENCE.test(text) && !/[\t\n]/.test(text);

/** How far the first line of a paragraph is set in, in twentieths of a point, where it says so itself. */
function indentOf(paragraph: XmlElementNode): number {
  const properties = childElement(paragraph, 'pPr');
  const attributes = (properties && childElement(properties, 'ind'))?.attribs ?? {};
  const value = (name: string) => Number.parseInt(attributes[`w:${name}`] ?? '', 10) || 0;
  return (value('left') || value('start')) + value('firstLine') - value('hanging');
}
