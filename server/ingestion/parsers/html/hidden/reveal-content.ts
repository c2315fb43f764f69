import {
  ancestors,
  isBlock,
  isForScreenReaders,
  isHiddenAtFirst,
  isInvisible,
  isStruckOut,
  MAX_STYLE,
} from '../tree/html-elements.ts';
import { isMain } from '../tree/html-names.ts';
import { findElements, type HtmlElement, type HtmlNode, isElement, isText, textContent } from '../tree/html-tree.ts';
import type { Panels } from './controls.ts';
import { isApart } from './is-apart.ts';

/** Letters. A shorter text that screen readers skip is an icon or a mark. */
const MIN_PROSE = 25;
const HIDING = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)[^;]*/gi;

/**
 * Shows what a page hides only at first: panels, rows of tables, what can be searched for, the main part until a script shows it, and
 * what it shows where scripts do not run. Menus, dialogs and notices stay hidden, and so does what nothing on the page shows. Takes all elements
 * of a page.
 */
export function revealContent(elements: HtmlElement[], { labels }: Panels): void {
  for (const panel of labels.keys()) if (!isApart(panel)) show(panel);
  const isShownWithoutScripts = selectorsIn(elements);
  for (const element of elements.filter(isHiddenAtFirst)) {
    const isShown =
      /^(?:html|body|tr)$/.test(element.name) ||
      element.attribs.hidden === 'until-found' ||
      isShownWithoutScripts(element) ||
      isSeenProse(element) ||
      isSeenFigure(element);
    if (isShown && !isApart(element)) show(element);
  }
  showMain(elements);
}

function show({ attribs }: HtmlElement): void {
  delete attribs.hidden;
  delete attribs['aria-hidden'];
  if (attribs.style) attribs.style = attribs.style.slice(0, MAX_STYLE).replace(HIDING, '');
}

/** Shows the main parts, or else the titles, with what is around them, if no part is visible. */
function showMain(elements: HtmlElement[]): void {
  const mains = elements.filter(isMain);
  const contents = mains.length > 0 ? mains : elements.filter(({ name }) => /^(?:article|h1)$/.test(name));
  const unseen = new Set<HtmlNode['parent']>();
  for (const element of elements) if (isHiddenAtFirst(element) || unseen.has(element.parent)) unseen.add(element);
  if (contents.some((content) => !unseen.has(content))) return;
  for (const content of contents.filter((one) => !isApart(one))) {
    for (const element of [content, ...ancestors(content)]) {
      if (!unseen.delete(element)) break;
      show(element);
    }
  }
}

/** `aria-hidden` hides nothing from people who see. A block of prose with it stands behind a dialog, or is an answer; other text is an icon. */
const isSeenProse = (element: HtmlElement) =>
  isBlock(element) &&
  !isInvisible(element) &&
  [element, ...ancestors(element)].some(isMain) &&
  textContent(element).replace(/\s+/g, '').length >= MIN_PROSE;

/** So it hides a price or a number that is said otherwise to those who do not see, beside it. */
const isSeenFigure = (element: HtmlElement) =>
  !isInvisible(element) &&
  !isStruckOut(element) &&
  neighboursOf(element).some(isForScreenReaders) &&
  /\p{N}/u.test(textContent(element));

function neighboursOf({ prev, next }: HtmlElement): HtmlElement[] {
  const isBlank = (node: HtmlNode | null) => node !== null && isText(node) && node.data.trim() === '';
  const beside = [isBlank(prev) ? prev?.prev : prev, isBlank(next) ? next?.next : next];
  return beside.flatMap((node) => (node && isElement(node) ? [node] : []));
}

/** The elements that styles in `noscript` show: by a class, an id or a name alone. */
function selectorsIn(elements: HtmlElement[]): (element: HtmlElement) => boolean {
  const styles = elements
    .filter(({ name }) => name === 'noscript')
    .flatMap((noscript) => findElements(noscript, ({ name }) => name === 'style'));
  const selectors = new Set<string>();
  for (const rule of styles.flatMap((style) => style.childNodes.map(textContent).join('').split('}'))) {
    const [selector = '', declarations = ''] = rule.split('{');
    if (!/display\s*:\s*(?!\s|none)|visibility\s*:\s*visible|opacity\s*:\s*[1.]/i.test(declarations)) continue;
    for (const one of selector.split(',')) selectors.add(one.trim());
  }
  if (selectors.size === 0) return () => false;
  return ({ name, attribs }) =>
    selectors.has(name) ||
    selectors.has(`#${attribs.id ?? ''}`) ||
    (attribs.class ?? '').split(/\s+/).some((one) => selectors.has(`.${one}`));
}
