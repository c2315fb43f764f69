import { isHeading } from '../tree/html-elements.ts';
import { isInFields } from '../tree/html-terms.ts';
import { findElements, type HtmlElement, hasElement } from '../tree/html-tree.ts';
import { isProse, MIN_BLOCK, type TextDensities } from './text-density.ts';

const ITEM = /^(?:li|dt|dd|td|th)$/;

/**
 * Blocks of links and labels before the first prose and, in a page without a marked main part, after the last: breadcrumbs, tags,
 * related pages, notices.
 */
export function linksAroundProse(densities: TextDensities, main: HtmlElement | null): HtmlElement[] {
  const { blocks } = densities;
  const isContent = (block: HtmlElement) => {
    const own = densities.own(block);
    return isProse(own) || (ITEM.test(block.name) && own.linked < own.text * 0.3);
  };
  const isLabel = (block: HtmlElement) => densities.own(block).text < MIN_BLOCK || hasOnlyInternalLinks(block);
  const isItemOfProse = ({ name, parent }: HtmlElement) =>
    ITEM.test(name) && parent !== null && 'attribs' in parent && densities.of(parent).prose > 0;

  const title = blocks.findIndex(({ name }) => name === 'h1');
  const first = Math.max(0, blocks.findIndex(isContent));
  const heading = blocks.slice(0, first).findLastIndex((block) => !isHeading(block)) + 1;
  // A link block below the page's title is kept, unless it is short or links to the page itself.
  const before = blocks.slice(0, heading).filter((block, index) => {
    return block.name !== 'h1' && isLinks(block, densities) && (title < 0 || index < title || isLabel(block));
  });
  const after = main ? [] : blocks.slice(blocks.findLastIndex(isContent) + 1);
  // Trailing blocks belong to the text up to the first link, or the first heading that has links below it, or nothing.
  const end = after.findIndex((block, index) =>
    isHeading(block) ? !hasText(after, index, densities) : isLinks(block, densities),
  );
  const label = after[end - 1];
  const from = label && isLabel(label) && isAmongLinks(label, densities) ? end - 1 : end;
  return [...before, ...(end < 0 ? [] : after.slice(from))].filter(
    (block) => holdsNoContent(block, densities) && !isItemOfProse(block) && !isInFields(block),
  );
}

/** Is there text below a heading, without any link, up to the next one? */
function hasText(blocks: HtmlElement[], heading: number, { own }: TextDensities): boolean {
  if (own(blocks[heading] as HtmlElement).linked > 0) return false;
  let text = 0;
  for (let index = heading + 1; index < blocks.length; index += 1) {
    const block = blocks[index] as HtmlElement;
    if (own(block).linked > 0) return false;
    if (isHeading(block) && text > 0) return true;
    if (!isHeading(block)) text += own(block).text;
  }
  return text > 0;
}

/** Blocks of links before the title of a short page. */
export function linksBeforeTitle(densities: TextDensities): HtmlElement[] {
  const title = densities.blocks.findIndex(({ name }) => name === 'h1');
  return densities.blocks
    .slice(0, Math.max(0, title))
    .filter((block) => isLinks(block, densities) && holdsNoContent(block, densities));
}

/** A block with text of its own may hold others: no prose, and nothing but links if it is not the innermost. */
function holdsNoContent(block: HtmlElement, densities: TextDensities): boolean {
  const { text, linked, prose } = densities.of(block);
  const isInnermost = text === densities.own(block).text;
  return prose === 0 && (isInnermost || (linked >= text * 0.5 && !hasElement(block, isHeading)));
}

/** Does nothing but links stand beside it in its element? A label such as “Related topics” goes with them. */
const isAmongLinks = ({ parent }: HtmlElement, densities: TextDensities) =>
  parent !== null && 'attribs' in parent && densities.of(parent).linked > 0 && holdsNoContent(parent, densities);

const isLinks = (block: HtmlElement, { own }: TextDensities) => own(block).linked >= own(block).text * 0.5;

/** Do all its links lead to the same page? */
const hasOnlyInternalLinks = (block: HtmlElement) =>
  findElements(block, ({ name, attribs }) => name === 'a' && 'href' in attribs).every(({ attribs }) =>
    attribs.href?.startsWith('#'),
  );
