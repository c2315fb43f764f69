import { countVisible } from '../../../platform/text/count-visible.ts';
import type { ParsedDocument } from '../../types.ts';
import { addTerm, termLevel } from '../text/definition-lists.ts';
import { createTextBuilder, normalizeTitle, type TextBuilder } from '../text/text-builder.ts';
import { toldOf } from '../text/told-left-out.ts';
import type { Annotation } from './pdf-annotations.ts';
import { removeContents } from './pdf-contents.ts';
import type { OutlineEntry } from './pdf-file.ts';
import { type LaidOutPage, type ReadPage, removeHeadersAndFooters } from './pdf-headers-footers.ts';
import { findHeadings, joinNumbers, type PageBlocks } from './pdf-headings.ts';
import { type Line, lineText } from './pdf-lines.ts';
import { type PdfBlock, toBlocks } from './pdf-paragraphs.ts';
import { findReferences, type References } from './pdf-terms.ts';

/** What is known of a document beside the lines of its pages. */
interface PagesContext {
  /** By page, 1-based. */
  annotations: Map<number, Annotation[]>;
  outline: OutlineEntry[];
  title: string | null;
  /** The visible characters that the pages show; absent for what is recognized in a picture. */
  drawn?: number;
  /** Letters of fonts that do not tell which characters they are. */
  undecodable?: number;
  /** Others that are read as characters that they are not. */
  misread?: number;
  /** Pages that are pictures and were not read. */
  pictures?: number;
}

/** Makes a document of the lines of its pages. */
export function composePages(laidOut: LaidOutPage[], context: PagesContext): ParsedDocument {
  const { annotations, outline, title } = context;
  const { pages, entries } = removeContents(removeHeadersAndFooters(laidOut));
  const isKnownWord = hyphenatedWords(pages);
  const laidOutBlocks = pages.map(({ page, regions, turned }) => ({
    page,
    blocks: [...regions, ...turned].flatMap((region) => toBlocks(region, isKnownWord)),
  }));
  const builder = createTextBuilder();
  const blocks = joinNumbers(laidOutBlocks, outline);
  const levels = findHeadings(blocks, outline);
  const add = blockAdder(builder, levels, findReferences(blocks, levels));
  for (const { page, blocks: onPageBlocks } of blocks) {
    builder.startPage(page);
    const isAfterText = !annotations.get(page - 1)?.length;
    for (const [index, block] of onPageBlocks.entries()) add(block, index === 0 && isAfterText);
    for (const { kind, text } of annotations.get(page) ?? []) builder.add(kind, text);
  }
  const document = { ...builder.finish({}), ...measured(laidOut, pages, entries, context) };
  return { ...document, title: usableTitle(title) ?? largestHeading(blocks, levels) };
}

/** What the pages show beside their running lines, and what of it is not read. */
function measured(
  laidOut: LaidOutPage[],
  pages: ReadPage[],
  entries: Line[],
  { drawn, undecodable = 0, misread = 0, pictures = 0 }: PagesContext,
): Pick<ParsedDocument, 'leftOut' | 'shown' | 'pictures' | 'misread'> {
  const removed = lettersOf(laidOut) - lettersOf(pages);
  const running = (kind: 'header' | 'footer') => [
    ...new Set(pages.flatMap((page) => page.running[kind].map(lineText))),
  ];
  const leftOut = [
    ...(['header', 'footer'] as const).flatMap((kind) => toldOf(kind, running(kind))),
    ...toldOf('navigation', entries.map(lineText)),
    ...(undecodable + misread > 0
      ? [{ kind: 'undecodable' as const, characters: undecodable + misread, text: '' }]
      : []),
  ];
  return {
    ...(drawn !== undefined && { shown: drawn - removed + undecodable }),
    ...(leftOut.length > 0 && { leftOut }),
    pictures,
    ...(misread > 0 && { misread }),
  };
}

const lettersOf = (pages: LaidOutPage[]) =>
  pages
    .flatMap(({ regions, turned }) => [...regions, ...turned].flat())
    .reduce((sum, line) => sum + countVisible(lineText(line)), 0);

type Levels = ReadonlyMap<PdfBlock, number>;

/** Returns a function that adds a block. The first text of a page may continue the last one of the page before. */
function blockAdder(builder: TextBuilder, levels: Levels, { terms, ends }: References) {
  let above = 0;
  return (block: PdfBlock, mayContinue: boolean) => {
    const level = levels.get(block);
    const ofTerms = termLevel(above);
    if (ends.has(block) && ofTerms !== null) builder.endSection(ofTerms);
    if (level !== undefined) {
      builder.add('heading', block.text, { level });
      above = level;
    } else if (ofTerms !== null && block.term && terms.has(block)) {
      addTerm(builder, [block.term], ofTerms);
      builder.add('paragraph', block.text.slice(block.term.length).trim());
    } else if (!mayContinue || !joinsLast(builder, block)) builder.add(block.kind, block.text, attributesOf(block));
  };
}

const attributesOf = ({ depth, ordered, header }: PdfBlock) => ({
  ...(depth && { depth }),
  ...(ordered && { ordered }),
  ...(header && { header }),
});

/** Joins a block to the last one, if it continues that. Tells whether it did. */
function joinsLast(builder: TextBuilder, { kind, text }: PdfBlock): boolean {
  if (kind === 'code') return builder.continueCode(text);
  const continues = kind === 'paragraph' && builder.endsMidSentence() && /^\p{Ll}/u.test(text);
  if (continues) builder.continueProse(text);
  return continues;
}

/** Words written with a hyphen in the middle of some line: their hyphen is kept when it falls on a line's end. */
function hyphenatedWords(pages: LaidOutPage[]): (word: string) => boolean {
  const words = new Set<string>();
  for (const line of pages.flatMap(({ regions }) => regions.flat())) {
    const text = lineText(line);
    if (!text.includes('-')) continue;
    for (const [word] of text.matchAll(/(?<!\p{L})\p{L}+(?:-\p{L}+)+/gu)) words.add(word.toLowerCase());
  }
  return (word) => words.has(word);
}

/** Null for titles that a program generated, which name a file and not the document. */
function usableTitle(title: string | null): string | null {
  if (
    !title ||
    !/\p{L}{3}/u.test(title) ||
    /^(?:microsoft word|untitled|document\d*|powerpoint)|\.(?:docx?|pdf|pptx?|xlsx?|tex|indd|qxd|html?)$|^https?:/i.test(
      title,
    )
  )
    return null;
  return normalizeTitle(title);
}

/** The most prominent heading of the first two pages. */
function largestHeading(pages: PageBlocks[], levels: Levels): string | null {
  const headings = pages
    .slice(0, 2)
    .flatMap(({ blocks }) => blocks.filter((block) => levels.has(block)))
    .sort((a, b) => b.size - a.size);
  return headings[0] ? normalizeTitle(headings[0].text) : null;
}
