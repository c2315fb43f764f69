import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Handler } from 'htmlparser2';
import { FILE_FORMATS } from '../../platform/files/file-formats.ts';
import { readRefresh } from '../../platform/network/meta-refresh.ts';
import type { Validators } from '../../store/types.ts';
import { sourceFailures } from '../failures.ts';
import { type FileIdentity, typeByMediaType } from '../file-type/identify-file.ts';
import { saysXhtml } from '../parsers/html/xhtml.ts';
import type { DocumentFile } from '../types.ts';
import type { Fetched, Fetcher, FetchRequest, Unchanged } from './fetcher.ts';
import { pageRedirect } from './page-redirect.ts';
import { identifyPage, isXml, mayBeDocument, mayBePage } from './sent-type.ts';

/** A fetched page, ready to be parsed. */
export interface WebPage {
  changed: true;
  /** The caller removes it. */
  file: DocumentFile;
  /** After redirects. */
  url: string;
  contentType: string;
  validators: Validators;
  /** Bytes. */
  size: number;
  /** Its canonical URL, null where it names none. */
  canonical: string | null;
  /** The URLs that it links to, or leads to by itself, in order, without duplicates; empty for all but HTML. */
  links: string[];
}

const MEGABYTE = 1024 * 1024;
const MAX_PAGE_BYTES = 10 * MEGABYTE;
const MAX_FILE_BYTES = 50 * MEGABYTE;
const MAX_LINKS = 5_000;
/** The parser refuses longer pages, too. */
const MAX_SCANNED_BYTES = 5 * MEGABYTE;
const MAX_URL_LENGTH = 2_048;
/** Links nested deeper are ignored: each open tag makes the parser slower. */
const MAX_DEPTH = 512;

export interface PageRequest extends Omit<FetchRequest, 'accepts' | 'leadsTo'> {
  /** Is a document of this media type wanted, beside pages of HTML? Every one that can be read, if absent. */
  wants?: (mediaType: string) => boolean;
}

/** The most bytes that are read of what is sent as this media type; null where it can be nothing that is wanted. */
function limitOf(mediaType: string, wants: (mediaType: string) => boolean): number | null {
  const type = typeByMediaType(mediaType);
  const isWanted = type?.format === 'html' || wants(type ? mediaType : FILE_FORMATS.pdf.mediaType);
  if (!isWanted || !mayBeDocument(mediaType)) return mayBePage(mediaType) ? MAX_PAGE_BYTES : null;
  return type && FILE_FORMATS[type.format].kind === 'text' ? MAX_PAGE_BYTES : MAX_FILE_BYTES;
}

/** Fetches a page and tells its format by its media type and its content together. Rejects as `Fetcher.fetch`. */
export async function fetchWebPage(
  fetcher: Fetcher,
  { wants = () => true, ...request }: PageRequest,
): Promise<WebPage | Unchanged> {
  const accepts = (mediaType: string) => limitOf(mediaType, wants);
  let identity: FileIdentity = { reason: 'unsupported' };
  // The last answer that is looked at is the one that stays.
  const leadsTo = async (answer: Fetched) => {
    identity = await identifyPage(answer);
    return pageRedirect(answer, identity);
  };
  const fetched = await fetcher.fetch({ ...request, accepts, leadsTo });
  if (!fetched.changed) return fetched;
  try {
    return await toWebPage(fetched, identity, wants);
  } catch (error) {
    await rm(fetched.path, { force: true });
    throw error;
  }
}

async function toWebPage(
  fetched: Fetched,
  identity: FileIdentity,
  wants: (mediaType: string) => boolean,
): Promise<WebPage> {
  const { url, path, mediaType, charset, validators, size } = fetched;
  const { pathname, hostname } = new URL(url);
  if (size > 0 && !('format' in identity)) throw sourceFailures.urlContentType(mediaType);
  const format = 'format' in identity ? identity.format : 'text';
  const isAsSent = typeByMediaType(mediaType, pathname)?.format === format;
  const contentType = isAsSent ? mediaType : FILE_FORMATS[format].mediaType;
  if (format !== 'html' && !wants(contentType)) throw sourceFailures.urlContentType(mediaType);
  if (FILE_FORMATS[format].kind === 'text' && charset !== null) await toUtf8(path, charset);
  const isXhtml = isXml(mediaType);
  const linked = format === 'html' ? await readLinks(path, url, isXhtml) : { canonical: null, links: [] };
  const fileName = lastSegment(pathname) || hostname;
  return {
    changed: true,
    file: { path, format, fileName, address: url, ...(isXhtml && { isXhtml }) },
    url,
    contentType,
    validators,
    size,
    ...linked,
  };
}

function lastSegment(pathname: string): string {
  const last = pathname.split('/').filter(Boolean).at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Rewrites a text whose encoding only the header names. Valid UTF-8 stays as it is, whatever the header says. */
async function toUtf8(path: string, charset: string): Promise<void> {
  const bytes = await readFile(path);
  if (isUtf8(bytes) || /^(?:\xff\xfe|\xfe\xff)/.test(bytes.subarray(0, 2).toString('latin1'))) return;
  try {
    await writeFile(path, `\ufeff${new TextDecoder(charset).decode(bytes)}`);
  } catch (error) {
    // An unknown label: the parser guesses by the content.
    if (!(error instanceof RangeError)) throw error;
  }
}

/** Streams the page through a tokenizer and builds no tree, so that no page blocks the server. */
async function readLinks(
  path: string,
  pageUrl: string,
  isXhtml: boolean,
): Promise<{ canonical: string | null; links: string[] }> {
  const links = new Set<string>();
  let base = pageUrl;
  let canonical: string | null = null;
  let depth = 0;
  const addLink = (href: string | undefined) => {
    const link = href === undefined || links.size >= MAX_LINKS ? null : linkUrl(href, base);
    if (link !== null) links.add(link);
  };
  // Loaded only when the first page is read.
  const { Parser } = await import('htmlparser2');
  const handler: Partial<Handler> = {
    onopentag(name, { href, rel, content, 'http-equiv': pragma }) {
      depth += 1;
      if (name === 'meta' && pragma?.toLowerCase() === 'refresh') addLink(readRefresh(content)?.url || undefined);
      if (href === undefined) return;
      if (name === 'base' && base === pageUrl) base = URL.parse(href, pageUrl)?.href ?? pageUrl;
      else if (name === 'link' && canonical === null && rel?.toLowerCase().split(/\s+/).includes('canonical')) {
        canonical = linkUrl(href, base);
      } else if (name === 'a' || name === 'area') addLink(href);
    },
    onclosetag() {
      depth -= 1;
    },
  };
  let parser: InstanceType<typeof Parser> | undefined;
  for await (const piece of createReadStream(path, { encoding: 'utf8', end: MAX_SCANNED_BYTES })) {
    parser ??= new Parser(handler, { recognizeSelfClosing: isXhtml || saysXhtml(piece) });
    parser.write(piece);
    if (depth > MAX_DEPTH) break;
  }
  return { canonical, links: [...links] };
}

/** The http URL that a link leads to, without its fragment. The fetcher decides what may be requested. */
function linkUrl(href: string, base: string): string | null {
  const url = URL.parse(href.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  url.hash = '';
  return url.href.length > MAX_URL_LENGTH ? null : url.href;
}
