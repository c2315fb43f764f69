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
  textContent,
  textWithout,
} from './tree/html-tree.ts';

/** Usual classes of a line above a heading. */
const NAMED = called('eyebrow|kicker|overline|pre-?(?:heading|title)|rightside');
/** A longer line is a text. */
const MAX_LENGTH = 60;
/** More of them are a list. */
const MAX_LABELS = 3;
/** What is more than a line. */
const MORE = /^(?:a|blockquote|button|dl|h[1-6]|li|ol|p|pre|table|ul)$/;
/** A word, or a version. */
const WORD = /\p{L}|\d\.\d/u;
const SENTENCE = /[.!?:;]$/;

/**
 * The nodes of a part of a page with its heading before the labels above it: a category, a date, a picture. They belong to that
 * heading, and not to the section above. Where nothing stands between the heading above and them (`isFirst`), they may be its own
 * text, unless their class says what they are. What is `isNotRead` does not count. Above the
 * title of a page there is no section.
 */
export function headingFirst(
  nodes: HtmlNode[],
  isFirst: boolean,
  isNotRead: (element: HtmlElement) => boolean,
): HtmlNode[] {
  const at = nodes.findIndex((node) => isElement(node) && isHeading(node));
  const heading = nodes[at];
  if (at < 1 || !heading || !isElement(heading) || heading.name === 'h1') return nodes;
  const isContent = (node: HtmlNode) =>
    isElement(node) ? !isNotRead(node) && showsAnything(node) : isText(node) && node.data.trim() !== '';
  const above = nodes.slice(0, at).filter(isContent);
  if (above.length === 0 || above.length > MAX_LABELS) return nodes;
  const areLabels = above.every((node) => isElement(node) && isLabel(node));
  const areNamed = above.every((node) => isElement(node) && isCalled(node, NAMED));
  if (!areLabels || (isFirst && !areNamed)) return nodes;
  return [heading, ...nodes.slice(0, at), ...nodes.slice(at + 1)];
}

const showsAnything = (element: HtmlElement) =>
  isPicture(element) || textContent(element).trim() !== '' || hasElement(element, isPicture);

const isPicture = ({ name }: HtmlElement) => name === 'img' || name === 'picture';

function isLabel(element: HtmlElement): boolean {
  if (isPicture(element)) return true;
  if (
    element.name !== 'p' &&
    (MORE.test(element.name) || hasElement(element, (inside) => MORE.test(inside.name) && !isUnseen(inside)))
  )
    return false;
  const text = collapseWhitespace(textWithout(element, isUnseen));
  return (
    text.length <= MAX_LENGTH &&
    WORD.test(text) &&
    !SENTENCE.test(text) &&
    findElements(element, (inside) => inside.name === 'a' && !isUnseen(inside)).length === 0
  );
}
