import { sourceFailures } from '../../errors.ts';
import { decodeText } from '../decode.ts';
import { createTextBuilder, normalizeTitle } from '../normalize.ts';
import type { ParsedDocument } from '../types.ts';
import { addBlocks } from './html-blocks.ts';
import { findSurroundings } from './html-main.ts';
import { findElements, parseTree, rawText } from './html-tree.ts';

/** The largest page that is read, in bytes. */
const MAX_BYTES = 5 * 1024 * 1024;

/** An HTML page: its main content, without menus, headers, footers and forms where something else is left. */
export function parseHtml(bytes: Uint8Array): ParsedDocument {
  if (bytes.length > MAX_BYTES) throw sourceFailures.tooLong('5 MB of HTML');
  const tree = parseTree(decodeText(bytes, declaredCharset(bytes)));
  const [title] = findElements(tree, ({ name }) => name === 'title').map(rawText);
  const [page] = findElements(tree, ({ name }) => name === 'html');
  const language = page?.attribs.lang?.match(/^[a-z]{2,3}(?=-|$)/i)?.[0]?.toLowerCase();
  const builder = createTextBuilder();
  addBlocks(tree.childNodes, builder, findSurroundings(tree));
  const document = builder.finish(language ? { language } : {});
  return { ...document, title: firstHeading(document) ?? normalizeTitle(title ?? '') };
}

/** The text of the first heading of level 1, the page's own title without the site's name. */
function firstHeading(document: ParsedDocument): string | null {
  const heading = document.blocks.find(({ kind, level }) => kind === 'heading' && level === 1);
  return heading ? normalizeTitle(document.text.slice(heading.start, heading.end)) : null;
}

/** What the page's own meta element says within its first kilobytes. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  return head.match(/<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{2,40})/i)?.[1];
}
