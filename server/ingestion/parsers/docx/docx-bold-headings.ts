import { isBoldParagraph, styleIdOf } from './docx-bold.ts';
import type { WordStyles } from './docx-styles.ts';
import { isXmlElement, lineOf, localName, type XmlElementNode, type XmlNode } from './docx-tree.ts';

/** A longer line is a text. */
const MAX_HEADING = 80;
/** A shorter line below one in bold letters may be a part of the same address, or of a form. */
const MIN_TEXT = 40;
/** Two lines are a habit of the writer, one may be chance. */
const MIN_HEADINGS = 2;
/** Where more of the text is in bold letters, they say nothing. */
const MAX_SHARE = 0.3;
const MAX_LEVEL = 6;
const BEGINS = /^[\p{Lu}\p{Lo}\p{Nd}]/u;
const WORD = /\p{L}{3}|\p{Lo}{2}/u;
const ENDED = /[.,:;…。，：；]$/u;
/** The number of a part, with those of the parts around it: `2.1`. */
const NUMBER = /^\d{1,3}(?:\.\d{1,3})*/;

/** What is known of a paragraph without regard to its look. */
export interface PlainPlace {
  heading: number | null;
  /** Is it an item of a list? */
  isItem: boolean;
}

interface Line {
  node: XmlElementNode;
  kind: 'table' | 'item' | 'heading' | 'text';
  text: string;
  level: number;
  isBold: boolean;
}

/**
 * The paragraphs of the body that are headings by their look alone: short lines in bold letters above a text, a list or a table that
 * is not. Each with its level, below the heading of Word's own above it, and below that by its number.
 */
export function boldHeadings(
  nodes: XmlNode[],
  styles: WordStyles,
  placeOf: (paragraph: XmlElementNode) => PlainPlace,
): Map<XmlElementNode, number> {
  const lines = nodes.flatMap((node) => lineFrom(node, styles, placeOf) ?? []);
  const found = new Set<Line>();
  for (const [at, line] of [...lines.entries()].reverse()) {
    const next = lines[at + 1];
    if (next && canHead(line, styles) && isBelow(line, next, found.has(next))) found.add(line);
  }
  const inBold = lines.reduce((sum, { isBold, text }) => sum + (isBold ? text.length : 0), 0);
  const all = lines.reduce((sum, { text }) => sum + text.length, 0);
  if (found.size < MIN_HEADINGS || inBold > all * MAX_SHARE) return new Map();
  let above: Pick<Line, 'text' | 'level'> = { text: '', level: 1 };
  const levels = new Map<XmlElementNode, number>();
  for (const line of lines) {
    if (line.kind === 'heading') above = line;
    if (found.has(line)) levels.set(line.node, levelBelow(above, line.text));
  }
  return levels;
}

/** Below the heading above, or beside it where both have numbers of as many parts: `2.1` and `2.2`. */
function levelBelow(above: Pick<Line, 'text' | 'level'>, text: string): number {
  const [own, other] = [partsOf(text), partsOf(above.text)];
  const level = above.level + (own > 0 ? own - other : 1);
  return Math.min(MAX_LEVEL, Math.max(1, level));
}

const partsOf = (text: string) => NUMBER.exec(text)?.[0].split('.').length ?? 0;

function lineFrom(node: XmlNode, styles: WordStyles, placeOf: (one: XmlElementNode) => PlainPlace): Line | null {
  if (!isXmlElement(node)) return null;
  const text = lineOf(node).trim();
  if (text === '') return null;
  if (localName(node) === 'tbl') return { node, kind: 'table', text, level: 0, isBold: false };
  if (localName(node) !== 'p') return null;
  const { heading, isItem } = placeOf(node);
  const kind = heading ? 'heading' : isItem ? 'item' : 'text';
  return { node, kind, text, level: heading ?? 0, isBold: isBoldParagraph(node, styles) };
}

function canHead({ node, kind, text, isBold }: Line, styles: WordStyles): boolean {
  return (
    (kind === 'text' || kind === 'item') &&
    isBold &&
    text.length <= MAX_HEADING &&
    !text.includes('\n') &&
    BEGINS.test(text) &&
    WORD.test(text) &&
    !ENDED.test(text) &&
    !styles.hasRole(styleIdOf(node, 'pPr', 'pStyle'))
  );
}

/** Can what follows a line stand below it as its text? An item may only have a text below it: beside others it is one of a list. */
function isBelow(line: Line, next: Line, isHeading: boolean): boolean {
  const isText = next.kind === 'text' && !next.isBold && next.text.length >= MIN_TEXT;
  if (line.kind === 'item') return isText;
  if (next.kind === 'heading') return false;
  return (
    isText || next.kind === 'table' || (next.kind === 'item' && !next.isBold) || (isHeading && NUMBER.test(line.text))
  );
}
