import { childNamed, elementsNamed, type XmlElement } from '../archive/xml.ts';
import type { TextBuilder } from '../text/text-builder.ts';

/** A paragraph on a slide. */
export interface Paragraph {
  text: string;
  level: number;
  /** By its own settings; undefined where the layout decides. */
  bullet: 'none' | 'sign' | 'number' | undefined;
  /** Of its largest letters, in hundredths of a point; undefined where the layout decides. */
  size: number | undefined;
  isBold: boolean;
}

/** The level of the first heading within a shape, below that of the slide. */
const INNER_LEVEL = 3;
const MAX_LEVEL = 8;
const MAX_HEADING = 80;
/** A number or sign in large letters is no heading. */
const WORD = /\p{L}{3}|\p{Lo}{2}/u;

/** The paragraphs of a body of text that are not empty. */
export function paragraphsOf(body: XmlElement | undefined): Paragraph[] {
  if (!body) return [];
  return body.children
    .filter(({ name }) => name === 'p')
    .map(readParagraph)
    .filter(({ text }) => text);
}

/** The text of a shape or cell on one line. */
export const textOf = (shape: XmlElement) =>
  paragraphsOf(childNamed(shape, 'txBody'))
    .map(({ text }) => text)
    .join(' ');

/** Is it struck out? */
export const isStruck = (run: XmlElement) =>
  /^(?:sng|dbl)Strike$/.test(childNamed(run, 'rPr')?.attributes.strike ?? '');

function readParagraph(paragraph: XmlElement): Paragraph {
  const settings = childNamed(paragraph, 'pPr');
  const signs = (settings?.children ?? []).map(({ name }) => name);
  const runs = paragraph.children.filter((run) => run.name === 'r' && childNamed(run, 't')?.text.trim());
  const sizes = runs.map((run) => Number(childNamed(run, 'rPr')?.attributes.sz)).filter((size) => size > 0);
  return {
    text: paragraph.children.map(runText).join('').trim(),
    level: Math.min(MAX_LEVEL, Math.max(0, Number(settings?.attributes.lvl ?? 0) || 0)),
    bullet: bulletOf(signs),
    size: sizes.length > 0 ? Math.max(...sizes) : undefined,
    isBold: runs.length > 0 && runs.every((run) => /^(?:1|true)$/.test(childNamed(run, 'rPr')?.attributes.b ?? '')),
  };
}

function bulletOf(signs: string[]): Paragraph['bullet'] {
  if (signs.includes('buNone')) return 'none';
  if (signs.includes('buAutoNum')) return 'number';
  return signs.includes('buChar') || signs.includes('buBlip') ? 'sign' : undefined;
}

function runText(run: XmlElement): string {
  if (run.name === 'br') return '\n';
  if (run.name === 'm' || run.name === 'AlternateContent')
    return elementsNamed(run, 't')
      .map(({ text }) => text)
      .join('');
  // A field may be the number of the slide, which is not text.
  const isNumber = run.name === 'fld' && /^slidenum/.test(run.attributes.type ?? '');
  return /^(?:r|fld)$/.test(run.name) && !isNumber && !isStruck(run) ? (childNamed(run, 't')?.text ?? '') : '';
}

/**
 * Adds the text of a shape or cell: paragraphs, items, and headings above others. `hasBullets`: the layout puts bullets before
 * paragraphs of a level, unless it is a single one. Tells whether there are headings, so that their sections end with it.
 */
export function addText(
  builder: TextBuilder,
  body: XmlElement | undefined,
  hasBullets: (level: number) => boolean,
): boolean {
  const paragraphs = paragraphsOf(body);
  const isItem = ({ bullet, level }: Paragraph) =>
    bullet ? bullet !== 'none' : (paragraphs.length > 1 || level > 0) && hasBullets(level);
  const headings = paragraphs.filter((one, at) => !isItem(one) && isHeading(one, paragraphs[at + 1]));
  const sizes = [...new Set(headings.map(({ size = 0 }) => size))].sort((one, other) => other - one);
  const counts: number[] = [];
  for (const paragraph of paragraphs) {
    const { text, level, bullet, size = 0 } = paragraph;
    counts.length = level + 1;
    if (headings.includes(paragraph)) builder.add('heading', text, { level: INNER_LEVEL + sizes.indexOf(size) });
    else if (!isItem(paragraph)) builder.add('paragraph', text);
    else {
      counts[level] = (counts[level] ?? 0) + 1;
      const ordered = bullet === 'number';
      builder.add('list-item', (ordered ? `${counts[level]}. ` : '- ') + text, {
        depth: level + 1,
        ...(ordered && { ordered }),
      });
    }
  }
  return headings.length > 0;
}

/** Adds the heading of what follows within a slide. */
export const addInnerHeading = (builder: TextBuilder, text: string) =>
  builder.add('heading', text, { level: INNER_LEVEL });

/** The sections of the headings within a shape end with it. */
export const endInnerSections = (builder: TextBuilder) => builder.endSection(INNER_LEVEL);

/** May a paragraph be the heading of another? */
export const canHead = ({ text }: Paragraph) =>
  text.length <= MAX_HEADING && /^[\p{Lu}\p{Lo}\d]/u.test(text) && WORD.test(text) && !/[.:;,。：；]$/.test(text);

/** A short paragraph in larger letters than the next, or in bold ones above others. */
function isHeading(paragraph: Paragraph, next: Paragraph | undefined): boolean {
  if (!next || !canHead(paragraph)) return false;
  const { size = 0, isBold } = paragraph;
  const below = next.size ?? 0;
  if (size > 0 && below > 0 && size !== below) return size > below;
  return isBold && !next.isBold;
}
