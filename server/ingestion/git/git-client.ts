import { SourceFailure } from '../failures.ts';
import { failureForError, failureForStatus } from '../web/fetch-failure.ts';
import { discard, type GuardedClient, type GuardedResponse, openGuardedClient, single } from '../web/guarded-client.ts';
import { type ResolveHostname, resolveHostname } from '../web/safe-dns-lookup.ts';
import { readContentType } from '../web/sent-type.ts';
import { type AddressRange, checkUrl } from '../web/url-policy.ts';
import { repositoryFailures } from './failures.ts';
import type { RepositoryLimits } from './limits.ts';

/** What is asked of the server of a repository: its branches, or a commit. */
interface GitQuestion {
  path: 'info/refs' | 'git-upload-pack';
  body: Uint8Array | null;
}

/** Asks the server of one repository. It alone knows the address and the token. */
export interface GitServer {
  /** Rejects with a `SourceFailure`. The bytes are those of a git server, in number within the limits. */
  ask(question: GitQuestion): Promise<{ contentType: string; bytes: AsyncIterable<Uint8Array> }>;
}

export interface GitClient {
  server(
    repository: { url: string; token: string | null },
    limits: Pick<RepositoryLimits, 'pack' | 'refs'>,
    signal: AbortSignal,
  ): GitServer;
  close(): Promise<void>;
}

interface GitClientOptions {
  /** Ranges that the operator allows beside public addresses. */
  allowedRanges?: AddressRange[];
  /** Another resolver, for tests. */
  resolve?: ResolveHostname;
  /** Milliseconds for the beginning of an answer, and between two parts of it. */
  deadline?: number;
}

const DEADLINE = 60_000;
const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
/** What forges take with a token of any kind; those that want another name get it before the token (`name:token`). */
const USER_NAME = 'x-access-token';
const MEGABYTE = 1024 * 1024;

/** Whether a repository may be read from this address, as far as its text shows: https, and where pages may be read from. */
export function checkRepositoryUrl(text: string, allowedRanges: AddressRange[] = []): string | null {
  const url = checkUrl(text, allowedRanges);
  if (url === null || !url.startsWith('https:')) return null;
  const { origin, pathname } = new URL(url);
  // The last part names the repository. A query or a fragment is none of the address.
  const path = pathname.replace(/\/$/, '');
  return path === '' ? null : origin + path;
}

/** Talks to git servers through the only door to addresses that others choose. */
export function createGitClient({
  allowedRanges = [],
  resolve = resolveHostname,
  deadline = DEADLINE,
}: GitClientOptions = {}): GitClient {
  let client: Promise<GuardedClient> | null = null;
  return {
    server({ url, token }, limits, signal) {
      let base = url;
      return {
        async ask(question) {
          try {
            if (checkRepositoryUrl(base, allowedRanges) === null) throw new SourceFailure('url_not_allowed', '');
            client ??= openGuardedClient({ allowedRanges, resolve, deadline });
            const answer = await request(await client, { base, token, question, signal });
            base = answer.base;
            const limit = question.path === 'info/refs' ? limits.refs : limits.pack;
            return { contentType: answer.contentType, bytes: within(answer.response, limit) };
          } catch (error) {
            if (signal.aborted) throw signal.reason;
            throw error instanceof SourceFailure ? error : failureForError(error);
          }
        },
      };
    },
    async close() {
      await (await client)?.agent.destroy();
    },
  };
}

interface Asked {
  base: string;
  token: string | null;
  question: GitQuestion;
  signal: AbortSignal;
}

/**
 * Redirects are followed on the server of the repository alone, as one adds `.git` to the name: what another server would get of the
 * token, or answer in its place, is not asked.
 */
async function request({ agent, request }: GuardedClient, { base, token, question, signal }: Asked) {
  const { path, body } = question;
  const service = 'git-upload-pack';
  const isList = path === 'info/refs';
  let address = isList ? `${base}/info/refs?service=${service}` : `${base}/${service}`;
  for (let hops = 0; ; hops += 1) {
    const response: GuardedResponse = await request(address, {
      method: isList ? 'GET' : 'POST',
      headers: headersFor(question, token),
      dispatcher: agent,
      signal,
      ...(body && { body: Buffer.from(body) }),
    });
    const location = REDIRECTS.includes(response.statusCode) ? single(response.headers.location) : null;
    if (location === null) {
      const wanted = `application/x-${service}-${isList ? 'advertisement' : 'result'}`;
      return { base: isList ? baseOf(address) : base, contentType: wanted, response: checked(response, wanted) };
    }
    discard(response.body);
    const next = URL.parse(location, address);
    if (!isList || hops >= MAX_REDIRECTS || next?.origin !== new URL(base).origin) throw repositoryFailures.moved();
    if (!next.pathname.endsWith('/info/refs')) throw repositoryFailures.notFound();
    address = next.href;
  }
}

function headersFor({ path, body }: GitQuestion, token: string | null): Record<string, string> {
  const credentials = token !== null && (token.includes(':') ? token : `${USER_NAME}:${token}`);
  return {
    // Some forges answer nothing else.
    'user-agent': 'git/2.0 (Footnote/1.0)',
    accept: path === 'info/refs' ? '*/*' : 'application/x-git-upload-pack-result',
    'accept-encoding': 'identity',
    ...(body && { 'content-type': 'application/x-git-upload-pack-request' }),
    ...(credentials && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  };
}

const baseOf = (address: string) => address.slice(0, address.indexOf('/info/refs'));

/** Nothing is read of what is not the answer of a git server: no page of a network can be seen through it. */
function checked(response: GuardedResponse, wanted: string): GuardedResponse {
  const { statusCode, headers } = response;
  const failure = failureOf(statusCode, single(headers['retry-after']));
  const { mediaType } = readContentType(headers['content-type']);
  const isPlain = headers['content-encoding'] === undefined || headers['content-encoding'] === 'identity';
  if (failure === null && mediaType === wanted && isPlain) return response;
  discard(response.body);
  throw failure ?? (mediaType === wanted ? repositoryFailures.unreadable() : repositoryFailures.notFound());
}

function failureOf(status: number, retryAfter: string | null): SourceFailure | null {
  if (status === 200) return null;
  if ([401, 403, 404, 410].includes(status)) return repositoryFailures.notFound();
  return failureForStatus(status, retryAfter);
}

async function* within({ body }: GuardedResponse, limit: number): AsyncGenerator<Uint8Array> {
  let received = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      received += part.length;
      if (received > limit) throw repositoryFailures.tooLarge(`${Math.floor(limit / MEGABYTE)} MB`);
      yield part;
    }
  } finally {
    discard(body);
  }
}
