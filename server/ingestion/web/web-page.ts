import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Validators } from '../../store/types.ts';
import { sourceFailures } from '../failures.ts';
import type { ParseRequest } from '../parse/parse-messages.ts';
import { sniffFile } from '../parse/sniff.ts';
import type { Fetched, Fetcher, FetchRequest, Unchanged } from './fetch.ts';

/** A page as it was fetched, ready to be parsed. */
export interface WebPage {
  changed: true;
  /** The caller's to remove. */
  file: ParseRequest;
  /** After redirects. */
  url: string;
  contentType: string;
  validators: Validators;
  /** Bytes. */
  size: number;
  /** The address that it names as its own, null where it names none. */
  canonical: string | null;
  /** Where it leads, each address once, in order; empty for all but HTML. */
  links: string[];
}

const MEGABYTE = 1024 * 1024;
const LARGEST_PAGE = 10 * MEGABYTE;
const LARGEST_FILE = 50 * MEGABYTE;
const MOST_LINKS = 5_000;
/** What is longer cannot be parsed either. */
const MOST_READ = 5 * MEGABYTE;
const LONGEST_URL = 2_048;
/** Of tags in each other, each of which makes the next one slower to read. What lies deeper is not looked at for links. */
const DEEPEST = 512;

/** What we read from the web, as the extension of the same as a file. */
const EXTENSIONS: Record<string, string> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/x-markdown': 'md',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};

/** Is this the media type of a page of HTML? */
export const isHtmlType = (mediaType: string): boolean => EXTENSIONS[mediaType] === 'html';

/** The most bytes of this media type that are read, null for one that is not. */
export function documentLimit(mediaType: string): number | null {
  const extension = EXTENSIONS[mediaType];
  if (!extension) return null;
  return extension === 'pdf' || extension === 'docx' ? LARGEST_FILE : LARGEST_PAGE;
}

/** Fetches a page and finds out what it is: by its header and its content together. Rejects as `Fetcher.fetch`. */
export async function readPage(
  fetcher: Fetcher,
  request: Omit<FetchRequest, 'accepts'> & Partial<Pick<FetchRequest, 'accepts'>>,
): Promise<WebPage | Unchanged> {
  const fetched = await fetcher.fetch({ accepts: documentLimit, ...request });
  if (!fetched.changed) return fetched;
  try {
    return await recognised(fetched);
  } catch (error) {
    await rm(fetched.path, { force: true });
    throw error;
  }
}

async function recognised(fetched: Fetched): Promise<WebPage> {
  const { url, path, mediaType, charset, validators, size } = fetched;
  const { pathname, hostname } = new URL(url);
  const extension = extensionOf(mediaType, pathname);
  const sniffed = await sniffFile(path, `page.${extension}`);
  if (size > 0 && !('format' in sniffed)) throw sourceFailures.urlContentType();
  const format = 'format' in sniffed ? sniffed.format : 'text';
  if (format !== 'pdf' && format !== 'docx' && charset !== null) await toUtf8(path, charset);
  const about = format === 'html' ? await readLinks(path, url) : { canonical: null, links: [] };
  // For documents that name no title of their own.
  const fileName = nameOf(pathname) || hostname;
  const contentType = mediaType;
  return { changed: true, file: { path, format, fileName }, url, contentType, validators, size, ...about };
}

/** Servers that know no Markdown send it as text. */
function extensionOf(mediaType: string, pathname: string): string {
  const extension = EXTENSIONS[mediaType] ?? '';
  return extension === 'txt' && /\.(?:md|markdown)$/i.test(pathname) ? 'md' : extension;
}

function nameOf(pathname: string): string {
  const last = pathname.split('/').filter(Boolean).at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Rewrites a text whose encoding only the header names, so that its parser needs no header. What proves itself UTF-8 is that, whatever is said. */
async function toUtf8(path: string, charset: string): Promise<void> {
  const bytes = await readFile(path);
  if (isUtf8(bytes) || /^(?:\xff\xfe|\xfe\xff)/.test(bytes.subarray(0, 2).toString('latin1'))) return;
  try {
    await writeFile(path, `\ufeff${new TextDecoder(charset).decode(bytes)}`);
  } catch (error) {
    // A name that nobody knows: the parser guesses by the content.
    if (!(error instanceof RangeError)) throw error;
  }
}

/** Streams through the page, piece by piece, so that no page holds the server; builds no tree. */
async function readLinks(path: string, pageUrl: string): Promise<{ canonical: string | null; links: string[] }> {
  const links = new Set<string>();
  let base = pageUrl;
  let canonical: string | null = null;
  let depth = 0;
  // Loaded for who reads pages of the web.
  const { Parser } = await import('htmlparser2');
  const parser = new Parser({
    onopentag(name, { href, rel }) {
      depth += 1;
      if (href === undefined) return;
      if (name === 'base' && base === pageUrl) base = URL.parse(href, pageUrl)?.href ?? pageUrl;
      else if (name === 'link' && canonical === null && rel?.toLowerCase().split(/\s+/).includes('canonical')) {
        canonical = addressOf(href, base);
      } else if ((name === 'a' || name === 'area') && links.size < MOST_LINKS) {
        const link = addressOf(href, base);
        if (link !== null) links.add(link);
      }
    },
    onclosetag() {
      depth -= 1;
    },
  });
  for await (const piece of createReadStream(path, { encoding: 'utf8', end: MOST_READ })) {
    parser.write(piece);
    if (depth > DEEPEST) break;
  }
  return { canonical, links: [...links] };
}

/** The page that a link leads to: an http address without the place in the page. What may be asked is for the fetcher to say. */
function addressOf(href: string, base: string): string | null {
  const url = URL.parse(href.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  url.hash = '';
  return url.href.length > LONGEST_URL ? null : url.href;
}
