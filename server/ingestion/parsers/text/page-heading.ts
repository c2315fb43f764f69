import type { ParsedDocument } from '../../types.ts';
import { normalizeTitle } from './text-builder.ts';

/** What else is known of a page than its text. */
interface PageNaming {
  /** Does a heading have the name by which the page is kept: that of its file, or its `title`? */
  namesPage: (heading: string) => boolean;
  /** Its first heading is made up like a logo. */
  hasBanner?: boolean;
}

/**
 * The heading that is the page's title, and the blocks with that heading at level 1; null without a heading of level 1. In some
 * manuals, every page begins with the name of the manual, and the title of the page stands directly below it. The other pages
 * are not known here, so that the page itself must tell: its name is in the heading below and not in the first, or the first is a
 * banner. A page that goes from its title to its first section at once keeps its title.
 */
export function pageHeading(
  { text, blocks }: Pick<ParsedDocument, 'text' | 'blocks'>,
  { namesPage, hasBanner = false }: PageNaming,
): { heading: string; isBanner: boolean; blocks: ParsedDocument['blocks'] } | null {
  const at = blocks.findIndex(({ kind, level }) => kind === 'heading' && level === 1);
  const [first, below] = at < 0 ? [] : blocks.slice(at, at + 2);
  if (!first) return null;
  const textOf = ({ start, end }: typeof first) => normalizeTitle(text.slice(start, end)) ?? '';
  const heading = textOf(first);
  const isBanner = hasBanner && !namesPage(heading);
  if (below?.kind !== 'heading' || namesPage(heading) || !(hasBanner || namesPage(textOf(below))))
    return { heading, isBanner, blocks };
  return { heading: textOf(below), isBanner: false, blocks: blocks.with(at + 1, { ...below, level: 1 }) };
}

/** A document with the title that its first heading gives: of this level, or of any. */
export function titledByHeading(document: ParsedDocument, level?: number): ParsedDocument {
  const isTitle = (block: ParsedDocument['blocks'][number]) =>
    block.kind === 'heading' && (level === undefined || block.level === level);
  const heading = document.blocks.find(isTitle);
  return { ...document, title: heading ? normalizeTitle(document.text.slice(heading.start, heading.end)) : null };
}
