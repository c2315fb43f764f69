import { ancestors, hasClass, isBlock, isHiddenAtFirst } from '../html-elements.ts';
import { isMain } from '../html-names.ts';
import { findElements, type HtmlDocument, type HtmlElement, textContent } from '../html-tree.ts';
import type { Panels } from './controls.ts';
import { isApart } from './is-apart.ts';

/** Letters. A shorter text that screen readers skip is an icon or a mark. */
const MIN_PROSE = 25;
const HIDING = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)[^;]*/gi;

/**
 * Shows what a page hides only at first: panels, what can be searched for, the main part until a script shows it, and what it shows
 * where scripts do not run. Menus, dialogs and notices stay hidden.
 */
export function revealContent(tree: HtmlDocument, { labels }: Panels): void {
  for (const panel of labels.keys()) if (!isApart(panel)) show(panel);
  const isShownWithoutScripts = selectorsIn(tree);
  const hidden = findElements(tree, isHiddenAtFirst);
  for (const element of hidden) {
    const isShown =
      /^(?:html|body)$/.test(element.name) ||
      element.attribs.hidden === 'until-found' ||
      isShownWithoutScripts(element) ||
      isOnlyForScreenReaders(element);
    if (isShown && !isApart(element)) show(element);
  }
  for (const isContent of [isMain, ({ name }: HtmlElement) => name === 'h1']) showFrames(tree, isContent);
}

function show({ attribs }: HtmlElement): void {
  delete attribs.hidden;
  delete attribs['aria-hidden'];
  if (attribs.style) attribs.style = attribs.style.slice(0, 500).replace(HIDING, '');
}

/** Shows the main part, or else the title, with what is around it, if none is visible. */
function showFrames(tree: HtmlDocument, isContent: (element: HtmlElement) => boolean): void {
  const invisible = new Set<HtmlElement>();
  for (const element of findElements(tree, () => true)) {
    if (isHiddenAtFirst(element) || invisible.has(element.parent as HtmlElement)) invisible.add(element);
  }
  const contents = findElements(tree, isContent);
  if (contents.some((content) => !invisible.has(content))) return;
  for (const content of contents.filter((one) => !isApart(one))) {
    for (const element of [content, ...ancestors(content)]) {
      if (!invisible.delete(element)) break;
      show(element);
    }
  }
}

/** `aria-hidden` hides nothing from people who see. In a text it is of icons; a block of prose is what a dialog stands before, or an answer. */
const isOnlyForScreenReaders = (element: HtmlElement) =>
  isBlock(element) &&
  !('hidden' in element.attribs) &&
  !HIDING_ANY.test(element.attribs.style ?? '') &&
  [element, ...ancestors(element)].some(isMain) &&
  textContent(element).replace(/\s+/g, '').length >= MIN_PROSE;
const HIDING_ANY = /display\s*:\s*none|visibility\s*:\s*hidden/i;

/** The elements that styles in `noscript` show: by a class, an id or a name alone. */
function selectorsIn(tree: HtmlDocument): (element: HtmlElement) => boolean {
  const styles = findElements(tree, ({ name }) => name === 'noscript').flatMap((noscript) =>
    findElements(noscript, ({ name }) => name === 'style'),
  );
  const selectors = new Set<string>();
  for (const rule of styles.flatMap((style) => style.childNodes.map(textContent).join('').split('}'))) {
    const [selector = '', declarations = ''] = rule.split('{');
    if (!/display\s*:\s*(?!\s|none)|visibility\s*:\s*visible|opacity\s*:\s*[1.]/i.test(declarations)) continue;
    for (const one of selector.split(',')) selectors.add(one.trim());
  }
  return (element) =>
    selectors.size > 0 &&
    (selectors.has(`#${element.attribs.id ?? ''}`) ||
      selectors.has(element.name) ||
      hasClass(element, { test: (name) => selectors.has(`.${name}`) }));
}
