import mammoth from 'mammoth';
import { SourceFailure, sourceFailures } from '../../failures.ts';
import type { ParsedDocument } from '../../types.ts';
import { repairEndRecord } from '../archive/zip-archive.ts';
import { addBlocks } from '../html/html-blocks.ts';
import { parseTree } from '../html/html-tree.ts';
import { createTextBuilder, normalizeTitle } from '../text/text-builder.ts';
import { readTextParts } from './docx-archive.ts';
import { unwrapText } from './docx-repack.ts';

/** Word's title styles. Its numbered headings are mapped by default. */
const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"];

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
    const buffer = await unwrapText(archive, await readTextParts(archive));
    const noImage = mammoth.images.imgElement(async () => ({ src: '' }));
    const { value } = await mammoth.convertToHtml({ buffer }, { styleMap: STYLES, convertImage: noImage });
    return value;
  } catch (error) {
    if (error instanceof SourceFailure) throw error;
    if (error instanceof RangeError) throw sourceFailures.tooComplex();
    throw sourceFailures.unreadable('Word');
  }
}
