import { sourceFailures } from '../../failures.ts';
import type { ParsedDocument } from '../../types.ts';
import { decodeText } from '../text/decode-text.ts';
import { createTextBuilder, normalizeTitle } from '../text/text-builder.ts';
import { addBlocks } from './html-blocks.ts';
import { findBoilerplate } from './html-boilerplate.ts';
import { leftOutTexts, toldOf } from './html-left-out.ts';
import { findElements, parseTree, textContent } from './html-tree.ts';
import { removeWikiParts } from './html-wiki-parts.ts';
import { cutRepeated } from './site-edges.ts';
import { endsEarlyAsHtml, saysXhtml } from './xhtml.ts';

/** The largest page that is read, in bytes. */
const MAX_BYTES = 5 * 1024 * 1024;

/**
 * Parses an HTML page: its main content, without menus, headers, footers and forms unless nothing else is left. `repeated`, of a
 * page of a site: what other pages begin and end with. `isXhtml`, of a page that was sent as XHTML; others say so themselves.
 */
export function parseHtml(bytes: Uint8Array, repeated?: readonly string[], isXhtml = false): ParsedDocument {
  if (bytes.length > MAX_BYTES) throw sourceFailures.tooLong('5 MB of HTML');
  const html = decodeText(bytes, declaredCharset(bytes));
  const tree = parseTree(html, { isXml: isXhtml || saysXhtml(html) || endsEarlyAsHtml(html) });
  removeWikiParts(tree);
  const [title] = findElements(tree, ({ name }) => name === 'title').map(textContent);
  const [page] = findElements(tree, ({ name }) => name === 'html');
  const language = page?.attribs.lang?.match(/^[a-z]{2,3}(?=-|$)/i)?.[0]?.toLowerCase();
  const builder = createTextBuilder();
  const boilerplate = findBoilerplate(tree);
  addBlocks(tree.childNodes, builder, boilerplate);
  const texts = leftOutTexts(tree, boilerplate);
  const leftOut = [...texts].flatMap(([kind, some]) => toldOf(kind, some));
  const whole = { ...builder.finish(language ? { language } : {}), ...(leftOut.length > 0 && { leftOut }) };
  const document = repeated ? cutRepeated(whole, repeated, [...texts.values()].flat()) : whole;
  return { ...document, title: titleOf(document, normalizeTitle(title ?? '')) };
}

/** The first heading of level 1, or one that the page's `title` begins with: the title without the site's name. */
function titleOf({ text, blocks }: ParsedDocument, title: string | null): string | null {
  const headings = blocks
    .filter(({ kind }) => kind === 'heading')
    .map(({ level, start, end }) => ({ level, text: normalizeTitle(text.slice(start, end)) }));
  const first =
    headings.find(({ level }) => level === 1) ?? headings.find((heading) => title?.startsWith(`${heading.text} `));
  return first?.text ?? title;
}

/** The encoding that a `meta` element in the first 4 kB names. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  return head.match(/<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{2,40})/i)?.[1];
}
