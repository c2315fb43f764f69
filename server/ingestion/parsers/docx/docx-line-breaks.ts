import { marksOf } from './docx-item-marks.ts';
import {
  childElement,
  childNodes,
  isXmlElement,
  lineOf,
  localName,
  textOf,
  type XmlElementNode,
  type XmlNode,
} from './docx-tree.ts';

/**
 * Makes paragraphs of what an author has parted with line breaks: by an empty line, or as items below each other. `isBody`: no
 * heading, and without a number of its own.
 */
export function splitAtLineBreaks(nodes: XmlNode[], isBody: (paragraph: XmlElementNode) => boolean): XmlNode[] {
  return nodes.flatMap((node) => {
    if (!isXmlElement(node) || localName(node) !== 'p' || !lineOf(node).includes('\n') || !isBody(node)) return [node];
    const properties = childElement(node, 'pPr');
    const [first = [], ...others] = piecesOf(childNodes(node).filter((child) => child !== properties));
    const paragraphOf = (of: XmlElementNode, content: XmlNode[]) => {
      of.childNodes = [...(properties ? [properties] : []), ...content];
      return of;
    };
    const rest = others.map((piece) => paragraphOf(node.cloneNode(false) as XmlElementNode, piece));
    return [paragraphOf(node, first), ...rest];
  });
}

function piecesOf(children: XmlNode[]): XmlNode[][] {
  const pieces: XmlNode[][] = [[]];
  let breaks: XmlNode[] = [];
  for (const part of children.flatMap(partsOf)) {
    const line = lineOf(part);
    if (line === '\n') breaks.push(part);
    else if (breaks.length > 0 && isSpace(part)) continue;
    else {
      const isNew = breaks.length > 1 || (breaks.length === 1 && marksOf(line).length > 0);
      if (isNew) pieces.push([part]);
      else pieces.at(-1)?.push(...breaks, part);
      breaks = [];
    }
  }
  pieces.at(-1)?.push(...breaks);
  return pieces;
}

/** Is it white space only? A run without a text may be a picture, or the mark of a note. */
function isSpace(node: XmlNode): boolean {
  if (!isXmlElement(node)) return textOf(node).trim() === '';
  if (localName(node) === 'rPr') return true;
  return /^(?:r|t|tab)$/.test(localName(node)) && childNodes(node).every(isSpace);
}

/** A run in parts, so that each of its line breaks is one. */
function partsOf(node: XmlNode): XmlNode[] {
  if (!isXmlElement(node) || localName(node) !== 'r' || !lineOf(node).includes('\n')) return [node];
  const properties = childElement(node, 'rPr');
  const parts: XmlNode[][] = [];
  let isOpen = false;
  for (const child of childNodes(node).filter((one) => one !== properties)) {
    const isBreak = lineOf(child) === '\n';
    if (isOpen && !isBreak) parts.at(-1)?.push(child);
    else parts.push([child]);
    isOpen = !isBreak;
  }
  return parts.map((part) => {
    const run = node.cloneNode(false) as XmlElementNode;
    run.childNodes = [...(properties ? [properties] : []), ...part];
    return run;
  });
}
