import type { LeftOutKind } from '../../../types.ts';
import { articleColumn, isMostlyLinks } from '../tree/html-columns.ts';
import { framesOf, isBlock } from '../tree/html-elements.ts';
import { called, classed, hasClass, isCalled, isMain, toKebabCase } from '../tree/html-names.ts';
import {
  findElements,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  hasElement,
  isElement,
  textContent,
} from '../tree/html-tree.ts';
import { isConsentTool } from './consent-tools.ts';

/** A part of a page that its tag, role, class or id calls something other than content. */
export interface NamedPart {
  element: HtmlElement;
  kind: LeftOutKind;
  /** No content is called so. Of other parts the caller checks how much text they hold. */
  certain: boolean;
  /** It holds a title or an article. */
  isFrame: boolean;
}

type Named = Pick<NamedPart, 'kind' | 'certain'>;

const ELEMENTS: Record<string, LeftOutKind> = {
  nav: 'navigation',
  header: 'header',
  footer: 'footer',
  aside: 'sidebar',
  form: 'form',
};
const ROLES: Record<string, LeftOutKind> = {
  navigation: 'navigation',
  menu: 'navigation',
  menubar: 'navigation',
  toolbar: 'navigation',
  search: 'form',
  banner: 'header',
  contentinfo: 'footer',
  complementary: 'sidebar',
};

type Names = readonly [kind: LeftOutKind, names: RegExp];

/** Usual classes and ids of what is around the content. */
const NAMES: Names[] = [
  ['navigation', called('index-panel|menu|nav|navbar|navigation|sidenav|sitenav|skip|toc|topbar')],
  ['header', called('masthead')],
  ['notice', called('consent|cookies?|gdpr|login|modal|popup')],
  ['footer', called('footer')],
  [
    'sidebar',
    called(
      'ads?|adverts?|advertisement|(?<!(?:^|-)(?:api|code|docs?|java-?doc|tsd)-)comments?|commentlist|disqus|newsletter|outbrain|promo|recommend(?:ed|ations?)?|related|share|sharing|sidebar|signup|social|sphinxsidebar|sponsor(?:ed)?|subscribe|taboola|trending',
    ),
  ],
];
/** Those of parts that lead to other pages, or tell of the page itself, and of nothing else. */
const CERTAIN_NAMES: Names[] = [
  [
    'navigation',
    called(
      'nav(?:header|footer)|pager|pagination|prev-?next|skip-(?:link|nav|navigation|to-content)|(?:back|return)-to-top|edit-(?:this-)?page|edit-(?:link|info)|view-this-page',
    ),
  ],
  [
    'sidebar',
    called('(?:md|page|docs?)-feedback|article-votes|more-questions|(?:article|post)-share|share-?(?:bar|buttons)'),
  ],
  ['footer', called('doc-footer|last-?updated|md-source-file')],
];
/** The way to the page from the start page, also where a paragraph has it. */
const BREADCRUMBS = called('(?:bread-?)?crumbs?');
/** How many entries a list shows: “Showing all 7 results”. */
const COUNT = called('results?-count');
/** Outside of the main part, where a header holds no title. */
const HEADER = /^(?:site-|global-)?header$/;
const FOOTER = called('copyright|footer');
const COOKIES = called('consent|cookies?|gdpr');
/** The lines in which Doxygen and TypeDoc say where something is defined and used. */
const CROSS_REFERENCE = classed('definition|reference');
const CROSS_REFERENCE_LIST = classed('tsd-sources');
const CROSS_REFERENCE_TEXT = /^(?:defined in |definition (?:at line \d|in file )|references? |referenced by )/i;
/** Elements that are part of the text, whatever their class. */
const TEXT = /^(?:html|body|main|article|h[1-6]|p|pre|tr|td|th|tbody|thead|dd|dt)$/;

/** Where an element stands. */
interface Place {
  inMain: boolean;
  /** In an article, a quotation or a figure, whose footers tell of author and source. */
  inArticle: boolean;
  /** Syntax highlighting uses class names like `comment`. */
  inCode: boolean;
}

/** Finds the parts whose tag, role, class or id says that they are not content, in no order. */
export function findNamedParts(tree: HtmlDocument): NamedPart[] {
  const found: NamedPart[] = [];
  const frames = {
    ofMain: framesOf(findElements(tree, isMain)),
    ofTitles: framesOf(findElements(tree, ({ name }) => name === 'h1' || name === 'article')),
  };
  const outside: Place = { inMain: false, inArticle: false, inCode: false };
  const open: { node: HtmlNode; place: Place }[] = tree.childNodes.map((node) => ({ node, place: outside }));
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const { node, place } = visit;
    if (!isElement(node)) continue;
    const part = place.inCode ? null : partNamed(node, place);
    const isFrame = frames.ofTitles.has(node);
    if (part && !frames.ofMain.has(node))
      found.push({ element: node, kind: part.kind, certain: part.certain && !isFrame, isFrame });
    const inside = placeInside(node, place);
    for (const child of node.childNodes) open.push({ node: child, place: inside });
  }
  return found;
}

