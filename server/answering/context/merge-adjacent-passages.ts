import { joinParts } from '../passages/join-parts.ts';
import type { Passage } from '../types.ts';

/** More than white space between two passages is text that was left out, such as a heading. In UTF-16 units. */
const MAX_GAP = 2;

/** Passages of two sections stay apart, because each has headings of its own. */
const follows = (before: Passage, after: Passage): boolean =>
  before.sourceId === after.sourceId &&
  before.section === after.section &&
  before.seq + 1 === after.seq &&
  before.end <= after.start &&
  after.start - before.end <= MAX_GAP;

/**
 * Groups passages that are adjacent in a document into blocks, in the document's order. A block takes the place of its
 * best passage. Each passage is in one block, mostly alone.
 */
export function mergeAdjacentPassages(passages: Passage[]): [Passage, ...Passage[]][] {
  const blocks: [Passage, ...Passage[]][] = [];
  const placed = new Set<Passage>();
  for (const passage of passages) {
    if (placed.has(passage)) continue;
    const block: [Passage, ...Passage[]] = [passage];
    const before = () => passages.find((other) => follows(other, block[0]));
    const after = () => passages.find((other) => follows(block.at(-1) ?? passage, other));
    for (let found = before(); found; found = before()) block.unshift(found);
    for (let found = after(); found; found = after()) block.push(found);
    for (const one of block) placed.add(one);
    blocks.push(block);
  }
  return blocks;
}

/** The passages of a block as one. */
export function joinPassages([first, ...others]: [Passage, ...Passage[]]): Passage {
  return { ...first, ...joinParts(first, others) };
}
