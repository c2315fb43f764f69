import type { Handler } from 'htmlparser2';
import { textPieces } from '../../platform/files/text-pieces.ts';
import { readRefresh } from '../../platform/network/meta-refresh.ts';
import { called, toKebabCase } from '../parsers/html/tree/html-names.ts';
import { saysXhtml } from '../parsers/html/tree/xhtml.ts';

const MAX_LINKS = 5_000;
/** The parser refuses longer pages, too. */
const MAX_SCANNED_BYTES = 5 * 1024 * 1024;
const MAX_URL_LENGTH = 2_048;
/** Links nested deeper are ignored: each open tag makes the parser slower. */
const MAX_DEPTH = 512;

type Attributes = Record<string, string>;
/** Where a link stands. The header of a site counts as its menu. */
type Part = 'menu' | 'footer' | 'content';

const PARTS: Record<string, Part> = {
  nav: 'menu',
  header: 'menu',
  footer: 'footer',
  main: 'content',
  article: 'content',
};
const ROLES: Record<string, Part> = {
  navigation: 'menu',
  menu: 'menu',
  menubar: 'menu',
  banner: 'menu',
  contentinfo: 'footer',
  main: 'content',
};
/** Elements whose class or id tells what they are where a page has no better ones. */
const UNNAMED = /^(?:div|ul|section|table|td)$/;
/** Most names have none of these, and are not read further. */
const MAY_TELL = /menu|nav|masthead|topbar|footer/i;
const MENU = called('menu|nav|navbar|navigation|masthead|topbar');
const FOOTER = called('footer');

/**
 * The canonical URL of a page, and its links as `WebPage` has them. Streams the page through a tokenizer and builds no tree, so that
 * no page blocks the server.
 */
export async function readLinks(
  path: string,
  pageUrl: string,
  isXhtml: boolean,
): Promise<{ canonical: string | null; links: string[] }> {
  const links: Record<Part, Set<string>> = { menu: new Set(), footer: new Set(), content: new Set() };
  let base = pageUrl;
  let canonical: string | null = null;
  let depth = 0;
  /** The outermost part of the page around the tokenizer. */
  let part: Part | null = null;
  let partDepth = 0;
  const addLink = (href: string | undefined) => {
    const into = links[part ?? 'content'];
    const link = href === undefined || into.size >= MAX_LINKS ? null : linkUrl(href, base);
    if (link !== null) into.add(link);
  };
  // Loaded only when the first page is read.
  const { Parser } = await import('htmlparser2');
  const handler: Partial<Handler> = {
    onopentag(name, attributes) {
      const { href, rel, content, 'http-equiv': pragma } = attributes;
      depth += 1;
      if (part === null) {
        part = partNamed(name, attributes);
        partDepth = depth;
      }
      if (name === 'meta' && pragma?.toLowerCase() === 'refresh') addLink(readRefresh(content)?.url || undefined);
      if (href === undefined) return;
      if (name === 'base' && base === pageUrl) base = URL.parse(href, pageUrl)?.href ?? pageUrl;
      else if (name === 'link' && canonical === null && rel?.toLowerCase().split(/\s+/).includes('canonical')) {
        canonical = linkUrl(href, base);
      } else if (name === 'a' || name === 'area') addLink(href);
    },
    onclosetag() {
      if (depth === partDepth) part = null;
      depth -= 1;
    },
  };
  let parser: InstanceType<typeof Parser> | undefined;
  for await (const piece of textPieces(path, MAX_SCANNED_BYTES)) {
    parser ??= new Parser(handler, { recognizeSelfClosing: isXhtml || saysXhtml(piece) });
    parser.write(piece);
    if (depth > MAX_DEPTH) break;
  }
  return { canonical, links: inOrder(links) };
}

/**
 * What the site shows on its pages first: where not all of it may be read, that matters most. The shorter of menu and footer comes
 * first, as a menu of hundreds of goods would leave no room for what the footer has, nor a long footer for a short menu.
 */
function inOrder({ menu, footer, content }: Record<Part, Set<string>>): string[] {
  const around = footer.size < menu.size ? [...footer, ...menu] : [...menu, ...footer];
  return [...new Set([...around, ...content])].slice(0, MAX_LINKS);
}

function partNamed(name: string, { role, class: classes, id }: Attributes): Part | null {
  const known = PARTS[name] ?? ROLES[role?.toLowerCase() ?? ''];
  if (known || !UNNAMED.test(name)) return known ?? null;
  const names = [classes, id].filter((one) => one !== undefined && MAY_TELL.test(one)).map(toKebabCase);
  const isOneOf = (words: RegExp) => names.some((one) => words.test(one));
  return isOneOf(FOOTER) ? 'footer' : isOneOf(MENU) ? 'menu' : null;
}

/** The http URL that a link leads to, without its fragment. The fetcher decides what may be requested. */
function linkUrl(href: string, base: string): string | null {
  const url = URL.parse(href.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  url.hash = '';
  return url.href.length > MAX_URL_LENGTH ? null : url.href;
}
