import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { sourceFailures } from '../failures.ts';
import type { Fetched, Fetcher, FetchRequest } from './fetcher.ts';
import { pageRedirect } from './page-redirect.ts';
import { identifyPage } from './sent-type.ts';

/** The media types of robots.txt and sitemaps vary too much to be checked. */
async function fetchAnyType(
  fetcher: Fetcher,
  request: Pick<FetchRequest, 'url' | 'leadsTo' | 'signal'>,
  limit: number,
): Promise<Fetched> {
  const fetched = await fetcher.fetch({ ...request, accepts: () => limit });
  // Without validators, no answer is `Unchanged`.
  if (!fetched.changed) throw sourceFailures.urlUnreadable();
  return fetched;
}

/** Fetches a text of at most `limit` bytes. Rejects as `Fetcher.fetch`. */
export async function fetchText(fetcher: Fetcher, url: string, limit: number, signal: AbortSignal): Promise<string> {
  const { path } = await fetchAnyType(fetcher, { url, signal }, limit);
  try {
    return (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  } finally {
    await rm(path, { force: true });
  }
}

/** Fetches a text, also where a page leads there, and yields it piece by piece. A gzip file (`.gz`) is decompressed; `limit` counts decompressed bytes. */
export async function* streamText(
  fetcher: Fetcher,
  url: string,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const leadsTo = async (answer: Fetched) => pageRedirect(answer, await identifyPage(answer));
  const fetched = await fetchAnyType(fetcher, { url, signal, leadsTo }, limit);
  try {
    const file = createReadStream(fetched.path);
    const bytes = (await isGzip(fetched.path)) ? file.pipe(createGunzip()) : file;
    file.on('error', (error) => bytes.destroy(error));
    const decoder = new TextDecoder();
    let bytesRead = 0;
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      bytesRead += piece.length;
      if (bytesRead > limit) throw sourceFailures.urlTooLarge(Math.ceil(limit / (1024 * 1024)));
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