function placeInside(element: HtmlElement, { inMain, inArticle, inCode }: Place): Place {
  return {
    inMain: inMain || element.name === 'article' || isMain(element),
    inArticle: inArticle || /^(?:article|blockquote|figure)$/.test(element.name),
    inCode: inCode || element.name === 'pre',
  };
}

function partNamed(element: HtmlElement, place: Place): Named | null {
  const { name, attribs } = element;
  if (isCrossReference(element)) return { kind: 'navigation', certain: true };
  if (name === 'a') return leadsElsewhere(element) ? { kind: 'navigation', certain: true } : null;
  if (!TEXT.test(name) && isConsentTool(attribs)) return { kind: 'notice', certain: true };
  if (/^(?:alert)?dialog$/i.test(attribs.role ?? '') || attribs['aria-modal'] === 'true')
    return { kind: 'notice', certain: true };
  if ((isBlock(element) || name.includes('-')) && isWayOrCount(element)) return { kind: 'navigation', certain: true };
  const kind = ELEMENTS[name] ?? ROLES[(attribs.role ?? '').toLowerCase()];
  if (kind === 'footer' && !place.inArticle) return { kind, certain: !place.inMain || isMostlyLinks(element) };
  // Inside an article, a header or an aside holds its title or notes; outside, it is the site's.
  if (kind && (!place.inMain || name === 'nav' || name === 'form')) return { kind, certain: false };
  if (TEXT.test(name) || !(isBlock(element) || name.includes('-'))) return null;
  return partCalled(element, place.inMain);
}

function isCrossReference(element: HtmlElement): boolean {
  const { name, parent } = element;
  const isLine = name === 'p' && hasClass(element, CROSS_REFERENCE);
  const isList = name === 'ul' && parent !== null && isElement(parent) && hasClass(parent, CROSS_REFERENCE_LIST);
  return (isLine || isList) && CROSS_REFERENCE_TEXT.test(textContent(element).trimStart());
}

const isWayOrCount = (element: HtmlElement) =>
  (!TEXT.test(element.name) || element.name === 'p') && (isCalled(element, BREADCRUMBS) || isCalled(element, COUNT));

/** By its class or id. */
function partCalled(element: HtmlElement, inMain: boolean): Named | null {
  const [classes, id] = [toKebabCase(element.attribs.class), toKebabCase(element.attribs.id)];
  const isOneOf = (names: RegExp) => names.test(classes) || names.test(id);
  const kindIn = (list: Names[]) => list.find(([, names]) => isOneOf(names))?.[0];
  const certainKind = kindIn(CERTAIN_NAMES) ?? (!inMain && isOneOf(FOOTER) ? 'footer' : undefined);
  const kind = certainKind ?? kindIn(NAMES) ?? (!inMain && isOneOf(HEADER) ? 'header' : undefined);
  if (!kind || isCalledAsItsHeading(element)) return null;
  if (kind === 'sidebar' && articleColumn(element) !== null) return null;
  const isCookieNotice = !inMain && isOneOf(COOKIES) && hasElement(element, isControl);
  return { kind, certain: certainKind !== undefined || isCookieNotice };
}

/** A link to the page before or after this one, to the form that changes it, or past the menu. */
const leadsElsewhere = ({ attribs }: HtmlElement) =>
  /(?:^|\s)(?:prev|next|edit)(?:\s|$)/.test(attribs.rel ?? '') ||
  (attribs.href?.startsWith('#') === true && /(?:^|-)skip(?:-|$)/.test(toKebabCase(attribs.class)));

const isControl = ({ name, attribs }: HtmlElement) => /^(?:button|input)$/.test(name) || attribs.role === 'button';

/** A section about cookies may be called `cookies` as well, after its heading. */
function isCalledAsItsHeading({ childNodes, attribs }: HtmlElement): boolean {
  const heading = childNodes.find((node) => isElement(node) && /^h[1-6]$/.test(node.name));
  if (heading === undefined) return false;
  const words = slug(textContent(heading));
  return words === slug(attribs.id ?? '') || words === slug(attribs.class ?? '');
}

const slug = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
