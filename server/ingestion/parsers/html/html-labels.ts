import { collapseWhitespace } from '../../../platform/text/collapse-whitespace.ts';
import { isHeading, isUnseen } from './tree/html-elements.ts';
import { called, isCalled } from './tree/html-names.ts';
import {
  findElements,
  type HtmlElement,
  type HtmlNode,
  hasElement,
  isElement,
  isText,
  textWithout,
} from './tree/html-tree.ts';

/** Usual classes of a line above a heading. */
const NAMED = called('eyebrow|kicker|overline|pre-?(?:heading|title)|rightside');
/** A longer line is a text. */
const MAX_LENGTH = 60;
/** More of them are a list. */
const MAX_LABELS = 3;
/** What is more than a line. */
const MORE = /^(?:a|blockquote|button|dl|h[1-6]|li|ol|pre|table|ul)$/;
/** What a card is divided into, in at most so many levels. */
const PARTS = /^(?:a|article|div|header|section|span)$/;
const MAX_LEVELS = 6;
/** So many nodes of an element are looked at to tell what it shows. */
const MAX_NODES = 60;
/** A word, or a version. */
const WORD = /\p{L}|\d\.\d/u;
const SENTENCE = /[.!?:;]$/;

/**
 * The heading of a part of a page that labels stand above: a category, a date, a picture. They belong to that heading, and not to
 * the section above. Where nothing stands between the heading above and them (`isFirst`), they may be its own text, unless their
 * class says what they are. What is `isNotRead` does not count.
 */
export function headingBelowLabels(
  nodes: HtmlNode[],
  isFirst: boolean,
  isNotRead: (element: HtmlElement) => boolean,
): HtmlElement | null {
  const at = nodes.findIndex((node) => isElement(node) && isHeading(node));
  const heading = nodes[at];
  if (at < 1 || !heading || !isElement(heading)) return null;
  const above = nodes.slice(0, at).filter(contentExcept(isNotRead));
  if (above.length === 0 || above.length > MAX_LABELS) return null;
  const areLabels = above.every((node) => isElement(node) && isLabel(node));
  const areNamed = above.every((node) => isElement(node) && isCalled(node, NAMED));
  return areLabels && (!isFirst || areNamed) ? heading : null;
}

/**
 * The heading of an item of a list that is a card, as pages of products, people or news have them: below its picture or its date,
 * in the element beside them or in the same one.
 */
export function headingOfCard(item: HtmlElement, isNotRead: (element: HtmlElement) => boolean): HtmlElement | null {
  const isContent = contentExcept(isNotRead);
  let nodes = item.childNodes.filter(isContent);
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const at = nodes.findIndex((node) => !isElement(node) || !isLabel(node));
    const next = nodes[at];
    if (!next || !isElement(next) || at > MAX_LABELS) return null;
    if (isHeading(next)) return next.name === 'h1' ? null : next;
    if (!PARTS.test(next.name)) return null;
    nodes = next.childNodes.filter(isContent);
  }
  return null;
}

const contentExcept = (isNotRead: (element: HtmlElement) => boolean) => (node: HtmlNode) =>
  isElement(node) ? !isNotRead(node) && shownIn(node) !== 'nothing' : isText(node) && node.data.trim() !== '';

/** What an element shows. Many nodes count as a text, as not all of those are looked at. */
function shownIn(element: HtmlElement): 'nothing' | 'pictures' | 'text' {
  let shown: 'nothing' | 'pictures' = 'nothing';
  const open: HtmlNode[] = [element];
  for (let visited = 0; visited < MAX_NODES; visited += 1) {
    const node = open.pop();
    if (!node) return shown;
    if (isText(node) && node.data.trim() !== '') return 'text';
    if (!isElement(node)) continue;
    if (isPicture(node)) shown = 'pictures';
    open.push(...node.childNodes.slice(0, MAX_NODES));
  }
  return 'text';
}

const isPicture = ({ name }: HtmlElement) => name === 'img' || name === 'picture';

function isLabel(element: HtmlElement): boolean {
  if (shownIn(element) === 'pictures') return true;

  // What is on a picture, such as “Sale”, is in its link.
  const isPictureLink = element.name === 'a' && hasElement(element, isPicture);
  const isMore = MORE.test(element.name) && !isPictureLink;
  if (isMore || hasElement(element, (inside) => MORE.test(inside.name) && !isUnseen(inside))) return false;
  const text = collapseWhitespace(textWithout(element, isUnseen));
  return (
    text.length <= MAX_LENGTH &&
    WORD.test(text) &&
    !SENTENCE.test(text) &&
    findElements(element, (inside) => inside.name === 'a' && !isUnseen(inside)).length === 0
  );
}
