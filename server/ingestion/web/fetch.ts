import { rm } from 'node:fs/promises';
import type { Dispatcher } from 'undici';
import type { Validators } from '../../store/types.ts';
import { SourceFailure, sourceFailures } from '../failures.ts';
import { type FetchedFile, saveBody } from './fetch-body.ts';
import { failureOf, refusalOf } from './fetch-failure.ts';
import { guardedLookup, type Resolve, resolveName } from './safe-dns-lookup.ts';
import { type AddressRange, checkUrl } from './url-policy.ts';

export interface FetchRequest {
  url: string;
  /** The most bytes, decoded, that are taken of this media type (lower case, '' where none was said); null for one that is not wanted. */
  accepts: (mediaType: string, url: string) => number | null;
  /** What was said the last time. */
  validators?: Validators | null;
  /** May a redirect to this address be followed? Beside the rules for every address. */
  mayFollow?: (url: string) => boolean;
  signal: AbortSignal;
}

/** The answer in a temporary file, which is the caller's to remove. */
export interface Fetched extends FetchedFile {
  changed: true;
  /** After redirects. */
  url: string;
  mediaType: string;
  /** As the header names it. */
  charset: string | null;
  validators: Validators;
}

/** What was read the last time still holds. */
export interface Unchanged {
  changed: false;
  url: string;
}

export interface Fetcher {
  /**
   * Reads one address. Rejects with a `SourceFailure`, or with the signal's reason. Every hop of a redirect is checked as
   * the first address is, and the address that was looked up and checked is the one that is connected to.
   */
  fetch(request: FetchRequest): Promise<Fetched | Unchanged>;
  close(): Promise<void>;
}

export interface FetcherOptions {
  /** Where pages lie until they are read. */
  temporaryDirectory: string;
  /** Ranges that the operator opens beside the public addresses. */
  openedRanges?: AddressRange[];
  /** Another way to look up names, for tests. */
  resolve?: Resolve;
  /** Milliseconds for everything together; shorter in tests. */
  deadline?: number;
}

const USER_AGENT = 'Footnote/1.0';
const DEADLINE = 30_000;
const CONNECT_TIMEOUT = 10_000;
const MOST_REDIRECTS = 5;
const HEADER_BYTES = 16 * 1024;
const REDIRECTS = [301, 302, 303, 307, 308];

/** The only door to addresses that others choose. It sends no cookie, no credential and no referrer, and runs nothing. */
export function createFetcher({
  temporaryDirectory,
  openedRanges = [],
  resolve = resolveName,
  deadline = DEADLINE,
}: FetcherOptions): Fetcher {
  /** Only for the first address: it takes 30 MB and a good part of the start, and not every server reads addresses. */
  async function open() {
    const { Agent, buildConnector, request } = await import('undici');
    const agent = new Agent({
      // A name is looked up once a connection, by a look-up that refuses: nothing is left to be looked up a second time.
      connect: (options, callback) =>
        buildConnector({ timeout: CONNECT_TIMEOUT, lookup: guardedLookup(resolve, options.port, openedRanges) })(
          options,
          callback,
        ),
      allowH2: false,
      maxHeaderSize: HEADER_BYTES,
      keepAliveTimeout: 4_000,
      headersTimeout: deadline,
      bodyTimeout: deadline,
    });
    return { agent, request };
  }
  let opened: ReturnType<typeof open> | null = null;

  async function fetchWithin(wanted: FetchRequest, signal: AbortSignal): Promise<Fetched | Unchanged> {
    const { url, response } = await follow(wanted, signal);
    const { statusCode, headers, body } = response;
    try {
      if (statusCode === 304 && wanted.validators) return { changed: false, url };
      if (statusCode !== 200) throw refusalOf(statusCode, one(headers['retry-after']));
      const { mediaType, charset } = contentType(one(headers['content-type']));
      const limit = wanted.accepts(mediaType, url);
      if (limit === null) throw sourceFailures.urlContentType();
      const file = await saveBody(body, one(headers['content-encoding']), { limit, temporaryDirectory, signal });
      const etag = one(headers.etag);
      const validators = { url, etag, lastModified: one(headers['last-modified']), digest: file.digest };
      if (wanted.validators?.digest === file.digest && wanted.validators.url === url) {
        await rm(file.path, { force: true });
        return { changed: false, url };
      }
      return { changed: true, url, mediaType, charset, validators, ...file };
    } finally {
      discard(body);
    }
  }

  async function follow(wanted: FetchRequest, signal: AbortSignal) {
    opened ??= open();
    const { agent, request } = await opened;
    const seen = new Set<string>();
    for (let url: string | null = wanted.url; ; ) {
      url = checkUrl(url, openedRanges);
      if (url === null) throw sourceFailures.urlNotAllowed();
      if (seen.size > MOST_REDIRECTS || seen.has(url)) throw sourceFailures.urlRedirects();
      if (seen.size > 0 && wanted.mayFollow?.(url) === false) throw sourceFailures.urlLeadsAway();
      seen.add(url);
      const headers = { ...HEADERS, ...conditions(wanted.validators, url) };
      const response: Dispatcher.ResponseData = await request(url, { dispatcher: agent, headers, signal });
      const location = REDIRECTS.includes(response.statusCode) ? one(response.headers.location) : null;
      if (location === null) return { url, response };
      discard(response.body);
      url = URL.parse(location, url)?.href ?? '';
    }
  }

  return {
    async fetch(wanted) {
      const late = AbortSignal.timeout(deadline);
      try {
        return await fetchWithin(wanted, AbortSignal.any([wanted.signal, late]));
      } catch (error) {
        if (wanted.signal.aborted) throw wanted.signal.reason;
        throw error instanceof SourceFailure ? error : failureOf(error);
      }
    },
    async close() {
      await (await opened)?.agent.destroy();
    },
  };
}

const HEADERS = {
  'user-agent': USER_AGENT,
  accept: 'text/html, application/xhtml+xml, text/markdown, text/plain;q=0.9, application/pdf;q=0.8, */*;q=0.5',
  'accept-encoding': 'gzip, br',
};

function conditions(validators: Validators | null | undefined, url: string): Record<string, string> {
  if (validators?.url !== url) return {};
  return {
    ...(validators.etag !== null && { 'if-none-match': validators.etag }),
    ...(validators.lastModified !== null && { 'if-modified-since': validators.lastModified }),
  };
}

/** A body that is not read to its end would keep its connection. */
function discard(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => undefined);
  body.destroy();
}

/** A header that is sent twice says nothing. */
const one = (value: string | string[] | undefined): string | null => (typeof value === 'string' ? value : null);

function contentType(header: string | null): { mediaType: string; charset: string | null } {
  const [type = '', ...parameters] = (header ?? '').slice(0, 300).toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  return { mediaType: type.trim(), charset: charset?.slice('charset='.length).replace(/["']/g, '').trim() || null };
}
