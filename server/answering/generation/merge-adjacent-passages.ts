import type { Passage } from '../types.ts';

/** More than white space between two passages is text that was left out, such as a heading. In UTF-16 units. */
const MAX_GAP = 2;

const follows = (before: Passage, after: Passage): boolean =>
  before.sourceId === after.sourceId &&
  before.seq + 1 === after.seq &&
  before.end <= after.start &&
  after.start - before.end <= MAX_GAP;

/**
 * Groups passages that are adjacent in a document into blocks, in the document's order. A block takes the place of its
 * best passage. Each passage is in one block, mostly alone.
 */
export function mergeAdjacentPassages(passages: Passage[]): Passage[][] {
  const blocks: Passage[][] = [];
  const placed = new Set<Passage>();
  for (const passage of passages) {
    if (placed.has(passage)) continue;
    const block = [passage];
    const before = () => passages.find((other) => block[0] && follows(other, block[0]));
    const after = () => passages.find((other) => follows(block.at(-1) ?? passage, other));
    for (let found = before(); found; found = before()) block.unshift(found);
    for (let found = after(); found; found = after()) block.push(found);
    for (const one of block) placed.add(one);
    blocks.push(block);
  }
  return blocks;
}

/** The text of a block. Only the length of the white space between two passages is known, so it becomes line breaks. */
export function blockText(block: Passage[]): string {
  return block.reduce((text, passage, at) => {
    const before = block[at - 1];
    return before ? `${text}${'\n'.repeat(passage.start - before.end)}${passage.text}` : passage.text;
  }, '');
}
