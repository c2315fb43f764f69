import { isBlock } from './html-elements.ts';
import { type HtmlDocument, type HtmlElement, type HtmlNode, isElement, textContent } from './html-tree.ts';

const ELEMENTS = /^(?:nav|header|footer|aside|form)$/;
const ROLES = /^(?:navigation|banner|contentinfo|complementary|search|menu|menubar|toolbar|dialog|alertdialog)$/i;
/** What menus, notices and the like are called in the classes and ids of their pages. */
const NAMES =
  /(?:^|-)(?:ads?|adverts?|advertisement|breadcrumbs?|comments?|commentlist|consent|cookies?|disqus|footer|gdpr|login|masthead|menu|modal|nav|navbar|navigation|newsletter|outbrain|pager|pagination|popup|prevnext|promo|recommend(?:ed|ations?)?|related|share|sharebar|sharing|sidebar|sidenav|signup|sitenav|skip|social|sphinxsidebar|sponsor(?:ed)?|subscribe|taboola|toc|topbar|trending)(?:-|$)/;
/** Parts of the text themselves, whatever they are called. */
const TEXT = /^(?:html|body|main|article|h[1-6]|p|pre|tr|td|th|tbody|thead|dd|dt)$/;

/** Where an element stands. */
interface Place {
  node: HtmlNode;
  inMain: boolean;
  /** Code is coloured by classes called comment and the like. */
  inCode: boolean;
}

/** The elements that by their tag, role or name stand around a page's content; how much they hold is for the caller to weigh. */
export function findNamedBoilerplate(tree: HtmlDocument): HtmlElement[] {
  const found: HtmlElement[] = [];
  const open: Place[] = tree.childNodes.map((node) => ({ node, inMain: false, inCode: false }));
  for (let place = open.pop(); place; place = open.pop()) {
    const { node } = place;
    if (!isElement(node)) continue;
    if (!place.inCode && isBoilerplate(node, place.inMain)) found.push(node);
    const inMain = place.inMain || node.name === 'main' || node.name === 'article';
    const inCode = place.inCode || node.name === 'pre';
    for (const child of node.childNodes) open.push({ node: child, inMain, inCode });
  }
  return found;
}

function isBoilerplate(element: HtmlElement, inMain: boolean): boolean {
  const { name, attribs } = element;
  if (name === 'nav' || name === 'form') return true;
  // A header or an aside inside an article carries its title or its notes; outside it is the site's.
  if (!inMain && (ELEMENTS.test(name) || ROLES.test(attribs.role ?? ''))) return true;
  if (TEXT.test(name) || !(isBlock(element) || name.includes('-'))) return false;
  return NAMES.test(asWords(attribs.class)) || (NAMES.test(asWords(attribs.id)) && !isNamedByHeading(element));
}

/** `topNav side_bar` as `top-nav-side-bar`. */
const asWords = (names = '') =>
  names
    .slice(0, 300)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/[\s_]+/g, '-')
    .toLowerCase();

/** A section about cookies has the id `cookies`, too: after its heading, to be linked to. */
function isNamedByHeading(element: HtmlElement): boolean {
  const heading = element.childNodes.find((node) => isElement(node) && /^h[1-6]$/.test(node.name));
  return heading !== undefined && slug(textContent(heading)) === slug(element.attribs.id ?? '');
}

const slug = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
