import { joinedTerms } from '../../language/terms.ts';
import { sourceFailures } from '../failures.ts';
import type { Chunk, PageStart, ParsedDocument } from '../types.ts';
import { type BlockContext, contextOfBlocks } from './block-groups.ts';
import { contextLength } from './context-length.ts';
import { countWhile, cutBlocks } from './cut-blocks.ts';
import { groupSections, type Section } from './sections.ts';
import { type Unit as BareUnit, splitUnits } from './split-units.ts';

/** The target length of a chunk in characters; `DENSE_SHARE` of it in languages written without spaces. */
export const TARGET_LENGTH = 1000;
/** The most chunks of a document. */
const MAX_CHUNKS = 20_000;

/** A chunk may exceed the target by this factor before it is split at a worse position. */
const MAX_OVERRUN = 1.2;
/** A shorter piece is merged with a neighbour under the same heading. */
const MIN_SHARE = 0.25;
/** A chunk with this share of the target ends before a paragraph that would be split. */
const MIN_SHARE_BEFORE_BLOCK = 0.3;
/** Text without spaces says as much in fewer characters. Measured: .77 finds more than .5 in Japanese and Chinese. */
const DENSE_SHARE = 0.77;
const DENSE_LANGUAGES = new Set(['zh', 'ja', 'ko', 'th', 'lo', 'km', 'my', 'yue']);

/** The part of a document that becomes a chunk. */
export interface ChunkRange {
  start: number;
  end: number;
  /** The same object for all chunks of a section. */
  section: Section;
}

/** Yields the chunks of a document, in order. Throws `document_too_long` beyond `MAX_CHUNKS`. */
export function chunkDocument(document: ParsedDocument, fileName = '', target = TARGET_LENGTH): Generator<Chunk> {
  return toChunks(document, fileName, [...chunkRanges(document, target)]);
}

/**
 * Yields the ranges of the chunks of a document, in order. By estimate, no chunk is longer than the embedder's context, unless a
 * single sentence is. Throws `document_too_long` beyond `MAX_CHUNKS`.
 */
export function* chunkRanges(
  document: ParsedDocument,
  target = TARGET_LENGTH,
  contextTokens = Number.POSITIVE_INFINITY,
): Generator<ChunkRange> {
  const wanted = DENSE_LANGUAGES.has(document.language) ? target * DENSE_SHARE : target;
  // What the embedder does not read of a chunk cannot be found by meaning.
  const length = Math.min(wanted, contextLength(contextTokens, document.text) / (MAX_OVERRUN + MIN_SHARE));
  const pageOf = pageFinder(document);
  let count = 0;
  for (const section of groupSections(document, length)) {
    for (const [first, last] of packSection(document, section, length, pageOf)) {
      count += 1;
      if (count > MAX_CHUNKS) throw sourceFailures.tooLong(`${MAX_CHUNKS} passages`);
      yield { start: first.start, end: last.end, section };
    }
  }
}

/**
 * Yields the chunks at these ranges. They are indexed under the document's title, its file name (often the only mention of the
 * year or the product) and their headings.
 */
export function* toChunks(document: ParsedDocument, fileName: string, ranges: ChunkRange[]): Generator<Chunk> {
  const title = document.title ?? '';
  const named = spaced(fileName.replace(/\.\w+$/, ''));
  // A page may have its title from its file name, whose words count once.
  const names = spaced(title) === named ? [title] : [title, named];
  const pageOf = pageFinder(document);
  let current: Section | null = null;
  let headingTerms = '';
  let number = -1;
  for (const [seq, { start, end, section }] of ranges.entries()) {
    if (section !== current) {
      current = section;
      number += 1;
      headingTerms = joinedTerms([...names, ...section.indexed].join('\n'), document.language);
    }
    const blocks = cutBlocks(section.blocks, start, end);
    const text = document.text.slice(start, end);
    const terms = joinedTerms(text, document.language);
    const laterPages = pagesWithin(document, start, end);
    const paged = { page: pageOf(start), ...(laterPages.length > 0 && { laterPages }) };
    yield { seq, start, end, text, headings: section.headings, ...paged, blocks, section: number, headingTerms, terms };
  }
}

const spaced = (name: string) => name.replace(/[_-]+/g, ' ');

interface Unit extends BareUnit {
  /** Of the unit's block. */
  context: BlockContext;
}

type Piece = [first: Unit, last: Unit];

/** Packs the units of a section into pieces of about equal length, which break at pages and paragraphs where possible. */
function packSection(
  document: ParsedDocument,
  section: Section,
  length: number,
  pageOf: (offset: number) => number | null,
): Piece[] {
  const contexts = contextOfBlocks(document, section.blocks);
  const units = section.blocks.flatMap((block, index) => {
    const context = contexts[index] ?? { group: block, introducedFrom: block.start };
    return splitUnits(document, block, length).map((unit) => ({ ...unit, context }));
  });
  const pieces: Piece[] = [];
  for (const run of groupByPage(units, pageOf, length * MIN_SHARE)) pieces.push(...packRun(run, length));
  return mergeSmall(pieces, length);
}

