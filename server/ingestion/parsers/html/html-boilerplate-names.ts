import { isBlock } from './html-elements.ts';
import { type HtmlDocument, type HtmlElement, type HtmlNode, isElement, textContent } from './html-tree.ts';

const ELEMENTS = /^(?:nav|header|footer|aside|form)$/;
const ROLES = /^(?:navigation|banner|contentinfo|complementary|search|menu|menubar|toolbar|dialog|alertdialog)$/i;
/** Usual classes and ids of menus, notices and other boilerplate. */
const NAMES =
  /(?:^|-)(?:ads?|adverts?|advertisement|breadcrumbs?|comments?|commentlist|consent|cookies?|disqus|footer|gdpr|login|masthead|menu|modal|nav|navbar|navigation|newsletter|outbrain|pager|pagination|popup|prevnext|promo|recommend(?:ed|ations?)?|related|share|sharebar|sharing|sidebar|sidenav|signup|sitenav|skip|social|sphinxsidebar|sponsor(?:ed)?|subscribe|taboola|toc|topbar|trending)(?:-|$)/;
/** Elements that are part of the text, whatever their class. */
const TEXT = /^(?:html|body|main|article|h[1-6]|p|pre|tr|td|th|tbody|thead|dd|dt)$/;

/** An element to visit. */
interface Visit {
  node: HtmlNode;
  inMain: boolean;
  /** Syntax highlighting uses class names like `comment`. */
  inCode: boolean;
}

/** Finds elements whose tag, role, class or id says boilerplate. The caller checks how much text they hold. */
export function findNamedBoilerplate(tree: HtmlDocument): HtmlElement[] {
  const found: HtmlElement[] = [];
  const open: Visit[] = tree.childNodes.map((node) => ({ node, inMain: false, inCode: false }));
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const { node } = visit;
    if (!isElement(node)) continue;
    if (!visit.inCode && isBoilerplate(node, visit.inMain)) found.push(node);
    const inMain = visit.inMain || node.name === 'main' || node.name === 'article';
    const inCode = visit.inCode || node.name === 'pre';
    for (const child of node.childNodes) open.push({ node: child, inMain, inCode });
  }
  return found;
}

function isBoilerplate(element: HtmlElement, inMain: boolean): boolean {
  const { name, attribs } = element;
  if (name === 'nav' || name === 'form') return true;
  // Inside an article, a header or an aside holds its title or notes; outside, it is the site's.
  if (!inMain && (ELEMENTS.test(name) || ROLES.test(attribs.role ?? ''))) return true;
  if (TEXT.test(name) || !(isBlock(element) || name.includes('-'))) return false;
  return NAMES.test(toKebabCase(attribs.class)) || (NAMES.test(toKebabCase(attribs.id)) && !isNamedByHeading(element));
}

/** `topNav side_bar` as `top-nav-side-bar`. */
const toKebabCase = (names = '') =>
  names
    .slice(0, 300)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/[\s_]+/g, '-')
    .toLowerCase();

/** A section about cookies may have the id `cookies` as well, derived from its heading. */
function isNamedByHeading(element: HtmlElement): boolean {
  const heading = element.childNodes.find((node) => isElement(node) && /^h[1-6]$/.test(node.name));
  return heading !== undefined && slug(textContent(heading)) === slug(element.attribs.id ?? '');
}

const slug = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
