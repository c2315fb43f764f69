import { isBlock } from '../html-elements.ts';
import { type HtmlDocument, type HtmlElement, type HtmlNode, isElement, isText } from '../html-tree.ts';

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

/** Measures a whole page in one pass, without the elements to `skip`. Uses a stack of its own: pages may nest deeper than the call stack. */
export function measureTextDensity(tree: HtmlDocument, skip: (element: HtmlElement) => boolean): TextDensities {
  const own = new Map<HtmlElement, OwnText>();
  const whole = new Map<HtmlElement, TextDensity>();
  const order: { element: HtmlElement; parent: HtmlElement | null }[] = [];
  const open: {
    node: HtmlNode;
    block: HtmlElement | null;
    parent: HtmlElement | null;
    linked: boolean;
    code: boolean;
  }[] = tree.childNodes.map((node) => ({ node, block: null, parent: null, linked: false, code: false })).reverse();
  for (let at = open.pop(); at; at = open.pop()) {
    const { node, block, parent } = at;
    if (isText(node)) {
      if (block) addText(own, block, countLetters(node.data), at.linked, at.code);
      continue;
    }
    if (!isElement(node) || skip(node)) continue;
    order.push({ element: node, parent });
    const linked = at.linked || (node.name === 'a' && 'href' in node.attribs);
    const code = at.code || node.name === 'pre';
    const inside = { block: isBlock(node) ? node : block, parent: node, linked, code };
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
      const child = node.childNodes[index];
      if (child) open.push({ node: child, ...inside });
    }
  }
  let all = NOTHING;
  const ownOf = (element: HtmlElement) => own.get(element) ?? NO_TEXT;
  for (const { element, parent } of order.toReversed()) {
    const mine = ownOf(element);
    const within = whole.get(element) ?? NOTHING;
    const prose = isProse(mine) ? mine.text - mine.linked : 0;
    const sum = add(within, { text: mine.text, linked: mine.linked, prose });
    whole.set(element, sum);
    if (parent) whole.set(parent, add(whole.get(parent) ?? NOTHING, sum));
    else all = add(all, sum);
  }
  return {
    all,
    of: (element) => whole.get(element) ?? NOTHING,
    blocks: order.map(({ element }) => element).filter((element) => ownOf(element).text > 0),
    own: ownOf,
  };
}

function addText(
  own: Map<HtmlElement, OwnText>,
  block: HtmlElement,
  text: number,
  linked: boolean,
  code: boolean,
): void {
  const mine = own.get(block) ?? NO_TEXT;
  own.set(block, {
    text: mine.text + text,
    linked: mine.linked + (linked ? text : 0),
    code: mine.code || (code && text > 0),
  });
}

const add = (a: TextDensity, b: TextDensity): TextDensity => ({
  text: a.text + b.text,
  linked: a.linked + b.linked,
  prose: a.prose + b.prose,
});

/** Counts letters, digits and punctuation, not white space. */
function countLetters(text: string): number {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu);
  return text.replace(/\s+/g, '').length + (dense?.length ?? 0);
}
