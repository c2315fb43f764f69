import { rm } from 'node:fs/promises';
import type { Validators } from '../../store/types.ts';
import { SourceFailure, sourceFailures } from '../failures.ts';
import { failureForError, failureForStatus } from './fetch-failure.ts';
import { discard, type GuardedClient, type GuardedResponse, openGuardedClient, single } from './guarded-client.ts';
import { type ResolveHostname, resolveHostname } from './safe-dns-lookup.ts';
import { type FetchedFile, saveBody } from './save-body.ts';
import { type AddressRange, checkUrl } from './url-policy.ts';

export interface FetchRequest {
  url: string;
  /** The most decoded bytes to read of this media type (lower case, '' where none was sent); null for one that is not wanted. */
  accepts: (mediaType: string, url: string) => number | null;
  /** Those of the last answer. */
  validators?: Validators | null;
  /** May a redirect to this URL be followed? It must pass the URL policy as well. */
  mayFollow?: (url: string) => boolean;
  signal: AbortSignal;
}

/** The answer in a temporary file, which the caller removes. */
export interface Fetched extends FetchedFile {
  changed: true;
  /** After redirects. */
  url: string;
  mediaType: string;
  /** As the header names it. */
  charset: string | null;
  validators: Validators;
}

/** The content is the same as the last time. */
export interface Unchanged {
  changed: false;
  url: string;
}

export interface Fetcher {
  /**
   * Fetches one URL. Rejects with a `SourceFailure`, or with the signal's reason. Every redirect is checked as the first URL
   * is, and the connection goes to the very IP address that was looked up and checked.
   */
  fetch(request: FetchRequest): Promise<Fetched | Unchanged>;
  close(): Promise<void>;
}

export interface FetcherOptions {
  /** Where the bodies are stored. */
  temporaryDirectory: string;
  /** Ranges that the operator allows beside public addresses. */
  allowedRanges?: AddressRange[];
  /** Another resolver, for tests. */
  resolve?: ResolveHostname;
  /** Milliseconds for the whole request; shorter in tests. */
  deadline?: number;
}

const USER_AGENT = 'Footnote/1.0';
const DEADLINE = 30_000;
const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

type Settings = Required<FetcherOptions>;

/** Reads URLs that others choose. It sends no cookies, credentials or referrer, and executes nothing. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const settings = { allowedRanges: [], resolve: resolveHostname, deadline: DEADLINE, ...options };
  let client: Promise<GuardedClient> | null = null;
  return {
    async fetch(request) {
      const timeout = AbortSignal.timeout(settings.deadline);
      try {
        client ??= openGuardedClient(settings);
        return await fetchWithin(await client, settings, request, AbortSignal.any([request.signal, timeout]));
      } catch (error) {
        if (request.signal.aborted) throw request.signal.reason;
        throw error instanceof SourceFailure ? error : failureForError(error);
      }
    },
    async close() {
      await (await client)?.agent.destroy();
    },
  };
}

async function fetchWithin(
  client: GuardedClient,
  { allowedRanges, temporaryDirectory }: Settings,
  wanted: FetchRequest,
  signal: AbortSignal,
): Promise<Fetched | Unchanged> {
  const { url, response } = await followRedirects(client, allowedRanges, wanted, signal);
  const { statusCode, headers, body } = response;
  try {
    if (statusCode === 304 && wanted.validators) return { changed: false, url };
    if (statusCode !== 200) throw failureForStatus(statusCode, single(headers['retry-after']));
    const { mediaType, charset } = parseContentType(single(headers['content-type']));
    const limit = wanted.accepts(mediaType, url);
    if (limit === null) throw sourceFailures.urlContentType();
    const file = await saveBody(body, single(headers['content-encoding']), { limit, temporaryDirectory, signal });
    const etag = single(headers.etag);
    const validators = { url, etag, lastModified: single(headers['last-modified']), digest: file.digest };
    if (wanted.validators?.digest === file.digest && wanted.validators.url === url) {
      await rm(file.path, { force: true });
      return { changed: false, url };
    }
    return { changed: true, url, mediaType, charset, validators, ...file };
  } finally {
    discard(body);
  }
}

async function followRedirects(
  { agent, request }: GuardedClient,
  allowedRanges: AddressRange[],
  wanted: FetchRequest,
  signal: AbortSignal,
) {
  const seen = new Set<string>();
  for (let url: string | null = wanted.url; ; ) {
    const given: string = url;
    url = checkUrl(given, allowedRanges);
    if (url === null) throw sourceFailures.urlNotAllowed(given);
    if (seen.size > MAX_REDIRECTS || seen.has(url)) throw sourceFailures.urlRedirects();
    if (seen.size > 0 && wanted.mayFollow?.(url) === false) throw sourceFailures.urlLeadsAway();
    seen.add(url);
    const headers = { ...HEADERS, ...conditionalHeaders(wanted.validators, url) };
    const response: GuardedResponse = await request(url, { dispatcher: agent, headers, signal });
    const location = REDIRECTS.includes(response.statusCode) ? single(response.headers.location) : null;
    if (location === null) return { url, response };
    discard(response.body);
    url = URL.parse(location, url)?.href ?? '';
  }
}

const HEADERS = {
  'user-agent': USER_AGENT,
  accept: 'text/html, application/xhtml+xml, text/markdown, text/plain;q=0.9, application/pdf;q=0.8, */*;q=0.5',
  'accept-encoding': 'gzip, br',
};

function conditionalHeaders(validators: Validators | null | undefined, url: string): Record<string, string> {
  if (validators?.url !== url) return {};
  return {
    ...(validators.etag !== null && { 'if-none-match': validators.etag }),
    ...(validators.lastModified !== null && { 'if-modified-since': validators.lastModified }),
  };
}

function parseContentType(header: string | null): { mediaType: string; charset: string | null } {
  const [type = '', ...parameters] = (header ?? '').slice(0, 300).toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  return { mediaType: type.trim(), charset: charset?.slice('charset='.length).replace(/["']/g, '').trim() || null };
}
