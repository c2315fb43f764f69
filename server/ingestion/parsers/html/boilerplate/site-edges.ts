import { createHash } from 'node:crypto';
import type { Block, ParsedDocument } from '../../../types.ts';
import { toldOf } from '../../text/told-left-out.ts';
import { contactsIn } from './site-contacts.ts';

/** How many blocks of either end of a page are compared with those of other pages. */
const EDGE_BLOCKS = 40;
/** What is shorter may be the entry of a menu, which another page has in a list of its own. Characters. */
const MIN_LEFT_OUT = 30;
const HASH_LENGTH = 10;
const LIST_MARKER = /^(?:- |\d+\. )/;

/**
 * Cuts the blocks off a page of a site that stand at the beginning or the end of other pages as well. `repeated` has the edges that
 * those pages had in common: each is one block, which end it stands at, and whether it is the first of its text there, so that a
 * page that says the same as its footer keeps that. A page of nothing else stays as it is. `leftOut`: the blocks that were left out
 * of this page, which speak against the same blocks of other pages. `isStart`: of the start page, the end stays up to the last line
 * that says how the site's owner can be reached.
 */
export function cutRepeated(
  document: ParsedDocument,
  repeated: readonly string[],
  leftOut: readonly string[] = [],
  isStart = false,
): ParsedDocument {
  const { text, blocks } = document;
  const texts = blocks.map(({ start, end }) => text.slice(start, end));
  // A title is another thing than the entry of a menu with the same words.
  const marked = blocks.map(({ kind }, index) => (kind === 'heading' ? '# ' : '') + texts[index]);
  const leading = edgesOf(marked.slice(0, EDGE_BLOCKS), '<');
  const trailing = edgesOf(marked.slice(-EDGE_BLOCKS).reverse(), '>');
  const known = new Set(repeated);
  const first = countKnown(leading, known);
  const lastContact = isStart ? texts.findLastIndex((one) => contactsIn(one).length > 0) : -1;
  const after = Math.max(blocks.length - countKnown(trailing, known), lastContact + 1);
  const inside = blocks.slice(first, after);
  const [start, end] = [inside[0]?.start, inside.at(-1)?.end];
  const sentences = leftOut.filter(({ length }) => length >= MIN_LEFT_OUT).slice(-EDGE_BLOCKS);
  const elsewhere = [...edgesOf(sentences, '<'), ...edgesOf(sentences, '>')];
  if (start === undefined || end === undefined) return { ...document, edges: { kept: [], leftOut: elsewhere } };
  const kept = [...leading.slice(first, after), ...trailing.slice(blocks.length - after, blocks.length - first)];
  const edges = { kept, leftOut: elsewhere };
  if (inside.length === blocks.length) return { ...document, edges };
  const told = toldOf('repeated', [...texts.slice(0, first), ...texts.slice(after)]);
  return {
    ...document,
    text: text.slice(start, end),
    blocks: inside.map((block) => moved(block, start)),
    leftOut: [...(document.leftOut ?? []), ...told],
    edges,
  };
}

/** The block in a text that begins later. */
const moved = (block: Block, by: number): Block => ({
  ...block,
  start: block.start - by,
  end: block.end - by,
  ...(block.codeSpans && { codeSpans: block.codeSpans.map(([from, to]): [number, number] => [from - by, to - by]) }),
  ...(block.links && { links: block.links.map((link) => ({ ...link, start: link.start - by, end: link.end - by })) }),
});

/** The edges at one end, from the outside. */
function edgesOf(texts: readonly string[], side: '<' | '>'): string[] {
  const counts = new Map<string, number>();
  return texts.map((text) => {
    const words = text.replace(LIST_MARKER, '').toLowerCase();
    const hash = createHash('sha256').update(words).digest('base64url').slice(0, HASH_LENGTH);
    const count = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, count);
    return `${side}${count}${hash}`;
  });
}

function countKnown(edges: string[], known: ReadonlySet<string>): number {
  const end = edges.findIndex((edge) => !known.has(edge));
  return end < 0 ? edges.length : end;
}
