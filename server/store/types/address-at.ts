import { lineInForge } from '../../platform/text/forge-line.ts';
import { headingSlug } from '../../platform/text/heading-slug.ts';
import type { ChunkRow } from './chunks.ts';

type Placed = Pick<ChunkRow, 'address' | 'hasAnchors' | 'forge' | 'title' | 'headings' | 'blocks' | 'start' | 'text'>;

/**
 * The address of a chunk's page at an offset of its document: with the line, if the page is the file itself and its line is known, else
 * with the anchor of the heading above it, unless that is the title of
 * the page, or the address has a fragment already. Null where there is no page.
 */
export function addressAt(chunk: Placed, offset: number): string | null {
  const { address, hasAnchors, forge, title, headings, blocks, start, text } = chunk;
  const line = forge === undefined ? null : lineAt(chunk, offset);
  if (address !== null && forge !== undefined && line !== null) return lineInForge(address, forge, line);
  if (address === null || !hasAnchors || address.includes('#')) return address;
  const inside = blocks.findLast((block) => block.kind === 'heading' && start + block.start <= offset);
  const heading = inside ? text.slice(inside.start, inside.end) : headings.at(-1);
  if (heading === undefined || heading === title) return address;
  const slug = headingSlug(heading);
  return slug === '' ? address : `${address}#${encodeURIComponent(slug)}`;
}

/** The line of the file in which the words at an offset begin; null where it is not known. */
function lineAt({ blocks, start }: Placed, offset: number): number | null {
  const block = blocks.findLast((one) => start + one.start <= offset);
  return block?.lines?.findLast(([at]) => start + at <= offset)?.[1] ?? null;
}
