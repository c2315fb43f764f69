import {
  childElement,
  childNodes,
  isXmlElement,
  lineOf,
  localName,
  type XmlElementNode,
  type XmlNode,
} from './docx-tree.ts';

/** `(a)`, `1.`, `iv)` and `B.` before the text of an item. */
const MARK = /^\s*(\(?)(\d{1,2}|[a-z]{1,5}|[A-Z]{1,5})([.)])\s+\S/;
/** More paragraphs between two items are a text of their own. */
const MAX_BETWEEN = 5;
const MAX_DEPTH = 9;

type Kind = 'number' | 'lower' | 'upper' | 'lower-roman' | 'upper-roman';

interface Mark {
  /** How it is written: what is around the number, and the kind of number. */
  form: string;
  number: number;
}

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
    const line = localName(node) === 'p' ? lineOf(node) : null;
    if (line?.trim() === '') continue;
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

/** What the mark of a line can be: `i` is the ninth letter, and the first Roman number. */
function marksOf(line: string): Mark[] {
  const [, open = '', text = '', close = ''] = MARK.exec(line) ?? [];
  const mark = (kind: Kind, number: number): Mark[] => (number > 0 ? [{ form: `${open}${kind}${close}`, number }] : []);
  if (/^\d/.test(text)) return mark('number', Number(text));
  const isLower = text === text.toLowerCase();
  const letter = text.length === 1 ? text.toLowerCase().charCodeAt(0) - 96 : 0;
  return [
    ...mark(isLower ? 'lower-roman' : 'upper-roman', romanNumber(text.toLowerCase())),
    ...mark(isLower ? 'lower' : 'upper', letter),
  ];
}

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** 0 for what is no Roman number below 400. */
function romanNumber(text: string): number {
  if (!/^c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(text)) return 0;
  const digits = [...text].map((letter) => ROMAN[letter] ?? 0);
  return digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0);
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
