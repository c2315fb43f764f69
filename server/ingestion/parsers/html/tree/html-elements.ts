import { classed, hasClass } from './html-names.ts';
import {
  findElements,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  textContent,
} from './html-tree.ts';

const words = (list: string) => new Set(list.split(' '));
const HIDDEN_ELEMENTS = words(
  'script style template noscript svg math iframe object embed canvas audio video map head title select datalist button input textarea dialog',
);
/** Signs of links to the heading or term that they stand beside, as Sphinx, Doxygen and others write them. */
const PERMALINK = /^[¶§#🔗◆◇]{1,3}$/u;
/** Such a link has no more nodes, and no more characters. */
const MAX_SIGN_NODES = 12;
/** Links to the source of what is described: as a text alone, and by their class, with what opens an example. */
const SOURCE = /^\[(?:source|src)\]$/;
const SOURCE_CLASS = classed('src|srclink|source-?link|Documentation-source|test-arrow');
const SOURCE_TEXT = /^(?:(?:view )?source|run)$/i;
/** Links that a script turns into buttons. */
const BUTTON = /^(?:#$|javascript:)/i;
const BUTTON_TEXT = /^(?:\[[-−–+]\]|(?:collapse|expand|hide|show|toggle)(?: all)?)$/i;
/** A link from a summary to the details. */
const MORE = /^(?:more(?:\.{3}|…)|read more)$/i;
/** As much of a style is read, in characters. */
export const MAX_STYLE = 500;
const HEADINGS = words('h1 h2 h3 h4 h5 h6');
const STRUCK = words('s del strike');
const STRUCK_CLASS = classed('(?:text-decoration-)?line-through');
const STRIKING = /text-decoration(?:-line)?\s*:[^;:]*line-through/i;
const HIDING = /display\s*:\s*none|visibility\s*:\s*hidden/i;
/** Usual classes of text for screen readers alone, and of such text that is shown all the same. */
const SCREEN_READERS = classed('sr-only|visually-?hidden|screen-reader-text|show-for-sr|assistive-text|a11y-hidden');
const SPOKEN_LABEL = /^\p{L}[^.:]{0,40}:$/u;
const SEEN = classed('(?!focus)[\\w-]*:?not-sr-only');
const BLOCKS = words(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul caption html',
);

/** Is this a block element? */
export const isBlock = ({ name }: HtmlElement) => BLOCKS.has(name);

/** Is this a heading? */
export const isHeading = ({ name }: HtmlElement) => HEADINGS.has(name);

/** Is this a script, a control or an element that its page does not show as valid text? */
export const isHidden = (element: HtmlElement): boolean => holdsNoText(element) || isUnseen(element);

/** Is it hidden, for screen readers alone, struck out, or a sign that is no text? */
export const isUnseen = (element: HtmlElement): boolean =>
  isHiddenAtFirst(element) || isForScreenReaders(element) || isStruckOut(element) || isSign(element);

/**
 * Is it what generators put beside what they describe: a sign that links to the same place, or a link to the source, to the
 * details or of a script?
 */
export function isSign(element: HtmlElement): boolean {
  const { href } = element.attribs;
  if (element.name !== 'a' || href === undefined) return false;
  const text = shortText(element.childNodes);
  if (SOURCE.test(text) || (SOURCE_TEXT.test(text) && hasClass(element, SOURCE_CLASS))) return true;
  if (BUTTON.test(href)) return BUTTON_TEXT.test(text);
  return (href.startsWith('#') && PERMALINK.test(text)) || (href.includes('#') && MORE.test(text));
}

/** The text of these nodes, or as much of it as a few of them hold. */
function shortText(nodes: HtmlNode[]): string {
  let text = '';
  const open = nodes.slice(0, MAX_SIGN_NODES).toReversed();
  for (let visited = 0; visited < MAX_SIGN_NODES && text.length < MAX_SIGN_NODES; visited += 1) {
    const node = open.pop();
    if (node && isText(node)) text += node.data.trim();
    else if (node && isElement(node))
      for (const child of node.childNodes.slice(0, MAX_SIGN_NODES).toReversed()) open.push(child);
  }
  return text;
}

/** Is this an element that never holds text of the page? */
export const holdsNoText = ({ name }: HtmlElement): boolean => HIDDEN_ELEMENTS.has(name);

/** Is it struck out, by its name, class or style? */
export const isStruckOut = (element: HtmlElement): boolean =>
  STRUCK.has(element.name) ||
  hasClass(element, STRUCK_CLASS) ||
  (element.attribs.style !== undefined && STRIKING.test(element.attribs.style.slice(0, MAX_STYLE)));

/** What is struck out of a part of a document, in order. */
export function struckTexts(tree: HtmlDocument): string[] {
  const struck = new Set(findElements(tree, isStruckOut));
  const isOutermost = (element: HtmlElement) => ![...ancestors(element)].some((around) => struck.has(around));
  return [...struck].filter(isOutermost).map(textContent);
}

/** Does its page hide it, at least until a script shows it? */
export const isHiddenAtFirst = (element: HtmlElement): boolean =>
  element.attribs['aria-hidden'] === 'true' || isInvisible(element);

/** Does its page hide it from people who see? */
export const isInvisible = ({ attribs }: HtmlElement): boolean =>
  attribs.hidden !== undefined || (attribs.style !== undefined && HIDING.test(attribs.style.slice(0, MAX_STYLE)));

/**
 * Is this text that only screen readers read? The title of a page may be, as a logo stands for it, and so may a label, such as
 * “Level:”, of which others see by its place what it is.
 */
export const isForScreenReaders = (element: HtmlElement) =>
  element.name !== 'h1' && hasClass(element, SCREEN_READERS) && !hasClass(element, SEEN) && !isSpokenLabel(element);

/** Does it name the text after it? */
function isSpokenLabel({ name, next, childNodes }: HtmlElement): boolean {
  return (
    name === 'span' &&
    next !== null &&
    isText(next) &&
    /\p{L}/u.test(next.data) &&
    SPOKEN_LABEL.test(shortText(childNodes))
  );
}

/** The child elements. */
export const childElements = (element: HtmlElement): HtmlElement[] =>
  element.childNodes.filter((node: HtmlNode): node is HtmlElement => isElement(node));

/** The elements around this one, nearest first, at most so many. */
export function* ancestors(element: HtmlElement, most = Number.POSITIVE_INFINITY): Generator<HtmlElement> {
  let count = 0;
  for (let { parent } = element; parent && 'attribs' in parent && count < most; parent = parent.parent) {
    count += 1;
    yield parent;
  }
}

/** Does an element stand in another, or is it the same? */
export function isWithin(element: HtmlElement, around: HtmlElement): boolean {
  if (element === around) return true;
  for (const one of ancestors(element)) if (one === around) return true;
  return false;
}

/** The elements around these. */
export function framesOf(elements: HtmlElement[]): Set<HtmlElement> {
  const frames = new Set<HtmlElement>();
  for (const element of elements) {
    for (const frame of ancestors(element)) {
      if (frames.has(frame)) break;
      frames.add(frame);
    }
  }
  return frames;
}
