import { collapseWhitespace } from '../../../../platform/text/collapse-whitespace.ts';
import { childElements, isBlock } from '../tree/html-elements.ts';
import { headingText } from '../tree/html-headings.ts';
import { findElements, type HtmlDocument, type HtmlElement, textWithout } from '../tree/html-tree.ts';

/** What parts the links of a trail. */
const SEPARATORS = /^[\s>›»/→|·•:-]+/u;

/** Lines above the title of a page that lead to it through its site, as “Home > About us > Careers”, whatever their names. */
export function trailsToTitle(tree: HtmlDocument): HtmlElement[] {
  const isTitle = ({ name }: HtmlElement) => name === 'h1';
  const elements = findElements(tree, (element) => isTitle(element) || isLineWithLink(element));
  const at = elements.findIndex(isTitle);
  const title = elements[at];
  if (!title) return [];
  const end = headingText(title);
  return elements.slice(0, at).filter((line) => end !== '' && afterLinks(line) === end);
}

const isLineWithLink = (element: HtmlElement) => {
  const inside = childElements(element);
  return isBlock(element) && !inside.some(isBlock) && inside.some(isLink);
};

const isLink = ({ name }: HtmlElement) => name === 'a';

const afterLinks = (line: HtmlElement) => collapseWhitespace(textWithout(line, isLink)).replace(SEPARATORS, '');
