import { crc32 } from 'node:zlib';
import mammoth from 'mammoth';
import { fromBufferPromise } from 'yauzl';
import { collapseWhitespace } from '../../../platform/text/collapse-whitespace.ts';
import { SourceFailure, sourceFailures } from '../../failures.ts';
import type { Block, ParsedDocument } from '../../types.ts';
import { childNamed, parseXml } from '../archive/xml.ts';
import { repairEndRecord } from '../archive/zip-archive.ts';
import { addBlocks } from '../html/html-blocks.ts';
import { findElements, parseTree, textContent } from '../html/tree/html-tree.ts';
import { pictureText } from '../text/picture-text.ts';
import { createTextBuilder, normalizeProse, normalizeTitle } from '../text/text-builder.ts';
import { toldOf } from '../text/told-left-out.ts';
import { readParts, type XmlPart } from './docx-archive.ts';
import { readNumbering } from './docx-numbering.ts';
import { readStyles } from './docx-styles.ts';
import { type FoundText, HEADING_STYLE, ITEM_STYLE, LINE_STYLE, writeAsShown } from './docx-text.ts';
import { paragraphTexts, parsePart } from './docx-tree.ts';

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/** The number of an item is part of its text. */
const LIST = "ol[style='list-style-type: none']";
/** Word's title styles, and our own of headings and of items with a number. */
const STYLES = [
  ...['Title', 'Titel', 'Titre', 'Título', 'Titolo'].map((name) => `p[style-name='${name}'] => h1.title:fresh`),
  "p[style-name='Subtitle'] => p:fresh",
  ...LEVELS.slice(0, 6).map((level) => `p.${HEADING_STYLE}${level} => h${level}:fresh`),
  ...LEVELS.map((level) => `p.${ITEM_STYLE}${level} => ${Array(level).fill(LIST).join(' > li > ')} > li:fresh`),
  `p.${LINE_STYLE} => ul > li:fresh`,
];
const HEADER = /header\d*\.xml$/i;
const FOOTER = /footer\d*\.xml$/i;
const CORE = /core\.xml$/i;
/** `1. Scope` and `Article II: Scope`: a part of a document. */
const NUMBERED = /^(?:\p{L}+\s+)?(?:\d+|[IVX]+)(?:[.:)\s]|$)/u;
/** How much of a document is looked at for its title, in characters. */
const BEGINNING = 2_000;
/** The way back from a note to its mark. */
const BACK_LINK = /\s?<a href="#(?:foot|end)note-ref-[^"]*">↑<\/a>/g;

/** Parses a Word document: headings, paragraphs, lists, tables, notes. Ignores images and everything outside the file. */
export async function parseDocx(bytes: Uint8Array): Promise<ParsedDocument> {
  const found: FoundText = { shown: 0, hidden: [], struck: [], contents: [] };
  const { html, edges, named } = await toHtml(bytes, found);
  const tree = parseTree(html);
  const builder = createTextBuilder();
  addBlocks(tree.childNodes, builder);
  const leftOut = [
    ...toldOf('navigation', found.contents),
    ...toldOf('header', edges.header),
    ...toldOf('footer', edges.footer),
    ...toldOf('hidden', found.hidden),
    ...toldOf('struck', found.struck),
  ];
  const pictures = findElements(tree, ({ name, attribs }) => name === 'img' && pictureText(attribs.alt) === '').length;
  const document = {
    ...builder.finish({}),
    ...(leftOut.length > 0 && { leftOut }),
    shown: found.shown,
    pictures,
  };
  const titled = findElements(tree, ({ name, attribs }) => name === 'h1' && attribs.class === 'title').map(textContent);
  const title =
    titled.find((text) => text.trim() !== '') ?? titleHeading(document, edges) ?? corroborated(named, document, edges);
  return { ...document, title: title === null ? null : normalizeTitle(title) };
}

/**
 * The first heading of the first level, if it is no chapter: it stands alone, above all others, right above another one, or at
 * the top of each page.
 */
