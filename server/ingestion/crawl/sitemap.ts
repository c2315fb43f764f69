import { sourceFailures } from '../failures.ts';
import type { Fetcher } from '../web/fetch.ts';
import { readPieces } from '../web/web-text.ts';

export interface Sitemap {
  pages: string[];
  /** Of an index: the sitemaps that it names. */
  sitemaps: string[];
}

/** As the protocol has it. */
const LARGEST = 50 * 1024 * 1024;
/** Of each sitemap; a crawl keeps no more. */
const MOST_ADDRESSES = 10_000;
const LONGEST_URL = 2_048;
/** A sitemap is three deep; every tag that stays open makes the next one slower to read. */
const DEEPEST = 100;
/** Of a list of lines: ten megabytes. */
const MOST_PIECES = 160;

/** Reads a sitemap: XML, an index of others, or a list of lines; also compressed. Rejects as `Fetcher.fetch`. */
export async function fetchSitemap(fetcher: Fetcher, url: string, signal: AbortSignal): Promise<Sitemap> {
  const reader = await createReader(url);
  try {
    for await (const piece of readPieces(fetcher, url, LARGEST, signal)) {
      reader.write(piece);
      if (reader.isFull()) break;
    }
  } catch (error) {
    // Compressed, or so it begins, and broken.
    if (String((error as { code?: unknown }).code).startsWith('Z_')) throw sourceFailures.urlUnreadable();
    throw error;
  }
  return reader.end();
}

/** No entity is expanded and nothing is loaded; only the text of `loc` inside of `url` and `sitemap` is kept. */
async function createReader(base: string) {
  // Loaded for who reads sites.
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
    if (!address || !/^https?:$/.test(address.protocol) || address.href.length > LONGEST_URL) return;
    address.hash = '';
    if (kept.size < MOST_ADDRESSES) kept.add(address.href);
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
        if (location !== null && location.length < LONGEST_URL) location += text;
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
    isFull: () => depth > DEEPEST || pages.size >= MOST_ADDRESSES || lines.length > MOST_PIECES,
    end(): Sitemap {
      for (const line of lines.join('').split('\n')) if (/^\s*https?:/i.test(line)) keep(line, pages);
      return { pages: [...pages], sitemaps: [...sitemaps] };
    },
  };
}
