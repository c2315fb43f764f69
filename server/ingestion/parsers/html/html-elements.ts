import { type HtmlElement, type HtmlNode, isElement } from './html-tree.ts';

const words = (list: string) => new Set(list.split(' '));
/** Elements that never hold text of the page. */
const HIDDEN_ELEMENTS = words(
  'script style template noscript svg math iframe object embed canvas audio video map head select datalist button input textarea dialog',
);
const BLOCKS = words(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul caption html',
);

/** Is this a block element? */
export const isBlock = ({ name }: HtmlElement) => BLOCKS.has(name);

/** Is this a heading? */
export const isHeading = ({ name }: HtmlElement) => /^h[1-6]$/.test(name);

/** Is this a script, a control or an element that its page hides? */
export function isHidden({ name, attribs }: HtmlElement): boolean {
  return (
    HIDDEN_ELEMENTS.has(name) ||
    'hidden' in attribs ||
    attribs['aria-hidden'] === 'true' ||
    /display:\s*none|visibility:\s*hidden/i.test(attribs.style?.slice(0, 500) ?? '')
  );
}

/** The child elements. */
export const childElements = (element: HtmlElement): HtmlElement[] =>
  element.childNodes.filter((node: HtmlNode): node is HtmlElement => isElement(node));

/** The elements around this one, nearest first. */
export function* ancestors(element: HtmlElement): Generator<HtmlElement> {
  for (let { parent } = element; parent && 'attribs' in parent; parent = parent.parent) yield parent;
}
