import type { Block, ParsedDocument } from '../types.ts';

/** The blocks under one heading, or under several small neighbouring ones. */
export interface Section {
  /** The heading path that all blocks share, outermost first. */
  headings: string[];
  /** The path and the headings inside: what the section is indexed under. */
  indexed: string[];
  /** In order, at least one. */
  blocks: Block[];
}

/** Deeper heading paths are cut. */
const MAX_PATH = 6;
/** Sections shorter than this share of the target are merged with neighbours under the same parent. */
const SMALL_SHARE = 0.2;

/** A section of the document: a heading path, the heading's block and the blocks below it. */
interface RawSection {
  path: string[];
  heading: Block | null;
  body: Block[];
}

/** Splits a document at its headings. Small neighbouring sections are merged, with their headings inside the text. */
export function groupSections(document: ParsedDocument, target: number): Section[] {
  const sections: Section[] = [];
  let small: RawSection[] = [];
  let last: RawSection[] = [];

  const flush = () => {
    if (small.length === 0) return;
    sections.push(mergeSections(small));
    last = small;
    small = [];
  };

  for (const raw of splitAtHeadings(document)) {
    if (small.length === 0 && isRest(raw, last, target)) {
      last = [...last, raw];
      sections.splice(-1, 1, mergeSections(last));
      continue;
    }
    const fits = spanLength([...small, raw]) <= target;
    const [first] = small;
    if (first && !(fits && spanLength(small) < target * SMALL_SHARE && shareParent(first, raw))) {
      const above = headingsAbove(raw, small);
      small = small.slice(0, small.length - above.length);
      flush();
      small = above;
    }
    small.push(raw);
    // A heading without text of its own waits for the section below it.
    if (raw.body.length > 0 && spanLength(small) >= target * SMALL_SHARE) flush();
  }
  flush();
  return sections;
}

function splitAtHeadings({ text, blocks }: ParsedDocument): RawSection[] {
  const path: { level: number; text: string }[] = [];
  const sections: RawSection[] = [];
  const leave = (level: number) => {
    while ((path.at(-1)?.level ?? 0) >= level) path.pop();
  };
  const titles = () => path.slice(-MAX_PATH).map((heading) => heading.text);
  for (const block of blocks) {
    if (block.endsLevel !== undefined) leave(block.endsLevel);
    const current = sections.at(-1);
    if (block.kind !== 'heading') {
      if (current && block.endsLevel === undefined) current.body.push(block);
      else sections.push({ path: titles(), heading: null, body: [block] });
      continue;
    }
    const level = block.level ?? 1;
    leave(level);
    path.push({
      level,
      text: text.slice(block.start, block.end).replace(/\s+/g, ' '),
    });
    sections.push({ path: titles(), heading: block, body: [] });
  }
  return sections;
}

/** A few words below sections that are labels, which belong to the section above these: alone they say nothing. */
function isRest(raw: RawSection, before: RawSection[], target: number): boolean {
  const [first] = before;
  if (!first || raw.heading !== null || spanLength([raw]) >= target * SMALL_SHARE) return false;
  const isWithin = raw.path.every((heading, index) => first.path[index] === heading);
  return isWithin && spanLength([...before, raw]) <= target;
}

/** True for siblings. A heading without text stands with the sections below it, or with others without text beside it. */
function shareParent(first: RawSection, next: RawSection): boolean {
  const isBeside = first.body.length > 0 || (next.body.length === 0 && next.path.length === first.path.length);
  const parent = isBeside && first.heading ? first.path.slice(0, -1) : first.path;
  return parent.every((heading, index) => next.path[index] === heading);
}

/** The headings without text directly before a section that belong to it: they begin its chunk, instead of ending the one before. */
function headingsAbove(next: RawSection, before: RawSection[]): RawSection[] {
  const belongs = (raw: RawSection) => raw.body.length === 0 && shareParent(raw, next);
  return before.slice(before.findLastIndex((raw) => !belongs(raw)) + 1);
}

const blocksOf = (raw: RawSection) => (raw.heading ? [raw.heading, ...raw.body] : raw.body);

function spanLength(sections: RawSection[]): number {
  const start = sections[0] ? (blocksOf(sections[0])[0]?.start ?? 0) : 0;
  const last = sections.at(-1);
  return last ? (blocksOf(last).at(-1)?.end ?? 0) - start : 0;
}

/** A single section needs no heading in its text, as its path names it. Several need theirs to be understood. */
function mergeSections(sections: RawSection[]): Section {
  const [first] = sections;
  if (!first) return { headings: [], indexed: [], blocks: [] };
  const withBody = sections.filter((section) => section.body.length > 0);
  const [only] = withBody;
  if (only && withBody.length === 1) {
    const isLast = sections.at(-1) === only;
    // Headings without text above the only section with text are its path, unless they are on another branch.
    if (isLast && sections.every(({ path }) => path.every((heading, index) => only.path[index] === heading))) {
      return { headings: only.path, indexed: only.path, blocks: only.body };
    }
  }
  const shared = first.path.filter((heading, index) => sections.every(({ path }) => path[index] === heading));
  const common = shared.slice(0, first.path.findIndex((heading, index) => shared[index] !== heading) >>> 0);
  const headings = sections.length === 1 ? first.path : common;
  return {
    headings,
    indexed: [...new Set(sections.flatMap(({ path }) => path))],
    blocks: sections.flatMap(blocksOf),
  };
}
