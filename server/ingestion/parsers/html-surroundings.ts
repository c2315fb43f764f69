import { isBlock, parentsOf } from './html-elements.ts';
import { findElements, type HtmlElement, rawText } from './html-tree.ts';

const ELEMENTS = /^(?:nav|header|footer|aside|form)$/;
const ROLES = /^(?:navigation|banner|contentinfo|complementary|search|menu|menubar|toolbar|dialog|alertdialog)$/i;
/** What menus, notices and the like are called in the classes and ids of their pages. */
const NAMES =
  /(?:^|-)(?:ads?|adverts?|advertisement|breadcrumbs?|comments?|commentlist|consent|cookies?|disqus|footer|gdpr|login|masthead|menu|modal|nav|navbar|navigation|newsletter|outbrain|pager|pagination|popup|prevnext|promo|recommend(?:ed|ations?)?|related|share|sharebar|sharing|sidebar|sidenav|signup|sitenav|skip|social|sphinxsidebar|sponsor(?:ed)?|subscribe|taboola|toc|topbar|trending)(?:-|$)/;
/** Parts of the text themselves, whatever they are called. */
const TEXT = /^(?:html|body|main|article|h[1-6]|p|pre|tr|td|th|tbody|thead|dd|dt)$/;

/** Does an element, by its tag, role or name, stand around a page's content? How much it holds is for the caller to weigh. */
export function isSurrounding(element: HtmlElement): boolean {
  const { name, attribs } = element;
  if (name === 'nav' || name === 'form') return true;
  const parents = [...parentsOf(element)];
  // Code is coloured by classes called comment and the like.
  if (parents.some((parent) => parent.name === 'pre')) return false;
  // A header or an aside inside an article carries its title or its notes; outside it is the site's.
  const inMain = parents.some((parent) => parent.name === 'main' || parent.name === 'article');
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
  const [heading] = findElements(element, ({ name }) => /^h[1-6]$/.test(name));
  return heading !== undefined && slug(rawText(heading)) === slug(element.attribs.id ?? '');
}

const slug = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
