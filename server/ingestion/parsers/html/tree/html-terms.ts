import { isReference, termLevel } from '../../text/definition-lists.ts';
import { ancestors, childElements, isBlock, isHeading } from './html-elements.ts';
import { classed, hasClass } from './html-names.ts';
import { findElements, type HtmlElement, isElement, textWithout } from './html-tree.ts';

/** Fields of what is described, in the output of Sphinx, Doxygen and Javadoc: parameters, what is returned, notes. */
const FIELDS = classed('field-list|section|t?params|retval|exception|notes|footnote|citation|option-list');
/** Those of these whose terms name what follows: they read “Parameters”, “Returns”, “Since”. */
const NAMED_FIELDS = classed('field-list|section|t?params|retval|exception|notes');
/** Of the names of these fields, where the list has no class. */
const FIELD_NAME = classed('[a-z]{1,30}Label');
/** What documentation generators add to a signature. */
const LINK_TO_SOURCE = / ?\[source\] ?$/;
const PERMALINK = / ?[¶§#🔗]{1,8} ?$/u;

/** The level of the terms of a list that is a reference, below a heading of a level; null for other lists. */
export function levelOfTerms(list: HtmlElement, above: number): number | null {
  const level = termLevel(above);
  if (level === null || hasClass(list, FIELDS)) return null;
  const isTerm = (element: HtmlElement) =>
    element.name === 'dt' && !isMoreOfTerm(element) && listAround(element) === list;
  const terms = findElements(list, isTerm);
  if (terms.some((term) => childElements(term).some((name) => hasClass(name, FIELD_NAME)))) return null;
  if (!isReference(terms.length, textWithout(list, (element) => element.name === 'dt').replace(/\s+/g, ' ').length))
    return null;
  // Headings in it must stand below its terms.
  return findElements(list, isHeading).every(({ name }) => Number(name[1]) > level) ? level : null;
}

function listAround(element: HtmlElement): HtmlElement | null {
  for (const around of ancestors(element)) if (around.name === 'dl') return around;
  return null;
}

/** Is it the name of a field of what is described? */
export const isFieldName = (element: HtmlElement): boolean => element.name === 'dt' && isInFields(element);

/** Does it stand directly in a list of such fields? */
export const isInFields = ({ parent }: HtmlElement): boolean =>
  parent !== null && 'attribs' in parent && parent.name === 'dl' && hasClass(parent, NAMED_FIELDS);

/** Is it a further name of the term before it? */
export const isMoreOfTerm = (term: HtmlElement): boolean => neighbour(term, 'prev')?.name === 'dt';

/** A term with its further names, without what is not read. */
export function termText(term: HtmlElement, isNotRead: (element: HtmlElement) => boolean): string {
  const names: string[] = [];
  for (let one: HtmlElement | null = term; one?.name === 'dt'; one = neighbour(one, 'next')) {
    const text = textWithout(one, isNotRead, isBlock);
    names.push(text.replace(/\s+/g, ' ').replace(PERMALINK, '').replace(LINK_TO_SOURCE, '').trim());
  }
  return names.filter((name) => name !== '').join(', ');
}

function neighbour(element: HtmlElement, side: 'prev' | 'next'): HtmlElement | null {
  for (let node = element[side]; node; node = node[side]) if (isElement(node)) return node;
  return null;
}
