import { sourceFailures } from '../failures.ts';
import { streamText } from '../web/fetch-text.ts';
import type { Fetcher } from '../web/fetcher.ts';

/** Addresses that list pages instead of being one: a sitemap, or the `llms.txt` that sites write for language models. */
const PAGE_LIST = /\/(?:[\w.-]*sitemap[\w.-]*\.(?:xml|txt)(?:\.gz)?|llms\.txt)$/i;

/** Is this a site's `llms.txt`? What it lists may be Markdown. */
export const isLlmsText = (url: string): boolean => /\/llms\.txt$/i.test(new URL(url).pathname);

/** Does this address list pages? */
export const isPageList = (url: string): boolean => PAGE_LIST.test(new URL(url).pathname);

export interface Sitemap {
  pages: string[];
  /** The sitemaps that a sitemap index names. */
  sitemaps: string[];
}

/** The limit of the sitemap protocol. */
const MAX_BYTES = 50 * 1024 * 1024;
/** Addresses of one; the limit of the protocol. */
const MAX_URLS = 50_000;
const MAX_URL_LENGTH = 2_048;
/** A sitemap nests three levels. Every open tag makes the parser slower. */
const MAX_DEPTH = 100;
/** `[Title](address)`. */
const MARKDOWN_LINK = /\]\(\s*<?([^\s()<>]{1,2048})/g;
/** Of a sitemap that is a list of lines: ten megabytes. */
const MAX_PIECES = 160;

/** Fetches a sitemap: XML, an index of others, a list of lines, or links in Markdown (`llms.txt`); also as gzip. `most`: addresses that are kept. Rejects as `Fetcher.fetch`. */
export async function fetchSitemap(fetcher: Fetcher, url: string, most: number, signal: AbortSignal): Promise<Sitemap> {
  const parser = await createSitemapParser(url, Math.min(most, MAX_URLS));
  try {
    for await (const piece of streamText(fetcher, url, MAX_BYTES, signal)) {
      parser.write(piece);
      if (parser.isFull()) break;
    }
  } catch (error) {
    // It begins as gzip but is broken.
    if (String((error as { code?: unknown }).code).startsWith('Z_')) throw sourceFailures.urlUnreadable();
    throw error;
  }
  return parser.end();
}

/** Expands no external entity and loads nothing; keeps only the text of `loc` inside `url` and `sitemap`. */
async function createSitemapParser(base: string, most: number) {
  // Loaded only when the first sitemap is read.
  const { Parser } = await import('htmlparser2');
  const pages = new Set<string>();
  const sitemaps = new Set<string>();
  const lines: string[] = [];
  let isXml: boolean | null = null;
  let into: Set<string> | null = null;
  let location: string | null = null;
  let depth = 0;

  const keep = (text: string, kept: Set<string>) => {
    const address = URL.parse(text.trim(), base);
    if (!address || !/^https?:$/.test(address.protocol) || address.href.length > MAX_URL_LENGTH) return;
    address.hash = '';
    if (kept.size < most) kept.add(address.href);
  };
  const parser = new Parser(
    {
      onopentagname(name) {
        depth += 1;
        if (name === 'url') into = pages;
        else if (name === 'sitemap') into = sitemaps;
        else if (name === 'loc' && into) location = '';
      },
      ontext(text) {
        if (location !== null && location.length < MAX_URL_LENGTH) location += text;
      },
      onclosetag(name) {
        depth -= 1;
        if (name === 'loc' && into && location !== null) keep(location, into);
        if (name === 'loc') location = null;
        else if (name === 'url' || name === 'sitemap') into = null;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );

  return {
    write(piece: string) {
      isXml ??= /^\ufeff?\s*</.test(piece);
      if (isXml) parser.write(piece);
      else lines.push(piece);
    },
    isFull: () => depth > MAX_DEPTH || pages.size >= most || lines.length > MAX_PIECES,
    end(): Sitemap {
      for (const line of lines.join('').split('\n')) {
        if (/^\s*https?:/i.test(line)) keep(line, pages);
        else for (const [, address = ''] of line.matchAll(MARKDOWN_LINK)) keep(address, pages);
      }
      return { pages: [...pages], sitemaps: [...sitemaps] };
    },
  };
}
