import { currencyOfIcon, signOfIcon } from '../text/icon-sign.ts';
import { isBlock } from './tree/html-elements.ts';
import {
  findElements,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  type HtmlText,
  isElement,
  isText,
} from './tree/html-tree.ts';

/** So many nodes after an icon are looked at. */
const MAX_NODES = 12;

/** Is it an element that may be drawn by its class alone, as `<i class="fa fa-check">` is? */
const mayBeIcon = ({ name, childNodes }: HtmlElement) =>
  name === 'svg' || (/^(?:em|i|span)$/.test(name) && childNodes.length === 0);

/** What the only icon says that a cell without a text has: yes or no, else nothing. */
export function signWithin(cell: HtmlDocument | HtmlElement): string {
  const signs = findElements(cell, mayBeIcon)
    .map(({ attribs }) => signOfIcon(attribs.class ?? ''))
    .filter((sign) => sign !== '');
  return signs.length === 1 ? (signs[0] ?? '') : '';
}

/** Adds the currency to a price before which only an icon shows it. Takes all elements of a page. */
export function sayCurrencies(elements: HtmlElement[]): void {
  for (const icon of elements.filter(mayBeIcon)) {
    const sign = currencyOfIcon(icon.attribs.class ?? '');
    const text = sign && textAfter(icon);
    if (text && /^\s*\d/.test(text.data)) text.data = sign + text.data.trimStart();
  }
}

/** The first text after an icon in its line. */
function textAfter(icon: HtmlElement): HtmlText | null {
  let node: HtmlNode | null = icon;
  for (let visited = 0; node && visited < MAX_NODES; visited += 1) {
    if (node !== icon && isText(node) && node.data.trim() !== '') return node;
    const child: HtmlNode | undefined = node !== icon && isElement(node) ? node.childNodes[0] : undefined;
    node = child ?? nextInLine(node);
  }
  return null;
}

/** What comes after a node, in it or in the inline elements around it. */
function nextInLine(node: HtmlNode): HtmlNode | null {
  let at: HtmlNode = node;
  while (!at.next) {
    const { parent } = at;
    if (!parent || !('attribs' in parent) || isBlock(parent)) return null;
    at = parent;
  }
  return at.next;
}
