import { findNamedBoilerplate } from './html-boilerplate-names.ts';
import { ancestors, childElements, isHidden } from './html-elements.ts';
import { isProse, measureTextDensity, type TextDensities } from './html-text-density.ts';
import { findElements, type HtmlDocument, type HtmlElement, hasElement, isElement } from './html-tree.ts';

/** A page with fewer letters of prose, or a smaller share of prose, is a list or a form: all of it is read. */
const MIN_PROSE = 140;
const MIN_SHARE = 0.15;
/** A part with more than this share of the page's prose is content, whatever its name. */
const MAX_BOILERPLATE_SHARE = 0.35;
/** A `main` with less than this share of the prose is not the content. */
const MAIN_SHARE = 0.25;
/** A part with this share of the prose around it is the main part. */
const MAIN_PART_SHARE = 0.85;
/** A part beside it with at least this share is content, too. */
const SIDE_PART_SHARE = 0.05;
/** Elements that are content themselves, not parts of a layout. */
const CONTENT_ELEMENTS = /^(?:p|ul|ol|dl|pre|blockquote|table|figure|h[1-6]|details)$/;
const ITEM = /^(?:li|dt|dd|td|th)$/;

/**
 * Finds the parts of a page that are not its content: elements named or marked as menus, footers, banners and the like; what
 * stands beside the part with the prose; and links before the first and after the last prose.
 */
export function findBoilerplate(tree: HtmlDocument): Set<HtmlElement> {
  const all = measureTextDensity(tree, isHidden);
  const total = proseOf(tree, all);
  const excluded = new Set(
    findNamedBoilerplate(tree).filter((element) => all.of(element).prose <= total * MAX_BOILERPLATE_SHARE),
  );
  const isExcluded = (element: HtmlElement) => isHidden(element) || excluded.has(element);
  const densities = measureTextDensity(tree, isExcluded);
  const [prose, text] = [proseOf(tree, densities), textOf(tree, densities)];
  if (text === 0 && textOf(tree, all) > 0) return new Set();
  if (prose < MIN_PROSE || prose < text * MIN_SHARE) return excluded;
  for (const element of partsBesideMain(tree, densities)) excluded.add(element);
  for (const element of linksAroundProse(measureTextDensity(tree, isExcluded))) excluded.add(element);
  return excluded;
}

/** What stands beside the part with the prose, on every level down to it. */
function partsBesideMain(tree: HtmlDocument, densities: TextDensities): HtmlElement[] {
  const beside: HtmlElement[] = [];
  const main = markedMain(tree, densities);
  const path = new Set(main ? [main, ...ancestors(main)] : []);
  let parts = tree.childNodes.filter(isElement);
  let proseAround = proseOf(tree, densities);
  for (;;) {
    const marked = parts.find((part) => path.has(part));
    const mainPart =
      marked ??
      parts.find(
        (part) => densities.of(part).prose >= proseAround * MAIN_PART_SHARE && !CONTENT_ELEMENTS.test(part.name),
      );
    if (!mainPart) return beside;
    beside.push(
      ...parts.filter((part) => part !== mainPart && (marked || !isContentBeside(part, proseAround, densities))),
    );
    proseAround = densities.of(mainPart).prose;
    parts = childElements(mainPart);
  }
}

/** The page's `main` or only `article`, where it holds enough of the prose. */
function markedMain(tree: HtmlDocument, densities: TextDensities): HtmlElement | null {
  const mains = findElements(tree, ({ name, attribs }) => name === 'main' || attribs.role === 'main');
  const articles = findElements(tree, ({ name }) => name === 'article');
  const [marked] = (mains.length > 0 ? mains : articles.length === 1 ? articles : []).toSorted(
    (a, b) => densities.of(b).prose - densities.of(a).prose,
  );
  return marked && densities.of(marked).prose >= proseOf(tree, densities) * MAIN_SHARE ? marked : null;
}

/** A heading or paragraph, or a part with enough prose that is not mostly links. */
function isContentBeside(part: HtmlElement, proseAround: number, densities: TextDensities): boolean {
  const { text, linked, prose } = densities.of(part);
  if (CONTENT_ELEMENTS.test(part.name)) return isHeading(part) || prose > 0;
  if (hasElement(part, ({ name }) => name === 'h1')) return true;
  return prose >= proseAround * SIDE_PART_SHARE && linked < text * 0.5;
}

/** Blocks of links and labels before the first and after the last prose: breadcrumbs, tags, related pages, notices. */
function linksAroundProse(densities: TextDensities): HtmlElement[] {
  const { blocks } = densities;
  const isContent = (block: HtmlElement) => {
    const own = densities.own(block);
    return isProse(own) || (ITEM.test(block.name) && own.linked < own.text * 0.3);
  };
  const isLink = (block: HtmlElement) => densities.own(block).linked >= densities.own(block).text * 0.5;
  const isLabel = (block: HtmlElement) => densities.own(block).text < 25 || hasOnlyInternalLinks(block);
  const isItemOfProse = ({ name, parent }: HtmlElement) =>
    ITEM.test(name) && parent !== null && 'attribs' in parent && densities.of(parent).prose > 0;

  const title = blocks.findIndex(({ name }) => name === 'h1');
  const first = Math.max(0, blocks.findIndex(isContent));
  const heading = blocks.slice(0, first).findLastIndex((block) => !isHeading(block)) + 1;
  // A link block below the page's title is kept, unless it is short or links to the page itself.
  const before = blocks.slice(0, heading).filter((block, index) => {
    return block.name !== 'h1' && isLink(block) && (title < 0 || index < title || isLabel(block));
  });
  const after = blocks.slice(blocks.findLastIndex(isContent) + 1);
  // Trailing blocks belong to the text up to the first link or heading.
  const end = after.findIndex((block) => isLink(block) || isHeading(block));
  return [...before, ...(end < 0 ? [] : after.slice(end))].filter(
    (block) => densities.of(block).prose === 0 && !isItemOfProse(block),
  );
}

const isHeading = ({ name }: HtmlElement) => /^h[1-6]$/.test(name);

/** Do all its links lead to the same page? */
const hasOnlyInternalLinks = (block: HtmlElement) =>
  findElements(block, ({ name, attribs }) => name === 'a' && 'href' in attribs).every(({ attribs }) =>
    attribs.href?.startsWith('#'),
  );

const proseOf = (tree: HtmlDocument, densities: TextDensities) =>
  tree.childNodes.filter(isElement).reduce((sum, element) => sum + densities.of(element).prose, 0);

const textOf = (tree: HtmlDocument, densities: TextDensities) =>
  tree.childNodes.filter(isElement).reduce((sum, element) => sum + densities.of(element).text, 0);
