import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { sourceFailures } from '../failures.ts';
import type { Fetched, Fetcher } from './fetch.ts';

/** What robots.txt and sitemaps are sent as varies too much to look at it. */
async function fetchAny(fetcher: Fetcher, url: string, limit: number, signal: AbortSignal): Promise<Fetched> {
  const fetched = await fetcher.fetch({ url, accepts: () => limit, signal });
  // Nothing was known of it, so that it cannot be unchanged.
  if (!fetched.changed) throw sourceFailures.urlUnreadable();
  return fetched;
}

/** The text at an address, of at most `limit` bytes. Rejects as `Fetcher.fetch`. */
export async function readText(fetcher: Fetcher, url: string, limit: number, signal: AbortSignal): Promise<string> {
  const { path } = await fetchAny(fetcher, url, limit, signal);
  try {
    return (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  } finally {
    await rm(path, { force: true });
  }
}

/** The same piece by piece, also of a file that is itself compressed (`.gz`); as many pieces as its bytes allow. */
export async function* readPieces(
  fetcher: Fetcher,
  url: string,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const fetched = await fetchAny(fetcher, url, limit, signal);
  try {
    const file = createReadStream(fetched.path);
    const bytes = (await isGzip(fetched.path)) ? file.pipe(createGunzip()) : file;
    file.on('error', (error) => bytes.destroy(error));
    const decoder = new TextDecoder();
    let read = 0;
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      read += piece.length;
      if (read > limit) throw sourceFailures.urlTooLarge(Math.ceil(limit / (1024 * 1024)));
      yield decoder.decode(piece, { stream: true });
    }
  } finally {
    await rm(fetched.path, { force: true });
  }
}

async function isGzip(path: string): Promise<boolean> {
  for await (const head of createReadStream(path, { end: 1 }) as AsyncIterable<Buffer>) {
    return head[0] === 0x1f && head[1] === 0x8b;
  }
  return false;
}
