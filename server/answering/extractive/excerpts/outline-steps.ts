import type { Block } from '../../../store/types.ts';
import { hasOnlyMarker, LEADS_IN } from '../../passages/group-blocks.ts';
import type { Excerpt } from '../../passages/render-excerpt.ts';
import type { MatchedPassage } from '../../retrieval/match-passage.ts';
import type { Span } from '../../types.ts';

/** The other steps take at most this many characters in all. */
const MAX_OUTLINE = 300;

/** A longer sentence is not shown above a list of which it says what that is. */
const MAX_LEAD = 300;

/**
 * What leads into the list that a stretch of the passage begins in the middle of (“You must not:”), the items that it begins within,
 * and the other steps of the numbered list that it is a part of, in order, each by its first sentence: a reader who is shown the
 * third step learns that there are two before it, and of what a nested item is a part. Those that are nearest come first where not
 * all fit.
 */
export function outlineSteps({ passage, sentences }: MatchedPassage, stretch: Span): Span[] {
  const { blocks, text } = passage;
  const first = blocks.findIndex(({ end }) => end > stretch.start);
  const last = blocks.findLastIndex(({ start }) => start < stretch.end);
  if (first === -1 || last === -1) return [];
  const around = itemsAround(blocks, first);
  const before = stepsOf(blocks.slice(0, first).reverse(), blocks[first]).filter((step) => !around.includes(step));
  const next = hasOnlyMarker(text, blocks[last] as Block, stretch.end) ? last : last + 1;
  const after = stepsOf(blocks.slice(next), blocks[last]);
  const outline: Span[] = [];
  let room = MAX_OUTLINE;
  for (const { start, end } of [...around, ...before, ...after]) {
    const sentence = sentences.find((one) => one.end > start + MARKER_LENGTH && one.start < end);
    const span = { start, end: Math.min(end, sentence?.end ?? end) };
    room -= span.end - span.start;
    if (room < 0) break;
    outline.push(span);
  }
  const lead = leadInto(blocks, text, first);
  const said = lead && sentences.findLast((one) => one.start >= lead.start && one.end <= lead.end);
  if (said && said.end - said.start <= MAX_LEAD) outline.push({ start: said.start, end: said.end });
  return outline.sort((a, b) => a.start - b.start);
}

/** The paragraph whose colon leads into the list that a block is in the middle of. */
function leadInto(blocks: Block[], text: string, at: number): Block | undefined {
  const begin = blocks.slice(0, at + 1).findLastIndex(({ depth = 0 }) => depth === 0);
  const [first, ...others] = blocks.slice(begin + 1, at + 1).map(({ depth = 0 }) => depth);
  // A nested list that it leads into may be over.
  const isWithin = first !== undefined && others.length > 0 && others.every((depth) => depth >= first);
  const lead = isWithin ? blocks[begin] : undefined;
  return lead?.kind === 'paragraph' && LEADS_IN.test(text.slice(lead.start, lead.end)) ? lead : undefined;
}

/** A sentence that ends so early is the number of its step. */
const MARKER_LENGTH = 4;

/** The items that a block is in, the nearest first, without the item that it is itself. */
function itemsAround(blocks: Block[], at: number): Block[] {
  const around: Block[] = [];
  const block = blocks[at] as Block;
  let depth = (block.depth ?? 0) + (block.kind === 'list-item' && !block.continued ? 0 : 1);
  for (let before = at - 1; depth > 1 && before >= 0; before -= 1) {
    const { kind, continued, depth: own = 0 } = blocks[before] as Block;
    if (own === 0) break;
    if (kind !== 'list-item' || continued || own >= depth) continue;
    around.push(blocks[before] as Block);
    depth = own;
  }
  return around;
}

/** The steps among the blocks next to one in the same list, nearest first. */
function stepsOf(blocks: Block[], next: Block | undefined): Block[] {
  if ((next?.depth ?? 0) === 0) return [];
  const ends = blocks.findIndex(({ depth = 0 }) => depth === 0);
  const list = ends === -1 ? blocks : blocks.slice(0, ends);
  return list.filter((block) => block.kind === 'list-item' && block.depth === 1 && block.ordered && !block.continued);
}

/** An excerpt without the other steps that are shown already: a long procedure is in several passages, each with all its steps. */
export function withoutShownSteps(shown: readonly Excerpt[], excerpt: Excerpt): Excerpt {
  const { passage, steps = [] } = excerpt;
  if (steps.length === 0) return excerpt;
  const parts = shown
    .filter((one) => one.passage.sourceId === passage.sourceId)
    .flatMap((one) =>
      [one, ...(one.steps ?? [])].map(({ start, end }) => ({
        start: one.passage.start + start,
        end: one.passage.start + end,
      })),
    );
  const isShown = (at: number) => parts.some(({ start, end }) => start <= at && at < end);
  return { ...excerpt, steps: steps.filter(({ start }) => !isShown(passage.start + start)) };
}
