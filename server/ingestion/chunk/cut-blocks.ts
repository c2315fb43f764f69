import type { Block } from '../types.ts';

type Span = [start: number, end: number];

/** The blocks that reach into a part of the document, cut to it, with offsets that count from its start. */
export function cutBlocks(all: Block[], start: number, end: number): Block[] {
  return reaching(all, ({ start, end }) => [start, end], start, end).map(
    ({ codeSpans = [], links = [], lines = [], ...block }) => {
      const [from, to] = cut([block.start, block.end], start, end);
      const own = cutLines(lines, start, end);
      const spans = reaching(codeSpans, (span) => span, start, end).map((span) => cut(span, start, end));
      const cutLinks = reaching(links, ({ start, end }) => [start, end], start, end).map((link) => {
        const [from, to] = cut([link.start, link.end], start, end);
        return { ...link, start: from, end: to };
      });
      return {
        ...block,
        start: from,
        end: to,
        ...(spans.length > 0 && { codeSpans: spans }),
        ...(cutLinks.length > 0 && { links: cutLinks }),
        ...(own.length > 0 && { lines: own }),
        ...(block.start < start && { continued: true }),
      };
    },
  );
}

/** The lines from the one in which the part begins. */
function cutLines(lines: [at: number, line: number][], start: number, end: number): [at: number, line: number][] {
  const first = Math.max(
    0,
    lines.findLastIndex(([at]) => at <= start),
  );
  return lines
    .slice(first)
    .filter(([at]) => at < end)
    .map(([at, line]) => [Math.max(0, at - start), line]);
}

const cut = ([from, to]: Span, start: number, end: number): Span => [
  Math.max(from, start) - start,
  Math.min(to, end) - start,
];

/** Of items in order, those that have something between two offsets. A document may have a hundred thousand: found by binary search. */
function reaching<Item>(items: Item[], spanOf: (item: Item) => Span, start: number, end: number): Item[] {
  const first = countWhile(items, (item) => spanOf(item)[1] <= start);
  const last = countWhile(items, (item) => spanOf(item)[0] < end);
  return items.slice(first, last);
}

/** How many items at the beginning a condition holds for; it must hold for none after the first for which it does not. */
export function countWhile<Item>(items: Item[], holds: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
