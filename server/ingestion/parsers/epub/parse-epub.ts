import { sourceFailures } from '../../failures.ts';
import type { ParsedDocument } from '../../types.ts';
import { openZip } from '../archive/zip-archive.ts';
import { addBlocks } from '../html/html-blocks.ts';
import { struckTexts } from '../html/tree/html-elements.ts';
import { findElements, type HtmlDocument, hasElement, parseTree, textContent } from '../html/tree/html-tree.ts';
import { decodeText } from '../text/decode-text.ts';
import { createTextBuilder, normalizeTitle } from '../text/text-builder.ts';
import { footersIn, levelHeadings, navigationIn, printedAddressesIn } from './chapter-parts.ts';
import { readContents, readPackage } from './epub-package.ts';

/** A longer chapter is not one. */
const MAX_CHAPTER_BYTES = 5 * 1024 * 1024;
/** Parts of a book that list its other parts. */
const LISTS = /(?:^|\s)(?:toc|landmarks|page-list|loi|lot|index)(?:\s|$)/;

/** Parses an EPUB book: its chapters in reading order, each under its title. */
export async function parseEpub(bytes: Uint8Array): Promise<ParsedDocument> {
  const zip = await openZip(bytes);
  const { title, language, chapters, missing, contents } = await readPackage(zip);
  const titles = contents === null ? new Map<string, string>() : await readContents(zip, contents);
  const builder = createTextBuilder();
  for (const name of chapters) {
    const chapter = await zip.read(name);
    if (!chapter) continue;
    if (chapter.length > MAX_CHAPTER_BYTES) throw sourceFailures.tooLong('5 MB in one chapter');
    const tree = parseTree(decodeText(chapter), { isXml: true });
    const heading = titles.get(name) ?? titleOf(tree);
    const isHeaded = hasElement(tree, (element) => /^h[1-6]$/.test(element.name));
    if (!isHeaded && heading && heading !== title) builder.add('heading', heading, { level: 1 });
    levelHeadings(tree);
    const marked = findElements(tree, ({ attribs }) => LISTS.test(attribs['epub:type'] ?? ''));
    const navigation = navigationIn(tree);
    const footers = footersIn(tree);
    const notRead = new Set([...marked, ...navigation, ...footers, ...printedAddressesIn(tree)]);
    addBlocks(tree.childNodes, builder, notRead);
    builder.leaveOut('navigation', navigation.map(textContent));
    builder.leaveOut('footer', footers.map(textContent));
    builder.leaveOut('struck', struckTexts(tree));
  }
  const primary = /^[a-z]{2,3}(?=-|$)/i.exec(language)?.[0].toLowerCase();
  builder.leaveOut('missing', missing);
  const document = builder.finish(primary ? { language: primary } : {});
  return { ...document, title: normalizeTitle(title) };
}

/** Of a chapter without a heading. */
const titleOf = (tree: HtmlDocument): string =>
  normalizeTitle(findElements(tree, ({ name }) => name === 'title').map(textContent)[0] ?? '') ?? '';
