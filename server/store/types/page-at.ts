import type { PagePlace } from './chunks.ts';

/** The page on which an offset of a chunk lies, by the offsets of its document; null where that has no pages. */
export function pageAt({ page, laterPages }: PagePlace, offset: number): number | null {
  return laterPages.findLast(({ start }) => start <= offset)?.page ?? page;
}
