import type { Handler } from 'htmlparser2';
import { textPieces } from '../../platform/files/text-pieces.ts';
import { MAX_REDIRECT_SECONDS, MIN_OWN_TEXT, type Refresh, readRefresh } from '../../platform/network/meta-refresh.ts';
import { countVisible } from '../../platform/text/count-visible.ts';
import type { FileIdentity } from '../file-type/identify-file.ts';
import { saysXhtml } from '../parsers/html/tree/xhtml.ts';
import type { Fetched } from './fetcher.ts';
import { isXml } from './sent-type.ts';
import { withoutFragment } from './url-policy.ts';

/** Only this much of a page is looked at, in bytes. A page that leads on says so at its beginning, and a larger one has a content. */
const MAX_BYTES = 64 * 1024;
/** Each open tag makes the parser slower. */
const MAX_DEPTH = 512;
/** A page that leads on within this many seconds is never read. */
const AT_ONCE = 1;
/** Elements whose text is not what the page itself says. */
const WITHOUT_OWN_TEXT = new Set('script style template noscript title nav header footer aside svg'.split(' '));

/**
 * Where a page of HTML leads by itself (`<meta http-equiv="refresh">`, or the header `Refresh`), as a URL; null where it is to be read.
 * It leads on if it says next to nothing itself, or if a browser leaves it at once. A page that only loads itself again
 * stays if it has a text, or leaves time to read and has not just set its first cookie. `identity`: what the answer is.
 */
export async function pageRedirect(
  { path, size, url, mediaType, ...sent }: Fetched,
  identity: FileIdentity,
): Promise<string | null> {
  const isPage = size === 0 || ('format' in identity && identity.format === 'html');
  if (!isPage) return null;
  const { ownText, ...named } = await scan(path, url, mediaType);
  const byHeader = sent.refresh === null ? null : readRefresh(sent.refresh);
  const { refresh, base, isForced } = byHeader ? { refresh: byHeader, base: url, isForced: true } : named;
  if (!refresh || refresh.seconds > MAX_REDIRECT_SECONDS) return null;
  const target = URL.parse(refresh.url || url, base);
  if (!target) return null;
  target.hash = '';
  const saysLittle = size <= MAX_BYTES && ownText < MIN_OWN_TEXT;
  const isAtOnce = refresh.seconds <= AT_ONCE;
  const mustLoadAgain = refresh.seconds === 0 || sent.hasFirstCookie;
  if (target.href === withoutFragment(url)) return saysLittle && mustLoadAgain ? target.href : null;
  const isLeft = isAtOnce && isForced && /^https?:$/.test(target.protocol);
  return isLeft || saysLittle ? target.href : null;
}

interface Found {
  /** The first that the page names. */
  refresh: Refresh | null;
  /** What its address is relative to. */
  base: string;
  /** False in `noscript`: browsers that run scripts do not follow it. */
  isForced: boolean;
  /** Visible characters. */
  ownText: number;
}

/** Streams the page through a tokenizer and builds no tree. */
async function scan(path: string, url: string, mediaType: string): Promise<Found> {
  const found: Found = { refresh: null, base: url, isForced: true, ownText: 0 };
  let hasBase = false;
  const open: string[] = [];
  let silent = 0;
  // Loaded only when the first page is read.
  const { Parser } = await import('htmlparser2');
  const handler: Partial<Handler> = {
    onopentag(name, { href, content, 'http-equiv': pragma }) {
      open.push(name);
      if (WITHOUT_OWN_TEXT.has(name)) silent += 1;
      if (open.includes('template')) return;
      if (name === 'base' && href !== undefined && !hasBase && !found.refresh) {
        hasBase = true;
        found.base = URL.parse(href, url)?.href ?? url;
      }
      if (name !== 'meta' || found.refresh || pragma?.toLowerCase() !== 'refresh') return;
      found.refresh = readRefresh(content);
      found.isForced = !open.includes('noscript');
    },
    onclosetag(name) {
      open.pop();
      if (WITHOUT_OWN_TEXT.has(name)) silent -= 1;
    },
    ontext(text) {
      if (silent === 0) found.ownText += countVisible(text);
    },
  };
  let parser: InstanceType<typeof Parser> | undefined;
  for await (const piece of textPieces(path, MAX_BYTES)) {
    parser ??= new Parser(handler, { recognizeSelfClosing: isXml(mediaType) || saysXhtml(piece) });
    parser.write(piece);
    if (open.length > MAX_DEPTH) break;
  }
  return found;
}
