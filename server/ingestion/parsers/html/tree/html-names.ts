import type { HtmlElement } from './html-tree.ts';

/** As much of a class or an id is read, in characters. */
const MAX_ATTRIBUTE = 300;

/** `topNav side_bar` as `top-nav-side-bar`. */
export const toKebabCase = (names = '') =>
  names
    .slice(0, MAX_ATTRIBUTE)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/[\s_]+/g, '-')
    .toLowerCase();

/** Matches one of these names, also as a part of a longer one in kebab case, such as `footer` in `site-footer`. */
export const called = (names: string) => new RegExp(`(?:^|-)(?:${names})(?:-|$)`);

/** Is its class or id, in kebab case, one of these names? */
export const isCalled = ({ attribs }: HtmlElement, names: RegExp): boolean =>
  names.test(toKebabCase(attribs.class)) || names.test(toKebabCase(attribs.id));

/** Matches a list of classes that has one of these. */
export const classed = (names: string) => new RegExp(`(?:^|\\s)(?:${names})(?:\\s|$)`, 'i');

/** Has it a class of these? */
export const hasClass = ({ attribs }: HtmlElement, names: RegExp): boolean =>
  attribs.class !== undefined && names.test(attribs.class.slice(0, MAX_ATTRIBUTE));

/** Does the page call it its main part? Generators of reference documentation have names of their own for it. */
export const isMain = (element: HtmlElement) =>
  element.name === 'main' || element.attribs.role === 'main' || isMainOfGenerator(element);

const TYPEDOC_MAIN = classed('col-content');
const TYPEDOC_COLUMNS = classed('container-main');

/** As gi-docgen and TypeDoc write it. */
function isMainOfGenerator(element: HtmlElement): boolean {
  const { name, attribs, parent } = element;
  if (name === 'section') return attribs.id === 'main';
  if (name !== 'div' || !hasClass(element, TYPEDOC_MAIN) || parent === null) return false;
  return 'attribs' in parent && hasClass(parent, TYPEDOC_COLUMNS);
}
