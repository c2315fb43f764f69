import { isSignature } from '../tree/html-code.ts';
import { isBlock } from '../tree/html-elements.ts';
import {
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  type HtmlText,
  isElement,
  isText,
} from '../tree/html-tree.ts';

/** Amounts of text in an element, in letters. Letters of languages written without spaces count double. */
export interface TextDensity {
  /** All text. */
  text: number;
  /** The part inside links. */
  linked: number;
  /** The part that is content: in blocks that are long enough and not mostly links. */
  prose: number;
}

/** The text of an element and its inline elements, without that of blocks inside. */
export interface OwnText {
  text: number;
  linked: number;
  /** True in preformatted text. */
  code: boolean;
}

export interface TextDensities {
  /** Of the page. */
  all: TextDensity;
  /** Of an element and everything inside. */
  of(element: HtmlElement): TextDensity;
  /** The blocks with text of their own, in document order. */
  blocks: HtmlElement[];
  own(element: HtmlElement): OwnText;
}

/** Shorter blocks are labels, buttons, dates. Letters. */
export const MIN_BLOCK = 25;
/** A page or part with fewer letters of prose is short. */
export const MIN_PROSE = 140;
const NOTHING: TextDensity = { text: 0, linked: 0, prose: 0 };
const NO_TEXT: OwnText = { text: 0, linked: 0, code: false };

/** Is a block with this text of its own content? */
export const isProse = ({ text, linked, code }: OwnText) => code || (text >= MIN_BLOCK && linked < text * 0.5);

/** An element that is measured. */
interface Measured {
  element: HtmlElement;
  parent: Measured | null;
  /** The block that its text belongs to. */
  block: Measured | null;
  /** Does it stand in a link, or in preformatted text? */
  linked: boolean;
  code: boolean;
  own: OwnText;
  whole: TextDensity;
}

/** Measures a whole page, without the elements to `skip`. Uses a stack of its own: pages may nest deeper than the call stack. */
export function measureTextDensity(tree: HtmlDocument, skip: (element: HtmlElement) => boolean): TextDensities {
  const order: Measured[] = [];
  const open: { element: HtmlElement; parent: Measured | null }[] = [];
  const openElements = (nodes: HtmlNode[], parent: Measured | null) => {
    for (let index = nodes.length - 1; index >= 0; index -= 1) {
      const element = nodes[index];
      if (element && isElement(element) && !skip(element)) open.push({ element, parent });
    }
  };
  openElements(tree.childNodes, null);
  for (let at = open.pop(); at; at = open.pop()) {
    const measured = begin(at.element, at.parent);
    order.push(measured);
    for (const node of at.element.childNodes) if (isText(node)) addText(measured, lettersOf(node));
    openElements(at.element.childNodes, measured);
  }
  const all = { ...NOTHING };
  for (let index = order.length - 1; index >= 0; index -= 1) {
    const { own, whole, parent } = order[index] as Measured;
    whole.text += own.text;
    whole.linked += own.linked;
    if (isProse(own)) whole.prose += own.text - own.linked;
    const around = parent?.whole ?? all;
    around.text += whole.text;
    around.linked += whole.linked;
    around.prose += whole.prose;
  }
  const known = new Map(order.map((measured) => [measured.element, measured]));
  return {
    all,
    of: (element) => known.get(element)?.whole ?? NOTHING,
    blocks: order.filter(({ own }) => own.text > 0).map(({ element }) => element),
    own: (element) => known.get(element)?.own ?? NO_TEXT,
  };
}

function begin(element: HtmlElement, parent: Measured | null): Measured {
  const linked = parent?.linked || (element.name === 'a' && 'href' in element.attribs);
  const code = parent?.code || element.name === 'pre' || isSignature(element);
  const block = parent?.block ?? null;
  const measured = { element, parent, block, linked, code, own: { ...NO_TEXT }, whole: { ...NOTHING } };
  if (isBlock(element)) measured.block = measured;
  return measured;
}

function addText({ block, linked, code }: Measured, text: number): void {
  if (!block) return;
  block.own.text += text;
  if (linked) block.own.linked += text;
  if (code && text > 0) block.own.code = true;
}

/** Kept, because a page is measured several times. */
const letters = new WeakMap<HtmlText, number>();

function lettersOf(node: HtmlText): number {
  const known = letters.get(node) ?? countLetters(node.data);
  letters.set(node, known);
  return known;
}

/** Counts letters, digits and punctuation, not white space. */
function countLetters(text: string): number {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu);
  return text.replace(/\s+/g, '').length + (dense?.length ?? 0);
}
