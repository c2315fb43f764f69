import { ancestors } from '../html/tree/html-elements.ts';
import {
  findElements,
  type HtmlDocument,
  type HtmlElement,
  isElement,
  isText,
  textContent,
} from '../html/tree/html-tree.ts';

/** What may list the chapters of a book. */
const LISTING = /^(?:ul|ol|dl|table|nav|div|section)$/;
/** Fewer links are an advice where to read on. */
const MIN_LINKS = 5;
/** Of the text of a list, for its title and its numbers. */
const MAX_OTHER_SHARE = 0.1;
const MAX_TITLE = 30;
const ADDRESS = /^[a-z][\w+.-]*:/i;
/** What the programs that make books call the elements around their sections. */
const SECTION = /(?:^|\s)(?:sect(?:ion|\d)|chapter|appendix|preface|part|article)(?:\s|$)/;
const MAX_CLASSES = 300;
const MAX_LEVEL = 6;

interface Measure {
  text: number;
  linked: number;
  links: number;
}

/** What leads to other chapters: what says that it is navigation, and lists of links into the book. Each without what is within it. */
export function navigationIn(tree: HtmlDocument): HtmlElement[] {
  const measures = new Map<HtmlElement, Measure>();
  measure(tree, measures);
  const found = new Set<HtmlElement>();
  const parts = findElements(tree, (element) => {
    if (element.name === 'nav' || element.attribs.role === 'navigation') return true;
    const { text, linked, links } = measures.get(element) ?? { text: 0, linked: 0, links: 0 };
    const other = text - linked;
    return LISTING.test(element.name) && links >= MIN_LINKS && other <= Math.max(text * MAX_OTHER_SHARE, MAX_TITLE);
  });
  for (const part of parts) if (![...ancestors(part)].some((around) => found.has(around))) found.add(part);
  return [...found];
}

/** The footers of a chapter, such as whose the book is. */
export const footersIn = (tree: HtmlDocument): HtmlElement[] =>
  findElements(tree, ({ attribs }) => attribs.role === 'contentinfo');

/** The addresses of links that are printed behind them in brackets, for books on paper. */
export const printedAddressesIn = (tree: HtmlDocument): HtmlElement[] =>
  findElements(tree, (element) => {
    const link = element.prev;
    if (element.name !== 'span' || !link || !isElement(link) || link.name !== 'a') return false;
    return textContent(element).trim() === `[${link.attribs.href}]`;
  });

/** How many letters stand below an element, and how many of them lead into the book. */
function measure(node: HtmlDocument | HtmlElement, measures: Map<HtmlElement, Measure>): Measure {
  const sum: Measure = { text: 0, linked: 0, links: 0 };
  for (const child of node.childNodes) {
    if (isText(child)) sum.text += child.data.replace(/\s+/g, '').length;
    else if (isElement(child)) {
      const { text, linked, links } = measure(child, measures);
      sum.text += text;
      sum.linked += linked;
      sum.links += links;
    }
  }
  if (!('attribs' in node)) return sum;
  const { href } = node.attribs;
  if (node.name === 'a' && href && !ADDRESS.test(href) && sum.text > 0) {
    sum.linked = sum.text;
    sum.links = 1;
  }
  measures.set(node, sum);
  return sum;
}

/** Gives the headings of nested sections their level, where a chapter has `h1` for all of them. */
export function levelHeadings(tree: HtmlDocument): void {
  const titles = findElements(tree, ({ name }) => name === 'h1');
  const depths = titles.map((title) => [...ancestors(title)].filter(isSection).length);
  const outermost = depths.reduce((least, depth) => Math.min(least, depth), Number.POSITIVE_INFINITY);
  for (const [at, title] of titles.entries())
    title.name = `h${Math.min(MAX_LEVEL, 1 + (depths[at] ?? outermost) - outermost)}`;
}

const isSection = ({ name, attribs }: HtmlElement) =>
  name === 'section' || (name === 'div' && SECTION.test((attribs.class ?? '').slice(0, MAX_CLASSES)));
