import type { Block } from './blocks.ts';

/** The blocks of two passages that follow each other: what one begins and the next continues is one block again. */
export function joinBlocks(before: Block[], after: Block[]): Block[] {
  const [last, next] = [before.at(-1), after[0]];
  if (!last || !next?.continued || last.kind !== next.kind) return [...before, ...after];
  const codeSpans = [...(last.codeSpans ?? []), ...(next.codeSpans ?? [])];
  const links = [...(last.links ?? []), ...(next.links ?? [])];
  const whole = {
    ...last,
    end: next.end,
    ...(codeSpans.length > 0 && { codeSpans }),
    ...(links.length > 0 && { links }),
  };
  return [...before.slice(0, -1), whole, ...after.slice(1)];
}

/** A block whose offsets count from `offset` units before. */
export function moveBlock({ start, end, codeSpans, links, ...block }: Block, offset: number): Block {
  return {
    ...block,
    start: start + offset,
    end: end + offset,
    ...(codeSpans && { codeSpans: codeSpans.map(([from, to]): [number, number] => [from + offset, to + offset]) }),
    ...(links && { links: links.map((link) => ({ ...link, start: link.start + offset, end: link.end + offset })) }),
  };
}
