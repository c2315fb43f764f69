import { ancestors } from './html-elements.ts';
import { called, isCalled } from './html-names.ts';
import { findElements, type HtmlElement, textContent } from './html-tree.ts';

const SIDEBAR = called('side-?bar');

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
