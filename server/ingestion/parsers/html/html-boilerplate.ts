import { findNamedBoilerplate } from './html-boilerplate-names.ts';
import { ancestors, childElements, isHidden } from './html-elements.ts';
import { isProse, measureTextDensity, type TextDensities } from './html-text-density.ts';
import { findElements, type HtmlDocument, type HtmlElement, hasElement, isElement } from './html-tree.ts';

/** A page with less running text than this, in letters, or with a smaller share of it, is a list or a form: all of it is read. */
const MIN_PROSE = 140;
const MIN_SHARE = 0.15;
/** Whatever it is called, a part with so much of the page's running text is content. */
const TOO_MUCH = 0.35;
/** A `main` with less than this share is not the content. */
const MAIN_SHARE = 0.25;
/** A part that holds this share of what is around it stands for the whole; and what it takes to stand beside it. */
const BULK = 0.85;
const BESIDE = 0.05;
/** Elements that are content themselves, and not parts of a page. */
const WHOLE = /^(?:p|ul|ol|dl|pre|blockquote|table|figure|h[1-6]|details)$/;
const ITEM = /^(?:li|dt|dd|td|th)$/;

/**
 * The parts of a page that are not its content: what is called or marked as a menu, footer, banner and the like; what stands
 * beside the part that holds the running text; and links before the first of it and after the last.
 */
export function findBoilerplate(tree: HtmlDocument): Set<HtmlElement> {
  const all = measureTextDensity(tree, isHidden);
  const total = proseOf(tree, all);
  const excluded = new Set(findNamedBoilerplate(tree).filter((element) => all.of(element).prose <= total * TOO_MUCH));
  const isGone = (element: HtmlElement) => isHidden(element) || excluded.has(element);
  const densities = measureTextDensity(tree, isGone);
  const [prose, text] = [proseOf(tree, densities), textOf(tree, densities)];
  if (text === 0 && textOf(tree, all) > 0) return new Set();
  if (prose < MIN_PROSE || prose < text * MIN_SHARE) return excluded;
  for (const element of besideMain(tree, densities)) excluded.add(element);
  for (const element of linksAround(measureTextDensity(tree, isGone))) excluded.add(element);
  return excluded;
}

/** What stands beside the part of the page that holds the running text, on every level on the way down to it. */
function besideMain(tree: HtmlDocument, densities: TextDensities): HtmlElement[] {
  const beside: HtmlElement[] = [];
  const main = markedMain(tree, densities);
  const path = new Set(main ? [main, ...ancestors(main)] : []);
  let parts = tree.childNodes.filter(isElement);
  let around = proseOf(tree, densities);
  for (;;) {
    const marked = parts.find((part) => path.has(part));
    const bulk = marked ?? parts.find((part) => densities.of(part).prose >= around * BULK && !WHOLE.test(part.name));
    if (!bulk) return beside;
    beside.push(...parts.filter((part) => part !== bulk && (marked || !isContentBeside(part, around, densities))));
    around = densities.of(bulk).prose;
    parts = childElements(bulk);
  }
}

/** The page's `main` or only `article`, where that holds a good share of the running text. */
function markedMain(tree: HtmlDocument, densities: TextDensities): HtmlElement | null {
  const mains = findElements(tree, ({ name, attribs }) => name === 'main' || attribs.role === 'main');
  const articles = findElements(tree, ({ name }) => name === 'article');
  const [marked] = (mains.length > 0 ? mains : articles.length === 1 ? articles : []).toSorted(
    (a, b) => densities.of(b).prose - densities.of(a).prose,
  );
  return marked && densities.of(marked).prose >= proseOf(tree, densities) * MAIN_SHARE ? marked : null;
}

/** A heading or paragraph of its own, or a part with enough running text that is not mostly links. */
function isContentBeside(part: HtmlElement, around: number, densities: TextDensities): boolean {
  const { text, linked, prose } = densities.of(part);
  if (WHOLE.test(part.name)) return isHeading(part) || prose > 0;
  if (hasElement(part, ({ name }) => name === 'h1')) return true;
  return prose >= around * BESIDE && linked < text * 0.5;
}

/** Blocks of links and labels before the first running text and after the last: trails, tags, neighbours, notices. */
function linksAround(densities: TextDensities): HtmlElement[] {
  const { blocks } = densities;
  const isGood = (block: HtmlElement) => {
    const own = densities.own(block);
    return isProse(own) || (ITEM.test(block.name) && own.linked < own.text * 0.3);
  };
  const isLink = (block: HtmlElement) => densities.own(block).linked >= densities.own(block).text * 0.5;
  const isLabel = (block: HtmlElement) => densities.own(block).text < 25 || linksInside(block);
  const isOfText = ({ name, parent }: HtmlElement) =>
    ITEM.test(name) && parent !== null && 'attribs' in parent && densities.of(parent).prose > 0;

  const title = blocks.findIndex(({ name }) => name === 'h1');
  const first = Math.max(0, blocks.findIndex(isGood));
  const heading = blocks.slice(0, first).findLastIndex((block) => !isHeading(block)) + 1;
  // What stands below the page's own title is kept unless it is short, or leads to parts of the page itself.
  const before = blocks.slice(0, heading).filter((block, index) => {
    return block.name !== 'h1' && isLink(block) && (title < 0 || index < title || isLabel(block));
  });
  const after = blocks.slice(blocks.findLastIndex(isGood) + 1);
  // A closing word without links belongs to the text before; from the first link or heading on, nothing does.
  const end = after.findIndex((block) => isLink(block) || isHeading(block));
  return [...before, ...(end < 0 ? [] : after.slice(end))].filter(
    (block) => densities.of(block).prose === 0 && !isOfText(block),
  );
}

const isHeading = ({ name }: HtmlElement) => /^h[1-6]$/.test(name);

/** Do all its links lead to places on the same page? */
const linksInside = (block: HtmlElement) =>
  findElements(block, ({ name, attribs }) => name === 'a' && 'href' in attribs).every(({ attribs }) =>
    attribs.href?.startsWith('#'),
  );

const proseOf = (tree: HtmlDocument, densities: TextDensities) =>
  tree.childNodes.filter(isElement).reduce((sum, element) => sum + densities.of(element).prose, 0);

const textOf = (tree: HtmlDocument, densities: TextDensities) =>
  tree.childNodes.filter(isElement).reduce((sum, element) => sum + densities.of(element).text, 0);
