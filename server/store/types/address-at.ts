import { headingSlug } from '../../platform/text/heading-slug.ts';
import type { ChunkRow } from './chunks.ts';

type Placed = Pick<ChunkRow, 'address' | 'hasAnchors' | 'title' | 'headings' | 'blocks' | 'start' | 'text'>;

/**
 * The address of a chunk's page at an offset of its document: with the anchor of the heading above it, unless that is the title of
 * the page, or the address has a fragment already. Null where there is no page.
 */
export function addressAt(chunk: Placed, offset: number): string | null {
  const { address, hasAnchors, title, headings, blocks, start, text } = chunk;
  if (address === null || !hasAnchors || address.includes('#')) return address;
  const inside = blocks.findLast((block) => block.kind === 'heading' && start + block.start <= offset);
  const heading = inside ? text.slice(inside.start, inside.end) : headings.at(-1);
  if (heading === undefined || heading === title) return address;
  const slug = headingSlug(heading);
  return slug === '' ? address : `${address}#${encodeURIComponent(slug)}`;
}
