import { collapseWhitespace } from '../../../platform/text/collapse-whitespace.ts';
import { ancestors, isHidden } from './tree/html-elements.ts';
import { classed, hasClass } from './tree/html-names.ts';
import { type HtmlElement, hasElement, textContent } from './tree/html-tree.ts';

/** Of DocBook, Asciidoctor, Sphinx, MediaWiki and WordPress. */
const CAPTION = classed('title|caption|caption-text|thumbcaption|gallerytext|wp-caption-text');
const FIGURE = classed('figure|imageblock|mediaobject|screenshot|thumb|gallerybox|wp-caption');
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
  for (const around of ancestors(element, MAX_WRAPPERS))
    if (around.name === 'figure' || hasClass(around, FIGURE)) return around;
  return null;
}

/** How far above a picture a figure begins. */
const MAX_AROUND = 6;

/** Pictures lose an alternative text that is their caption once more. Takes all elements of a page. */
export function dropRepeatedAlternatives(elements: HtmlElement[]): void {
  const captions = new Map<HtmlElement, Set<string>>();
  // A caption in a caption is a part of it. Elements come before what is in them.
  const inside = new Set<HtmlElement['parent']>();
  for (const element of elements) {
    const isCaption = !inside.has(element.parent) && isPictureCaption(element) && !isHidden(element);
    const figure = isCaption ? figureAround(element) : null;
    if (figure || inside.has(element.parent)) inside.add(element);
    if (figure) captions.set(figure, (captions.get(figure) ?? new Set()).add(collapseWhitespace(textContent(element))));
  }
  if (captions.size === 0) return;
  for (const picture of elements.filter(({ name, attribs }) => name === 'img' && attribs.alt)) {
    const alternative = collapseWhitespace(picture.attribs.alt ?? '');
    for (const around of ancestors(picture, MAX_AROUND))
      if (captions.get(around)?.has(alternative)) delete picture.attribs.alt;
  }
}

const showsPictures = (figure: HtmlElement) =>
  hasElement(figure, ({ name }) => /^(?:img|svg|video|object)$/.test(name)) &&
  !hasElement(figure, ({ name }) => /^(?:pre|table)$/.test(name));