/** Groups the units by page. A group too short to stand alone stays with the page before. A sentence goes to the page that it leads into. */
function groupByPage(units: Unit[], pageOf: (offset: number) => number | null, least: number): Unit[][] {
  const runs: Unit[][] = [];
  let page: number | null = null;
  for (const unit of units) {
    const run = runs.at(-1);
    const own = pageOf(unit.start);
    const length = run?.[0] ? (run.at(-1)?.end ?? 0) - run[0].start : 0;
    if (run && (own === page || length < least)) run.push(unit);
    else if (run && run.length > 1 && isIntroduced(unit)) runs.push([...run.splice(-1), unit]);
    else runs.push([unit]);
    page = own;
  }
  return runs;
}

const isIntroduced = ({ start, startsBlock, context }: Unit) => startsBlock && context.introducedFrom < start;

function packRun(units: Unit[], length: number): Piece[] {
  const [head] = units;
  const tail = units.at(-1);
  if (!head || !tail) return [];
  const parts = Math.max(1, Math.ceil((tail.end - head.start) / (length * 1.05)));
  const goal = (tail.end - head.start) / parts;
  const pieces: Piece[] = [];
  let first = head;
  let firstIndex = 0;
  let last = head;
  for (const [index, unit] of units.entries()) {
    if (index === 0) continue;
    const size = last.end - first.start;
    const next = unit.end - first.start;
    const wholeBlock = unit.blockEnd - first.start;
    // A paragraph that does not fit begins the next chunk: halves of two paragraphs answer for neither.
    const breaksBeforeBlock =
      unit.startsBlock && size > length * MIN_SHARE_BEFORE_BLOCK && wholeBlock > length * MAX_OVERRUN;
    const balanced = !unit.startsBlock && wholeBlock > length * MAX_OVERRUN && next > goal && next - goal > goal - size;
    const full = next > length * MAX_OVERRUN || balanced;
    if (full || breaksBeforeBlock) {
      const at = breakBefore(units, index, firstIndex, length);
      pieces.push([first, units[at - 1] ?? last]);
      first = units[at] ?? unit;
      firstIndex = at;
    }
    last = unit;
  }
  pieces.push([first, last]);
  return pieces;
}

/**
 * Where a piece ends that is full before a unit: before all that the unit's block belongs with if that fits into one chunk, else
 * before what introduces the block, or before the last sentence of that, unless too little would be left of the piece.
 */
function breakBefore(units: Unit[], index: number, firstIndex: number, length: number): number {
  const unit = units[index];
  if (!unit?.startsBlock) return index;
  const { group, introducedFrom } = unit.context;
  const sentence = (isIntroduced(unit) ? units[index - 1] : undefined) ?? unit;
  const parts = [
    { ...group, most: MAX_OVERRUN },
    { start: introducedFrom, end: unit.end, most: MAX_OVERRUN },
    { start: sentence.start, end: unit.end, most: MAX_OVERRUN + MIN_SHARE },
  ];
  for (const { start, end, most } of parts) {
    let at = index;
    while (at > firstIndex && (units[at - 1]?.start ?? 0) >= start) at -= 1;
    const left = (units[at - 1]?.end ?? 0) - (units[firstIndex]?.start ?? 0);
    if (end - start <= length * most && at > firstIndex && left >= length * MIN_SHARE) return at;
  }
  return index;
}

/** Merges each piece that is too small with the neighbour that gives the shorter chunk. */
function mergeSmall(pieces: Piece[], length: number): Piece[] {
  const merged = [...pieces];
  for (let index = 0; index < merged.length; index += 1) {
    const piece = merged[index];
    if (!piece || merged.length === 1 || piece[1].end - piece[0].start >= length * MIN_SHARE) continue;
    const before = merged[index - 1];
    const after = merged[index + 1];
    const withBefore = before ? piece[1].end - before[0].start : Number.POSITIVE_INFINITY;
    const withAfter = after ? after[1].end - piece[0].start : Number.POSITIVE_INFINITY;
    if (Math.min(withBefore, withAfter) > length * (MAX_OVERRUN + MIN_SHARE)) continue;
    if (before && withBefore <= withAfter) merged.splice(index - 1, 2, [before[0], piece[1]]);
    else if (after) merged.splice(index, 2, [piece[0], after[1]]);
    index = Math.max(-1, index - 2);
  }
  return merged;
}

/** The page on which an offset lies. */
function pageFinder({ pages }: ParsedDocument): (offset: number) => number | null {
  return (offset) => pages[countPagesUpTo(pages, offset) - 1]?.page ?? pages[0]?.page ?? null;
}

/** The pages that begin after `start` and before `end`. */
function pagesWithin({ pages }: ParsedDocument, start: number, end: number): PageStart[] {
  return pages.slice(countPagesUpTo(pages, start), countPagesUpTo(pages, end - 1));
}

/** Counts the pages that begin at or before an offset. */
const countPagesUpTo = (pages: PageStart[], offset: number): number =>
  countWhile(pages, ({ start }) => start <= offset);
