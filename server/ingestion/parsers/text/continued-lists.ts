import type { DocumentBlock } from '../../types.ts';

/** More blocks between two steps are a text of their own. */
const MAX_BETWEEN = 20;

/**
 * Puts the blocks between two steps of a numbered list into the first of them: a picture or a paragraph that is not indented
 * ends the list for Markdown and HTML, and the next number begins another one. To its author and its readers it is one.
 */
export function joinContinuedLists(text: string, blocks: DocumentBlock[]): void {
  let last: { at: number; number: number } | null = null;
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'heading' || block.endsLevel !== undefined) last = null;
    if (block.kind !== 'list-item' || !block.ordered || block.depth !== 1) continue;
    const number = Number.parseInt(text.slice(block.start, block.end), 10);
    if (last && number === last.number + 1 && at - last.at <= MAX_BETWEEN && block.callout === blocks[last.at]?.callout)
      deepen(blocks.slice(last.at + 1, at));
    last = { at, number };
  }
}

/** From the first one that is outside of the step, or the item of another list: those before it are in the step already. */
function deepen(between: DocumentBlock[]): void {
  const outside = between.findIndex(({ kind, depth = 0 }) => depth <= (kind === 'list-item' ? 1 : 0));
  if (outside === -1) return;
  for (const block of between.slice(outside)) block.depth = (block.depth ?? 0) + 1;
}
