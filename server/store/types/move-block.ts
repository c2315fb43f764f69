import type { Block } from './blocks.ts';

/** A block whose offsets count from `offset` units before. */
export function moveBlock({ start, end, codeSpans, ...block }: Block, offset: number): Block {
  return {
    ...block,
    start: start + offset,
    end: end + offset,
    ...(codeSpans && { codeSpans: codeSpans.map(([from, to]): [number, number] => [from + offset, to + offset]) }),
  };
}
