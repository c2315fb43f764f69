import type { OutlineEntry } from './pdf-file.ts';
import type { PdfBlock } from './pdf-paragraphs.ts';
import { bodySize } from './pdf-rows.ts';

/** The blocks of one page. */
export interface PageBlocks {
  page: number;
  blocks: PdfBlock[];
}

const MAX_HEADING_LENGTH = 160;
const HEADING_SIZE = 1.12;
const MAX_LEVEL = 6;
/** Where more of a document is bold, that tells no heading. Even questions and answers have less. */
const MOST_BOLD = 0.4;
/** A short document may have little more than headings. */
const MIN_BOLD = 500;
/** A line in bold that ends with a colon and has as many words is a sentence. */
const LEAD_IN_WORDS = 9;
/** The number of a title on the page, which the outline often lacks: `3.1`, `Chapter 3`, `Appendix B.` */
const NUMBER = String.raw`(?:\p{L}{4,12} )?(?:\d{1,3}(?:\.\d{1,3}){0,5}|[A-Z](?:\.\d{1,3}){0,5}|[IVXLC]{1,6})[.:)]?`;
const BEGINS_WITH_NUMBER = new RegExp(`^${NUMBER} `, 'u');
const IS_NUMBER = new RegExp(`^${NUMBER}$`, 'u');

/** Joins the number or label above a title of the outline to it, where it stands on a line of its own. */
export function joinNumbers(pages: PageBlocks[], outline: OutlineEntry[]): PageBlocks[] {
  const outlineLevel = levelsByOutline(outline);
  return pages.map(({ page, blocks }) => {
    const joined: PdfBlock[] = [];
    for (const block of blocks) {
      const above = joined.at(-1);
      const isNumbered = above?.kind === 'paragraph' && IS_NUMBER.test(above.text);
      if (above && isNumbered && outlineLevel(block, page) !== undefined)
        joined.splice(-1, 1, { ...block, text: `${above.text} ${block.text}` });
      else joined.push(block);
    }
    return { page, blocks: joined };
  });
}

/**
 * The level of each block that is a heading. First by the outline; else by the sizes larger than the body, the largest first;
 * then bold lines of the body's size that stand alone. Those that the outline lacks have the level of its titles of the same
 * size, or are below the title before them; no title of the outline is below them.
 */
export function findHeadings(pages: PageBlocks[], outline: OutlineEntry[]): Map<PdfBlock, number> {
  const outlineLevel = levelsByOutline(outline);
  const levelByForm = levelsByForm(pages.flatMap(({ blocks }) => blocks));
  const ofSize = new Map<number, number>();
  const told = new Map<PdfBlock, number>();
  for (const { page, blocks } of pages) {
    for (const block of blocks) {
      const level = outlineLevel(block, page);
      if (level === undefined) continue;
      told.set(block, level);
      if (!ofSize.has(Math.round(block.size))) ofSize.set(Math.round(block.size), level);
    }
  }
  const levels = new Map<PdfBlock, number>();
  const next = [...told.values()];
  let above = 0;
  for (const block of pages.flatMap(({ blocks }) => blocks)) {
    const known = told.get(block);
    if (known !== undefined) {
      levels.set(block, known);
      above = known;
      next.shift();
      continue;
    }
    const level = levelByForm(block);
    if (level === null) continue;
    const beside = ofSize.get(Math.round(block.size)) ?? Math.max(level, above + 1);
    levels.set(block, above === 0 ? level : Math.min(MAX_LEVEL, Math.max(beside, next[0] ?? 1)));
  }
  return levels;
}

/**
 * Tells the level of a block that the outline names, of the blocks in their order: a page may show the same title twice. Either
 * of the two may lack the title's number.
 */
function levelsByOutline(outline: OutlineEntry[]): (block: PdfBlock, page: number) => number | undefined {
  const levels = new Map<string, number[]>();
  for (const { title, page, level } of outline) {
    for (const key of keysOf(title)) {
      const known = levels.get(`${page} ${key}`) ?? [];
      levels.set(`${page} ${key}`, [...known, Math.min(level, MAX_LEVEL)]);
    }
  }
  return ({ kind, lines, text }, page) => {
    if (levels.size === 0 || kind === 'table-row' || lines > 6) return undefined;
    const left = keysOf(text).map((key) => levels.get(`${page} ${key}`));
    const found = left.find((some) => some !== undefined);
    return found && found.length > 1 ? found.shift() : found?.[0];
  };
}

function levelsByForm(blocks: PdfBlock[]): (block: PdfBlock) => number | null {
  const body = bodySize(blocks);
  const bold = lettersOf(blocks.filter((block) => block.bold));
  const isBoldRare = bold <= Math.max(MIN_BOLD, lettersOf(blocks) * MOST_BOLD);
  const isShort = (block: PdfBlock) =>
    block.lines <= 3 &&
    block.text.length <= MAX_HEADING_LENGTH &&
    /\p{L}/u.test(block.text) &&
    !/[,;]$/.test(block.text);
  const isLarge = (block: PdfBlock) =>
    block.size > body * HEADING_SIZE && isShort(block) && (block.kind === 'paragraph' || block.ordered === true);
  const sizes = [...new Set(blocks.filter(isLarge).map((block) => Math.round(block.size)))].sort((a, b) => b - a);
  const numbered = numberedAlone(blocks);
  return (block) => {
    if (isLarge(block)) return Math.min(sizes.indexOf(Math.round(block.size)) + 1, 4);
    const standsOut =
      isBoldRare &&
      block.bold &&
      (block.kind === 'paragraph' || numbered.has(block)) &&
      isShort(block) &&
      !isSentence(block.text);
    return standsOut && block.size > body * 0.95 ? Math.min(sizes.length + 1, 5) : null;
  };
}

/** Bold lines with a number that are not items of one list: titles of sections, as contracts have them. */
function numberedAlone(blocks: PdfBlock[]): Set<PdfBlock> {
  const isItem = (block: PdfBlock | undefined) =>
    block?.bold === true && block.ordered === true && /^\d/.test(block.text);
  return new Set(blocks.filter((block, at) => isItem(block) && !isItem(blocks[at - 1]) && !isItem(blocks[at + 1])));
}

const lettersOf = (blocks: PdfBlock[]) => blocks.reduce((sum, { text }) => sum + text.length, 0);

/** Also one that leads in to a list or code. */
const isSentence = (text: string) =>
  text.endsWith('.') || (text.endsWith(':') && text.split(' ', LEAD_IN_WORDS).length === LEAD_IN_WORDS);

const normalizedKey = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** What a title is known by: all of it, and without its number. */
const keysOf = (title: string): string[] => [
  ...new Set([title, title.trim().replace(BEGINS_WITH_NUMBER, '')].map(normalizedKey).filter((key) => key !== '')),
];
