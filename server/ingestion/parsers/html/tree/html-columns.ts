import { ancestors, isHeading } from './html-elements.ts';
import { called, isCalled } from './html-names.ts';
import {
  findElements,
  type HtmlElement,
  hasElement,
  isElement,
  parseTree,
  putNodesBefore,
  setChildren,
  textContent,
} from './html-tree.ts';

const SIDEBAR = called('side-?bar');
/** The most columns of a page that are moved. */
const MAX_COLUMNS = 10;

/** Whether a column is mostly links. Kept, as what is in a column is often called so, too. */
const known = new WeakMap<HtmlElement, boolean>();

/**
 * The column of an article that an element called a sidebar is, or stands in: it tells when and where something is, or what it
 * costs, as an `aside` does. Null where it is outside of articles, or mostly links.
 */
export function articleColumn(element: HtmlElement): HtmlElement | null {
  if (!isCalled(element, SIDEBAR)) return null;
  let column = element;
  for (const around of ancestors(element)) {
    if (around.name === 'article') return hasText(column) ? column : null;
    if (isCalled(around, SIDEBAR)) column = around;
  }
  return null;
}

function hasText(column: HtmlElement): boolean {
  const has = known.get(column) ?? !isMostlyLinks(column);
  known.set(column, has);
  return has;
}

/** Are at least half of its letters in links? */
export function isMostlyLinks(element: HtmlElement): boolean {
  const links = findElements(element, ({ name }) => name === 'a');
  const letters = (some: HtmlElement[]) => some.map(textContent).join('').replace(/\s+/g, '').length;
  return letters(links) * 2 >= letters([element]);
}

/**
 * Places the columns of articles before the part with the first section, up to their own headings: they belong to the whole, and
 * people see them beside the title. Takes all elements of a page.
 */
export function placeColumns(elements: HtmlElement[]): void {
  let title: HtmlElement | null = null;
  let section: HtmlElement | null = null;
  let placed = 0;
  for (const element of elements) {
    if (element.name === 'article') [title, section] = [null, null];
    else if (title && isHeading(element)) section ??= element;
    else if (element.name === 'h1') title = element;
    else if (title && section && placed < MAX_COLUMNS && articleColumn(element) === element) {
      moveBefore(element, partOf(section, new Set([...ancestors(title), ...ancestors(element)])));
      placed += 1;
    }
  }
}

/** The part that an element stands in, within these. */
function partOf(element: HtmlElement, frames: ReadonlySet<HtmlElement>): HtmlElement {
  let part = element;
  for (const around of ancestors(element)) {
    if (frames.has(around)) break;
    part = around;
  }
  return part;
}

/** Moves what a column holds before its own headings. */
function moveBefore(column: HtmlElement, place: HtmlElement): void {
  const [moved] = parseTree('<div class="sidebar"></div>').childNodes;
  const at = column.childNodes.findIndex((node) => isElement(node) && (isHeading(node) || hasElement(node, isHeading)));
  const end = at < 0 ? column.childNodes.length : at;
  if (!place.parent || !moved || !isElement(moved) || end === 0) return;
  setChildren(moved, column.childNodes.slice(0, end));
  setChildren(column, column.childNodes.slice(end));
  putNodesBefore(place, [moved]);
}
