import { type Mark, marksOf } from './docx-item-marks.ts';
import {
  childElement,
  childNodes,
  isXmlElement,
  lineOf,
  localName,
  type XmlElementNode,
  type XmlNode,
} from './docx-tree.ts';

/** More paragraphs between two items are a text of their own. */
const MAX_BETWEEN = 5;
const MAX_DEPTH = 9;

interface Item {
  paragraph: XmlElementNode;
  depth: number;
  run: { length: number };
}

interface Level {
  form: string;
  last: number;
  /** The items that count on in this list. */
  run: { length: number };
}

/**
 * Finds items whose numbers are typed: paragraphs that begin with numbers or letters which count on. A list within another one
 * begins where the next mark is of another form. `isBody`: no heading, and without a number of its own. Returns the depths of the
 * items, from 1.
 */
export function typedItems(
  nodes: XmlNode[],
  isBody: (paragraph: XmlElementNode) => boolean,
): [XmlElementNode, number][] {
  const items: Item[] = [];
  let levels: Level[] = [];
  let between = 0;
  for (const node of nodes) {
    if (!isXmlElement(node)) continue;
    const line = localName(node) === 'p' ? lineOf(node).trim() : null;
    if (line === '') continue;
    const isOther = line === null || !isBody(node) || isBold(node);
    const marks = isOther ? [] : marksOf(line);
    between = marks.length > 0 ? 0 : between + 1;
    if (isOther || between > MAX_BETWEEN) levels = [];
    const next = continued(levels, marks) ?? begun(levels, marks);
    if (!next) continue;
    levels = next;
    const level = next.at(-1);
    if (level) items.push({ paragraph: node, depth: next.length, run: level.run });
  }
  return items.filter(({ run }) => run.length > 1).map(({ paragraph, depth }) => [paragraph, depth]);
}

/** The levels after an item that counts on in one of them, the innermost that fits. */
function continued(levels: Level[], marks: Mark[]): Level[] | null {
  for (let at = levels.length - 1; at >= 0; at -= 1) {
    const level = levels[at];
    const mark = marks.find(({ form, number }) => level && form === level.form && isNext(number, level.last));
    if (!level || !mark) continue;
    level.run.length += 1;
    return [...levels.slice(0, at), { ...level, last: mark.number }];
  }
  return null;
}

/** The next number, or the one after it: an item may have been taken out. */
const isNext = (number: number, last: number) => number === last + 1 || number === last + 2;

/** The levels after the first item of a list. */
function begun(levels: Level[], marks: Mark[]): Level[] | null {
  const first = marks.find(({ number }) => number === 1);
  if (!first) return null;
  const outer = levels.findIndex(({ form }) => form === first.form);
  const around = outer < 0 ? levels : levels.slice(0, outer);
  return [...around, { form: first.form, last: 1, run: { length: 1 } }].slice(0, MAX_DEPTH);
}

/** All in bold letters, a line is a heading whose number is typed. */
function isBold(paragraph: XmlElementNode): boolean {
  const runs = childNodes(paragraph).filter(
    (child): child is XmlElementNode => isXmlElement(child) && localName(child) === 'r' && lineOf(child).trim() !== '',
  );
  return (
    runs.length > 0 &&
    runs.every((run) => {
      const properties = childElement(run, 'rPr');
      const bold = properties && childElement(properties, 'b');
      return bold !== undefined && !/^(?:0|false|off)$/i.test(bold.attribs['w:val'] ?? '');
    })
  );
}