function titleHeading({ text, blocks }: ParsedDocument, { header }: ShownFile['edges']): string | null {
  const isFirstLevel = ({ kind, level }: Block) => kind === 'heading' && level === 1;
  const [at = -1, ...others] = blocks.flatMap((block, index) => (isFirstLevel(block) ? [index] : []));
  const first = blocks[at];
  if (!first) return null;
  const heading = text.slice(first.start, first.end);
  if (others.length === 0) return heading;
  const isAbove = at === 0 || others.includes(at + 1) || header.some((line) => line.includes(heading));
  return isAbove && !NUMBERED.test(heading) ? heading : null;
}

/** The title among the properties of the file, which are often those of another one, if the document says it too. */
function corroborated(title: string, { text }: ParsedDocument, { header, footer }: ShownFile['edges']): string | null {
  const said = [text.slice(0, BEGINNING), ...header, ...footer].join('\n');
  const plain = (one: string) => collapseWhitespace(normalizeProse(one)).toLowerCase();
  return /\p{L}{3}/u.test(title) && plain(said).includes(plain(title)) ? title : null;
}

interface ShownFile {
  html: string;
  /** The title among the properties of the file; may be empty. */
  named: string;
  edges: Record<'header' | 'footer', string[]>;
}

async function toHtml(bytes: Uint8Array, found: FoundText): Promise<ShownFile> {
  try {
    const archive = repairEndRecord(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const parts = await readParts(archive);
    const buffer = await asShown(archive, parts, found);
    const noImage = mammoth.images.imgElement(async () => ({ src: '' }));
    const { value } = await mammoth.convertToHtml({ buffer }, { styleMap: STYLES, convertImage: noImage });
    const edges = { header: edgeTexts(parts, HEADER), footer: edgeTexts(parts, FOOTER) };
    return { html: value.replace(BACK_LINK, ''), edges, named: titleProperty(parts) };
  } catch (error) {
    if (error instanceof SourceFailure) throw error;
    if (error instanceof RangeError) throw sourceFailures.tooComplex();
    throw sourceFailures.unreadable('Word');
  }
}

function titleProperty(parts: XmlPart[]): string {
  const core = parts.find(({ name }) => CORE.test(name));
  return (core && childNamed(parseXml(core.content), 'title')?.text.trim()) ?? '';
}

/** The file with the text that Word shows of it. */
function asShown(archive: Buffer, parts: XmlPart[], found: FoundText): Promise<Buffer> {
  const find = (name: RegExp) => parts.find((part) => name.test(part.name))?.content;
  const context = {
    styles: readStyles(find(/styles\.xml$/i)),
    numbering: readNumbering(find(/numbering\.xml$/i)),
    found,
  };
  const texts = parts.filter(({ name }) => !/(?:styles|numbering|header\d*|footer\d*|core)\.xml$/i.test(name));
  return repack(archive, new Map(texts.map(({ name, content }) => [name, writeAsShown(content, context)])));
}

/** What is above or below the text of each page, each line once: the first page and even pages often repeat it. */
function edgeTexts(parts: XmlPart[], name: RegExp): string[] {
  const texts = parts
    .filter((part) => name.test(part.name))
    .flatMap(({ content }) => paragraphTexts(parsePart(content)));
  return [...new Set(texts.map(normalizeProse))].filter((text) => /\p{L}/u.test(text));
}

/** Replaces some parts of the archive. Nothing in it is compressed, as it is read at once. */
async function repack(bytes: Buffer, changed: Map<string, Buffer>): Promise<Buffer> {
  const archive = await fromBufferPromise(bytes);
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    const content = changed.get(entry.fileName) ?? (await contentOf(await archive.openReadStreamPromise(entry)));
    const name = Buffer.from(entry.fileName);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const position = Buffer.alloc(14);
    position.writeUInt32LE(offset, 10);
    files.push(Buffer.from('PK\x03\x04'), fields, name, content);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, position, name);
    offset += 30 + name.length + content.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(directory.length / 4, 8);
  end.writeUInt16LE(directory.length / 4, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, central, end]);
}

async function contentOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
