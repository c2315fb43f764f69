import type { Block, BlockKind, Callout, Link } from './blocks.ts';

/** In the database a kind and a callout are their place in these lists: add at the end only. */
const KINDS: BlockKind[] = ['heading', 'paragraph', 'list-item', 'table-row', 'code'];
const CALLOUTS: Callout[] = ['quote', 'note', 'tip', 'warning'];

/** What few blocks have. `s` holds both ends of each code span in turn, `a` them and the address of each link, `n` the offset and number of each line. */
interface Extras {
  l?: number;
  d?: number;
  o?: 1;
  g?: string;
  h?: 1;
  q?: number;
  s?: number[];
  a?: (number | string)[];
  n?: number[];
  c?: 1;
  u?: 1;
  p?: 1;
}

type Encoded = [kind: number, start: number, end: number, extras?: Extras];

/** The blocks of a chunk as compact JSON. */
export function encodeBlocks(blocks: Block[]): string {
  return JSON.stringify(blocks.map(encode));
}

/** The blocks that `encodeBlocks` wrote; none where the value is null or was not written by it. */
export function decodeBlocks(value: unknown): Block[] {
  if (typeof value !== 'string') return [];
  try {
    const found: unknown = JSON.parse(value);
    return Array.isArray(found) && found.every(isEncoded) ? found.map(decode) : [];
  } catch {
    return [];
  }
}

/** A hundred for each page: without spreads, as below. */
function encode(block: Block): Encoded {
  const { level, depth, language, callout, codeSpans, links, lines } = block;
  const extras: Extras = {};
  if (level !== undefined) extras.l = level;
  if (depth !== undefined) extras.d = depth;
  if (block.ordered) extras.o = 1;
  if (language !== undefined) extras.g = language;
  if (block.header) extras.h = 1;
  if (callout) extras.q = CALLOUTS.indexOf(callout);
  if (codeSpans) extras.s = codeSpans.flat();
  if (links) extras.a = links.flatMap(({ start, end, address }) => [start, end, address]);
  if (lines) extras.n = lines.flat();
  if (block.continued) extras.c = 1;
  if (block.summary) extras.u = 1;
  if (block.picture) extras.p = 1;
  const kind = KINDS.indexOf(block.kind);
  return Object.keys(extras).length > 0 ? [kind, block.start, block.end, extras] : [kind, block.start, block.end];
}

/** Thousands for each question: without spreads, which take several times as long. */
function decode([kind, start, end, extras]: Encoded): Block {
  const block: Block = { kind: KINDS[kind] ?? 'paragraph', start, end };
  if (extras === undefined) return block;
  const { l, d, o, g, h, q, s, a, n, c, u, p } = extras;
  const callout = q === undefined ? undefined : CALLOUTS[q];
  if (l !== undefined) block.level = l;
  if (d !== undefined) block.depth = d;
  if (o) block.ordered = true;
  if (g !== undefined) block.language = g;
  if (h) block.header = true;
  if (callout) block.callout = callout;
  if (s) block.codeSpans = inPairs(s);
  if (a) block.links = inLinks(a);
  if (n) block.lines = inPairs(n);
  if (c) block.continued = true;
  if (u) block.summary = true;
  if (p) block.picture = true;
  return block;
}

function inPairs(ends: number[]): [number, number][] {
  const pairs: [number, number][] = [];
  for (let at = 0; at < ends.length; at += 2) pairs.push([ends[at] as number, ends[at + 1] as number]);
  return pairs;
}

function inLinks(parts: (number | string)[]): Link[] {
  const links: Link[] = [];
  for (let at = 0; at < parts.length; at += 3)
    links.push({ start: parts[at] as number, end: parts[at + 1] as number, address: parts[at + 2] as string });
  return links;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isOne = (value: unknown) => value === 1;
const isPairs = (value: unknown) => Array.isArray(value) && value.length % 2 === 0 && value.every(isCount);
const isLinks = (value: unknown) =>
  Array.isArray(value) &&
  value.length % 3 === 0 &&
  value.every((part, at) => (at % 3 === 2 ? isAddress(part) : isCount(part)));
/** On the web, or relative: no script. */
const isAddress = (value: unknown) =>
  typeof value === 'string' && /^(?:https?:\/\/|(?![a-z][a-z\d+.-]*:|\/\/))/i.test(value);
const isRange = (start: unknown, end: unknown) => isCount(start) && isCount(end) && start <= end;

const EXTRAS: { [Key in keyof Required<Extras>]: (value: unknown) => boolean } = {
  l: isCount,
  d: isCount,
  o: isOne,
  g: (value) => typeof value === 'string',
  h: isOne,
  q: (value) => isCount(value) && value < CALLOUTS.length,
  s: (value) => isPairs(value),
  a: isLinks,
  n: (value) => isPairs(value),
  c: isOne,
  u: isOne,
  p: isOne,
};

function isEncoded(value: unknown): value is Encoded {
  if (!Array.isArray(value)) return false;
  const [kind, start, end, extras] = value as unknown[];
  return isCount(kind) && kind < KINDS.length && isRange(start, end) && (extras === undefined || isExtras(extras));
}

function isExtras(value: unknown): value is Extras {
  if (typeof value !== 'object' || value === null) return false;
  for (const key in value) {
    const extra = (value as Record<string, unknown>)[key];
    if (!Object.hasOwn(EXTRAS, key) || !EXTRAS[key as keyof Extras](extra)) return false;
  }
  return true;
}
