import { ancestors } from './html-elements.ts';
import { classed, hasClass } from './html-names.ts';
import { type HtmlElement, hasElement } from './html-tree.ts';

/** Of DocBook, Asciidoctor, Sphinx, MediaWiki and WordPress. */
const CAPTION = classed('title|caption|caption-text|thumbcaption|wp-caption-text');
const FIGURE = classed('figure|imageblock|mediaobject|screenshot|thumb|wp-caption');
/** How far above its caption a figure begins. */
const MAX_WRAPPERS = 3;

/** Whether a figure shows pictures alone. Kept, as a figure may have many captions. */
const pictures = new WeakMap<HtmlElement, boolean>();

/** Is it the caption of a picture, which says little without that? */
export function isPictureCaption(element: HtmlElement): boolean {
  if (element.name !== 'figcaption' && !(/^(?:p|div)$/.test(element.name) && hasClass(element, CAPTION))) return false;
  const figure = figureAround(element);
  if (figure === null) return false;
  const known = pictures.get(figure) ?? showsPictures(figure);
  pictures.set(figure, known);
  return known;
}

function figureAround(element: HtmlElement): HtmlElement | null {
  let wrappers = 0;
  for (const around of ancestors(element)) {
    if (around.name === 'figure' || hasClass(around, FIGURE)) return around;
    wrappers += 1;
    if (wrappers === MAX_WRAPPERS) return null;
  }
  return null;
}

const showsPictures = (figure: HtmlElement) =>
  hasElement(figure, ({ name }) => /^(?:img|svg|video|object)$/.test(name)) &&
  !hasElement(figure, ({ name }) => /^(?:pre|table)$/.test(name));
