import type { Callout } from '../../types.ts';
import { calloutNamed, isAdmonition } from '../text/callouts.ts';
import { isHeading } from './tree/html-elements.ts';
import { findElements, type HtmlElement, type HtmlNode, isElement } from './tree/html-tree.ts';

/** A class that says that the element is a callout; what kind may follow, or stand in a class of its own. */
const FAMILY =
  /^(?:theme-admonition|admonition|admonitionblock|markdown-alert|alert|callout|bd-callout|starlight-aside|custom-block|confluence-information-macro|hint|notice|message)(?:[-_]+([^\W_]\w*))?$/;
/** Classes that are specific enough without one of those. */
const ALONE = /^(?:note|tip|important|warning|caution|danger)$/;
/** Beside a class of the family: `is-warning`. */
const MODIFIER = /^is-(\w+)$/;
const ELEMENTS = /^(?:div|aside|section|p|blockquote|dl|table|details)$/;
const MAX_CLASSES = 300;

/**
 * Returns a function that tells which callout an element below the roots is. What holds several headings, or the title of a page, is
 * a part of the page.
 */
export function calloutFinder(roots: HtmlNode[]): (element: HtmlElement) => Callout | undefined {
  const parts = findParts(roots);
  return (element) => {
    const callout = calloutOf(element);
    return isAdmonition(callout) && parts.has(element) ? undefined : callout;
  };
}

/** The elements that hold several headings, or one of level 1. */
function findParts(roots: HtmlNode[]): Set<HtmlElement> {
  const elements = roots.filter(isElement).flatMap((root) => [root, ...findElements(root, () => true)]);
  const [headed, parts] = [new Set<HtmlElement>(), new Set<HtmlElement>()];
  for (const element of elements.toReversed()) {
    const { parent, name } = element;
    if (!parent || !('attribs' in parent)) continue;
    if (parts.has(element) || name === 'h1' || (isHeadedBy(element, headed) && headed.has(parent))) parts.add(parent);
    if (isHeadedBy(element, headed)) headed.add(parent);
  }
  return parts;
}

/** Is it a heading, or does it hold one? */
const isHeadedBy = (element: HtmlElement, headed: ReadonlySet<HtmlElement>) =>
  isHeading(element) || headed.has(element);

/** The callout that an element is: a quotation, or a note, tip or warning by its class or role. */
function calloutOf({ name, attribs }: HtmlElement): Callout | undefined {
  if (!ELEMENTS.test(name)) return undefined;
  return calloutOfClasses(attribs.class) ?? (attribs.role === 'note' ? 'note' : quoteNamed(name));
}

const quoteNamed = (name: string): Callout | undefined => (name === 'blockquote' ? 'quote' : undefined);

/** The callout that a list of class names tells. A member of the family that tells no kind is a note. */
export function calloutOfClasses(list = ''): Callout | undefined {
  const classes = list.slice(0, MAX_CLASSES).toLowerCase().split(/\s+/);
  const family = classes.map((name) => FAMILY.exec(name)).filter((match) => match !== null);
  if (family.length === 0) return classes.filter((name) => ALONE.test(name)).map(calloutNamed)[0];
  const kinds = [...family.map(([, kind]) => kind), ...classes, ...classes.map((name) => MODIFIER.exec(name)?.[1])];
  const known = kinds.map((kind) => (kind ? calloutNamed(kind) : undefined)).find((callout) => callout);
  return known ?? (classes.includes('admonition') ? 'note' : undefined);
}
