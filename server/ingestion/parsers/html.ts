import { sourceFailures } from '../../errors.ts';
import { decodeText } from '../decode.ts';
import { createTextBuilder, normalizeTitle, type TextBuilder } from '../normalize.ts';
import type { ParsedDocument } from '../types.ts';
import { addBlocks, type Omit } from './html-blocks.ts';
import { findElements, type HtmlDocument, type HtmlElement, type HtmlNode, parseTree, rawText } from './html-tree.ts';

/** The largest page that is read, in bytes. */
const MAX_BYTES = 5 * 1024 * 1024;
/** A main part that holds less than this share of the page's text is not its content. */
const MAIN_SHARE = 0.25;

/** An HTML page: its main content, without menus, headers, footers and forms where something else is left. */
export function parseHtml(bytes: Uint8Array): ParsedDocument {
  if (bytes.length > MAX_BYTES) throw sourceFailures.tooLong('5 MB of HTML');
  const tree = parseTree(decodeText(bytes, declaredCharset(bytes)));
  const [title] = findElements(tree, ({ name }) => name === 'title').map(rawText);
  const [page] = findElements(tree, ({ name }) => name === 'html');
  const language = page?.attribs.lang?.match(/^[a-z]{2,3}(?=-|$)/i)?.[0]?.toLowerCase();
  const builder = mainContent(tree);
  const document = builder.finish(language ? { language } : {});
  return { ...document, title: firstHeading(document) ?? normalizeTitle(title ?? '') };
}

/** The page's `main` or only `article` where that is the bulk of it; else all but the surroundings; else everything. */
function mainContent(tree: HtmlDocument): TextBuilder {
  const whole = collect(tree.childNodes, 'surroundings');
  const mains = findElements(tree, isMain);
  const articles = findElements(tree, ({ name }) => name === 'article');
  const candidates = mains.length > 0 ? outermost(mains) : articles.length === 1 ? articles : [];
  const main = collect(candidates, 'surroundings');
  if (main.length() > 0 && main.length() >= whole.length() * MAIN_SHARE) return main;
  const everything = collect(tree.childNodes, 'nothing');
  return whole.length() > 0 && whole.length() >= everything.length() * 0.1 ? whole : everything;
}

function collect(nodes: HtmlNode[], omit: Omit): TextBuilder {
  const builder = createTextBuilder();
  addBlocks(nodes, builder, omit);
  return builder;
}

const isMain = ({ name, attribs }: HtmlElement) => name === 'main' || attribs.role === 'main';

function outermost(elements: HtmlElement[]): HtmlElement[] {
  return elements.filter((element) => {
    for (let parent = element.parent; parent; parent = parent.parent) {
      if (elements.includes(parent as HtmlElement)) return false;
    }
    return true;
  });
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
