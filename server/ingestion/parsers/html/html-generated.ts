import { collapseWhitespace } from '../../../platform/text/collapse-whitespace.ts';
import { outerText } from './html-gaps.ts';
import { ancestors, childElements, isBlock, isHeading, isSign } from './tree/html-elements.ts';
import { classed, hasClass } from './tree/html-names.ts';
import {
  findElements,
  type HtmlElement,
  type HtmlText,
  isElement,
  isText,
  parseTree,
  setChildren,
  textContent,
} from './tree/html-tree.ts';

/** What style sheets show as a badge, apart from the word beside it. */
const BADGE = classed('badge|chip|label|pill|stab|tag|tsd-tag');
const BADGE_ELEMENTS = /^(?:b|code|em|i|small|span|strong|sup)$/;
const CODE = /^(?:code|pre)$/;
/** The most badges of a page that are looked at: each takes time that grows with what is around it. */
const MAX_BADGES = 2_000;
const SEPARATOR = /^\s{0,20}[·•|]\s{0,20}$/;
/** Of Doxygen: what holds the name of the page, and is no header of the site. */
const TITLE_FRAME = classed('headertitle');
const TITLE = classed('title');
/** Of TypeDoc: the type of what is returned, with what is said of it below. It has no section of its own in other references. */
const RETURNS = classed('tsd-returns-title');
/** Of rustdoc: a version alone, whose title says what it is. */
const SINCE = classed('since');
/** Of Javadoc: a table of `div` elements, each a cell, the last of a row with a class of its own. */
const GRID = classed('summary-table');
const GRID_HEAD = classed('table-header');
const GRID_CELL = classed('col-[a-z-]{1,30}');
const GRID_END = classed('col-last');
/** A longer title is no name. */
const MAX_NAME = 300;

/**
 * Changes what generators of reference documentation leave to their style sheets, so that it is read as it is shown: names of pages,
 * badges, and separators of links that are not read. Takes all elements of a page.
 */
export function tidyGenerated(elements: HtmlElement[]): void {
  markTitle(elements);
  const [title, ...others] = elements.filter(({ name }) => name === 'h1');
  if (title && others.length === 0) {
    spellTitle(title, elements);
    joinKind(title);
  }
  for (const element of elements) if (hasClass(element, RETURNS)) element.name = 'p';
  for (const element of elements) if (hasClass(element, SINCE)) sayVersion(element);
  for (const grid of elements.filter((element) => hasClass(element, GRID))) makeTable(grid);
  for (const sign of elements.filter(isSign)) removeSeparator(sign);
  for (const badge of elements.filter(isBadge).slice(0, MAX_BADGES)) setApart(badge);
}

/** Makes the title of a page of Doxygen a heading. */
function markTitle(elements: HtmlElement[]): void {
  const frame = elements.find((element) => hasClass(element, TITLE_FRAME));
  const title = frame && childElements(frame).find((element) => element.name === 'div' && hasClass(element, TITLE));
  if (!frame || !title) return;
  const at = title.childNodes.findIndex((node) => isElement(node) && isBlock(node));
  const end = at < 0 ? title.childNodes.length : at;
  const after = title.childNodes.slice(end);
  setChildren(title, title.childNodes.slice(0, end));
  title.name = 'h1';
  setChildren(
    frame,
    frame.childNodes.flatMap((node) => (node === title ? [node, ...after] : [node])),
  );
  const header = frame.parent;
  if (header && isElement(header)) delete header.attribs.class;
}

/** Adds the separators of the page's `title` to a heading that has its letters. */
function spellTitle(heading: HtmlElement, elements: HtmlElement[]): void {
  const title = elements.find(({ name }) => name === 'title');
  if (!title) return;
  const [said, shown] = [title, heading].map((element) => collapseWhitespace(textContent(element)));
  if (!said || !shown || said.length > MAX_NAME || said.length <= shown.length || lettersOf(said) !== lettersOf(shown))
    return;
  for (const [index, text] of textsIn(heading).entries()) text.data = index === 0 ? said : '';
}

/**
 * Reads the kind of thing that a page describes, in a heading above its name in the same header, as of the name where that is one of
 * code: “Method Kiln.fire”. Else it is put below.
 */
function joinKind(title: HtmlElement): void {
  const { parent } = title;
  if (!parent || !isElement(parent) || !/^(?:header|hgroup)$/.test(parent.name)) return;
  const [kind, named] = childElements(parent).filter((element) => element === title || isHeading(element));
  if (!kind || kind === title || named !== title) return;
  const isCode = !/\s/.test(textContent(title).trim());
  kind.name = isCode ? 'span' : 'p';
  const [first] = textsIn(title);
  if (isCode && first) first.data = ` ${first.data.trimStart()}`;
  setChildren(
    parent,
    parent.childNodes.flatMap((node) => (node === kind ? [] : node === title && !isCode ? [title, kind] : [node])),
  );
  if (isCode) setChildren(title, [kind, ...title.childNodes]);
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');

const textsIn = (element: HtmlElement): HtmlText[] =>
  [element, ...findElements(element, () => true)].flatMap(({ childNodes }) => childNodes.filter(isText));

function sayVersion(element: HtmlElement): void {
  const { title } = element.attribs;
  if (!title || title.length > MAX_NAME || !title.includes(textContent(element).trim())) return;
  for (const [index, text] of textsIn(element).entries()) text.data = index === 0 ? title : '';
}

function makeTable(grid: HtmlElement): void {
  const cells = childElements(grid);
  if (grid.name !== 'div' || !cells.every((cell) => cell.name === 'div' && hasClass(cell, GRID_CELL))) return;
  const ends = cells.flatMap((cell, index) => (hasClass(cell, GRID_END) ? [index + 1] : []));
  if (ends.at(-1) !== cells.length) return;
  const rows = parseTree('<tr></tr>'.repeat(ends.length)).childNodes.filter(isElement);
  for (const [index, row] of rows.entries()) setChildren(row, cells.slice(ends[index - 1] ?? 0, ends[index]));
  for (const cell of cells) cell.name = hasClass(cell, GRID_HEAD) ? 'th' : 'td';
  grid.name = 'table';
  setChildren(grid, rows);
}

function removeSeparator({ prev, next }: HtmlElement): void {
  const separator = [prev, next].find((node) => node && isText(node) && SEPARATOR.test(node.data));
  if (separator && isText(separator)) separator.data = ' ';
}

const isBadge = (element: HtmlElement) => BADGE_ELEMENTS.test(element.name) && hasClass(element, BADGE);

/** Adds spaces between a badge and the words that it touches. */
function setApart(badge: HtmlElement): void {
  const texts = badge.childNodes.filter(isText);
  const [first, last] = [texts[0], texts.at(-1)];
  if (!first || !last || [...ancestors(badge)].some(({ name }) => CODE.test(name))) return;
  const own = textContent(badge);
  const [before, after] = [textBeside(badge.prev, 'last'), textBeside(badge.next, 'first')];
  if (/[\p{L}\p{N}]$/u.test(before.slice(-2)) && /^[\p{L}\p{N}]/u.test(own)) first.data = ` ${first.data}`;
  if (/^[\p{L}\p{N}]/u.test(after) && /[\p{L}\p{N}]$/u.test(own.slice(-2))) last.data = `${last.data} `;
}

function textBeside(node: HtmlElement['next'], side: 'first' | 'last'): string {
  if (!node) return '';
  if (isText(node)) return node.data;
  return isElement(node) && !isBlock(node) ? outerText(node, side) : '';
}
