import mammoth from 'mammoth';
import { SourceFailure, sourceFailures } from '../../failures.ts';
import type { ParsedDocument } from '../../types.ts';
import { repairEndRecord } from '../archive/zip-archive.ts';
import { addBlocks } from '../html/html-blocks.ts';
import { parseTree } from '../html/html-tree.ts';
import { createTextBuilder, normalizeTitle } from '../text/text-builder.ts';
import { readParts, type XmlPart } from './docx-archive.ts';
import { readNumbering } from './docx-numbering.ts';
import { repack } from './docx-repack.ts';
import { readStyles } from './docx-styles.ts';
import { HEADING_STYLE, ITEM_STYLE, writeAsShown } from './docx-text.ts';

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/** The number of an item is part of its text. */
const LIST = "ol[style='list-style-type: none']";
/** Word's title styles, and our own of headings and of items with a number. */
const STYLES = [
  ...['Title', 'Titel', 'Titre', 'Título', 'Titolo'].map((name) => `p[style-name='${name}'] => h1:fresh`),
  "p[style-name='Subtitle'] => p:fresh",
  ...LEVELS.slice(0, 6).map((level) => `p.${HEADING_STYLE}${level} => h${level}:fresh`),
  ...LEVELS.map((level) => `p.${ITEM_STYLE}${level} => ${Array(level).fill(LIST).join(' > li > ')} > li:fresh`),
];
/** The way back from a note to its mark. */
const BACK_LINK = /\s?<a href="#(?:foot|end)note-ref-[^"]*">↑<\/a>/g;

/** Parses a Word document: headings, paragraphs, lists, tables, notes. Ignores images and everything outside the file. */
export async function parseDocx(bytes: Uint8Array): Promise<ParsedDocument> {
  const html = await toHtml(bytes);
  const builder = createTextBuilder();
  addBlocks(parseTree(html).childNodes, builder);
  const document = builder.finish({});
  const heading = document.blocks.find(({ kind, level }) => kind === 'heading' && level === 1);
  return { ...document, title: heading ? normalizeTitle(document.text.slice(heading.start, heading.end)) : null };
}

async function toHtml(bytes: Uint8Array): Promise<string> {
  try {
    const archive = repairEndRecord(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const buffer = await asShown(archive, await readParts(archive));
    const noImage = mammoth.images.imgElement(async () => ({ src: '' }));
    const { value } = await mammoth.convertToHtml({ buffer }, { styleMap: STYLES, convertImage: noImage });
    return value.replace(BACK_LINK, '');
  } catch (error) {
    if (error instanceof SourceFailure) throw error;
    if (error instanceof RangeError) throw sourceFailures.tooComplex();
    throw sourceFailures.unreadable('Word');
  }
}

/** The file with the text that Word shows of it. */
function asShown(archive: Buffer, parts: XmlPart[]): Promise<Buffer> {
  const find = (name: RegExp) => parts.find((part) => name.test(part.name))?.content;
  const context = { styles: readStyles(find(/styles\.xml$/i)), numbering: readNumbering(find(/numbering\.xml$/i)) };
  const texts = parts.filter(({ name }) => !/(?:styles|numbering)\.xml$/i.test(name));
  return repack(archive, new Map(texts.map(({ name, content }) => [name, writeAsShown(content, context)])));
}
