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

/** Does the page call it its main part? */
export const isMain = ({ name, attribs }: HtmlElement) => name === 'main' || attribs.role === 'main';
