import { isHeading } from '../html-elements.ts';
import { findElements, type HtmlDocument, type HtmlElement, textContent } from '../html-tree.ts';
import type { TextDensities } from './text-density.ts';

const SIGN = /©|\(c\)|\bcopyright\b/i;
const YEAR = /\b(?:19|20)\d\d\b/;
const RESERVED =
  /all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|tutti i diritti riservati|todos os direitos reservados|alle rechten voorbehouden|wszelkie prawa zastrzeżone|все права защищены/i;
/** What a page is about whose last lines say who has which rights. */
const ABOUT_RIGHTS = /copyright|licen[cs]e|legal|imprint|impressum|©/i;
const MAX_LENGTH = 200;

/** The lines at the end of a page that say who has its rights. */
export function copyrightLines(tree: HtmlDocument, densities: TextDensities): HtmlElement[] {
  const titles = findElements(tree, ({ name }) => name === 'title' || name === 'h1');
  if (titles.some((title) => ABOUT_RIGHTS.test(textContent(title)))) return [];
  const blocks = densities.blocks.filter((block) => !isHeading(block));
  const last = blocks.findLastIndex((block) => !isCopyrightLine(textContent(block).trim()));
  return last < 0 ? [] : blocks.slice(last + 1);
}

const isCopyrightLine = (text: string) =>
  text.length <= MAX_LENGTH && (RESERVED.test(text) || (SIGN.test(text) && YEAR.test(text)));
