import { type HtmlElement, type HtmlNode, isElement } from './html-tree.ts';

const words = (list: string) => new Set(list.split(' '));
const HIDDEN_ELEMENTS = words(
  'script style template noscript svg math iframe object embed canvas audio video map head select datalist button input textarea dialog',
);
/** As much of an attribute is read, in characters. */
const MAX_ATTRIBUTE = 500;
const BLOCKS = words(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul caption html',
);

/** Is this a block element? */
export const isBlock = ({ name }: HtmlElement) => BLOCKS.has(name);

/** Is this a heading? */
export const isHeading = ({ name }: HtmlElement) => /^h[1-6]$/.test(name);

/** Is this a script, a control or an element that its page hides? */
export const isHidden = (element: HtmlElement): boolean =>
  holdsNoText(element) || isHiddenAtFirst(element) || isForScreenReaders(element);

/** Is this an element that never holds text of the page? */
export const holdsNoText = ({ name }: HtmlElement): boolean => HIDDEN_ELEMENTS.has(name);

/** Does its page hide it, at least until a script shows it? */
export const isHiddenAtFirst = ({ attribs }: HtmlElement): boolean =>
  'hidden' in attribs ||
  attribs['aria-hidden'] === 'true' ||
  /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribs.style?.slice(0, MAX_ATTRIBUTE) ?? '');

/** Usual classes of text that nobody sees. The title of a page may have one, as a logo stands for it. */
export const isForScreenReaders = (element: HtmlElement) =>
  element.name !== 'h1' &&
  hasClass(element, /^(?:sr-only|visually-?hidden|screen-reader-text|show-for-sr|assistive-text|a11y-hidden)$/i) &&
  !hasClass(element, /not-sr-only$/);

/** Does any of its class names pass? */
export const hasClass = ({ attribs }: HtmlElement, names: { test(name: string): boolean }): boolean =>
  (attribs.class ?? '')
    .slice(0, MAX_ATTRIBUTE)
    .split(/\s+/)
    .some((name) => names.test(name));

/** The child elements. */
export const childElements = (element: HtmlElement): HtmlElement[] =>
  element.childNodes.filter((node: HtmlNode): node is HtmlElement => isElement(node));

/** The elements around this one, nearest first. */
export function* ancestors(element: HtmlElement): Generator<HtmlElement> {
  for (let { parent } = element; parent && 'attribs' in parent; parent = parent.parent) yield parent;
}
