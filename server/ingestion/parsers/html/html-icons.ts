import { signOfIcon } from '../text/icon-sign.ts';
import { findElements, type HtmlDocument, type HtmlElement } from './tree/html-tree.ts';

/** Is it an element that may be drawn by its class alone, as `<i class="fa fa-check">` is? */
const mayBeIcon = ({ name, childNodes }: HtmlElement) =>
  name === 'svg' || (/^(?:em|i|span)$/.test(name) && childNodes.length === 0);

/** What the only icon says that a cell without a text has: yes or no, else nothing. */
export function signWithin(cell: HtmlDocument | HtmlElement): string {
  const signs = findElements(cell, mayBeIcon)
    .map(({ attribs }) => signOfIcon(attribs.class ?? ''))
    .filter((sign) => sign !== '');
  return signs.length === 1 ? (signs[0] ?? '') : '';
}
