import { rm } from 'node:fs/promises';
import type { Validators } from '../../store/types.ts';
import { SourceFailure, sourceFailures } from '../failures.ts';
import { failureForError, failureForStatus } from './fetch-failure.ts';
import { discard, type GuardedClient, type GuardedResponse, openGuardedClient, single } from './guarded-client.ts';
import { type RedirectChain, startChain } from './redirect-chain.ts';
import { type ResolveHostname, resolveHostname } from './safe-dns-lookup.ts';
import { type FetchedFile, saveBody } from './save-body.ts';
import { readContentType } from './sent-type.ts';
import type { AddressRange } from './url-policy.ts';

export interface FetchRequest {
  url: string;
  /** The most decoded bytes to read of this media type (lower case, '' where none was sent); null for one that is not wanted. */
  accepts: (mediaType: string, url: string) => number | null;
  /** Those of the last answer. */
  validators?: Validators | null;
  /** May a redirect to this URL be followed? It must pass the URL policy as well. */
  mayFollow?: (url: string) => boolean;
  /** Where an answer leads by itself, null where it is what was asked for. It is followed like a redirect, within the same limits. */
  leadsTo?: (answer: Fetched) => Promise<string | null>;
  signal: AbortSignal;
}

/** The answer in a temporary file, which the caller removes. */
export interface Fetched extends FetchedFile {
  changed: true;
  /** After redirects. */
  url: string;
  /** In lower case, '' where none was sent. */
  mediaType: string;
  /** As the header names it. */
  charset: string | null;
  /** Does the server forbid to guess the media type by the content? */
  isNosniff: boolean;
  validators: Validators;
  /** The header `Refresh`. */
  refresh: string | null;
  /** Did it set a cookie, and was requested without one? */
  hasFirstCookie: boolean;
}

/** The content is the same as the last time. */
export interface Unchanged {
  changed: false;
  url: string;
}

interface FetcherOptions {
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
const REDIRECTS = [301, 302, 303, 307, 308];

type Settings = Required<FetcherOptions>;

export type Fetcher = ReturnType<typeof createFetcher>;

/** Reads URLs that others choose. It sends no credentials, no referrer and no cookies but those of the same redirects, and executes nothing. */
export function createFetcher(options: FetcherOptions) {
  const settings = { allowedRanges: [], resolve: resolveHostname, deadline: DEADLINE, ...options };
  let client: Promise<GuardedClient> | null = null;
  return {
    /**
     * Fetches one URL. Rejects with a `SourceFailure`, or with the signal's reason. Every redirect is checked as the first URL
     * is, and the connection goes to the very IP address that was looked up and checked. Cookies are kept until the last redirect.
     */
    async fetch(request: FetchRequest): Promise<Fetched | Unchanged> {
      const timeout = AbortSignal.timeout(settings.deadline);
      try {
        client ??= openGuardedClient(settings);
        return await fetchWithin(await client, settings, request, AbortSignal.any([request.signal, timeout]));
      } catch (error) {
        if (request.signal.aborted) throw request.signal.reason;
        throw error instanceof SourceFailure ? error : failureForError(error);
      }
    },
    async close(): Promise<void> {
      await (await client)?.agent.destroy();
    },
  };
}

/** An answer that is no redirect, and what was asked for it. */
interface Exchange {
  url: string;
  cookies: Record<string, string>;
  response: GuardedResponse;
}

/** Follows redirects, and answers that lead on by themselves, to the last answer. */
async function fetchWithin(
  client: GuardedClient,
  settings: Settings,
  wanted: FetchRequest,
  signal: AbortSignal,
): Promise<Fetched | Unchanged> {
  const chain = startChain(settings.allowedRanges, wanted.mayFollow);
  for (let target = wanted.url; ; ) {
    const answer = await readAnswer(
      await followRedirects(client, chain, target, wanted, signal),
      settings,
      wanted,
      signal,
    );
    if (!answer.changed) return answer;
    const next = await nextOf(answer, wanted);
    if (next === null) return await unlessSame(answer, wanted);
    target = next;
  }
}

/** Tells an answer with the content of the last time by that, and removes it. */
async function unlessSame(answer: Fetched, { validators }: FetchRequest): Promise<Fetched | Unchanged> {
  if (validators?.digest !== answer.digest || validators.url !== answer.url) return answer;
  await rm(answer.path, { force: true });
  return { changed: false, url: answer.url };
}

async function readAnswer(
  { url, cookies, response }: Exchange,
  { temporaryDirectory }: Settings,
  wanted: FetchRequest,
  signal: AbortSignal,
): Promise<Fetched | Unchanged> {
  const { statusCode, headers, body } = response;
  try {
    if (statusCode === 304 && wanted.validators) return { changed: false, url };
    if (statusCode !== 200) throw failureForStatus(statusCode, single(headers['retry-after']));
    const { mediaType, charset } = readContentType(headers['content-type']);
    const limit = wanted.accepts(mediaType, url);
    if (limit === null) throw sourceFailures.urlContentType(mediaType);
    const file = await saveBody(body, single(headers['content-encoding']), { limit, temporaryDirectory, signal });
    const etag = single(headers.etag);
    const validators = { url, etag, lastModified: single(headers['last-modified']), digest: file.digest };
    const isNosniff = single(headers['x-content-type-options'])?.trim().toLowerCase() === 'nosniff';
    const refresh = single(headers.refresh);
    const hasFirstCookie = headers['set-cookie'] !== undefined && Object.keys(cookies).length === 0;
    return { changed: true, url, mediaType, charset, isNosniff, validators, refresh, hasFirstCookie, ...file };
  } finally {
    discard(body);
  }
}

/** Where an answer leads by itself; null where it stays. Its file is removed unless it stays. */
async function nextOf(answer: Fetched, { leadsTo }: FetchRequest): Promise<string | null> {
  let next: string | null = answer.url;
  try {
    next = leadsTo ? await leadsTo(answer) : null;
  } finally {
    if (next !== null) await rm(answer.path, { force: true });
  }
  return next;
}

async function followRedirects(
  { agent, request }: GuardedClient,
  chain: RedirectChain,
  from: string,
  wanted: FetchRequest,
  signal: AbortSignal,
): Promise<Exchange> {
  for (let target = from; ; ) {
    const { url, cookies } = chain.next(target);
    const headers = { ...HEADERS, ...conditionalHeaders(wanted.validators, url), ...cookies };
    const response: GuardedResponse = await request(url, { dispatcher: agent, headers, signal });
    chain.keepCookies(url, response.headers['set-cookie']);
    const location = REDIRECTS.includes(response.statusCode) ? single(response.headers.location) : null;
    if (location === null) return { url, cookies, response };
    discard(response.body);
    target = URL.parse(location, url)?.href ?? '';
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
