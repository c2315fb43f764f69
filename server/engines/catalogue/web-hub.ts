import type { EnvHttpProxyAgent, Response } from 'undici';
import { type Hub, HubError } from './hub.ts';

/** Limit for the response headers, and between two chunks of the body. */
const IDLE_TIMEOUT_MS = 30_000;
/** A hub redirects to its storage, which may redirect to another machine. */
const MAX_REDIRECTS = 5;

/**
 * Reads from an address that is laid out like huggingface.co, the real one or a mirror, through the proxy that
 * HTTP_PROXY, HTTPS_PROXY and NO_PROXY name. Sends no credentials, and follows a redirect only to https or to the same
 * server. The content is not trusted: the caller compares its SHA-256 with the pinned one.
 */
export function createWebHub(url: string): Hub {
  let agent: EnvHttpProxyAgent | null = null;

  async function request(address: URL, from: number, signal: AbortSignal): Promise<Response> {
    // Loaded on demand: it takes 14 MB, and most servers never download a model.
    const { EnvHttpProxyAgent, fetch } = await import('undici');
    agent ??= new EnvHttpProxyAgent({ headersTimeout: IDLE_TIMEOUT_MS, bodyTimeout: IDLE_TIMEOUT_MS });
    const dispatcher = agent;
    let asked = address;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await fetch(asked, {
        // In a compressed body, byte ranges would count compressed bytes.
        headers: {
          'accept-encoding': 'identity',
          'user-agent': 'footnote',
          ...(from > 0 && { range: `bytes=${from}-` }),
        },
        redirect: 'manual',
        dispatcher,
        signal,
      });
      const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
      if (location === null) return response;
      await response.body?.cancel();
      const next = URL.parse(location, asked);
      if (next === null || !(next.protocol === 'https:' || next.origin === address.origin)) {
        throw new HubError(`${asked.href} redirects to an address that is not https.`, false);
      }
      asked = next;
    }
    throw new HubError(`${address.href} redirects too often.`, false);
  }

  return {
    async read(model, file, from, signal) {
      const path = [model.repository, 'resolve', model.revision, file.path].join('/');
      const address = new URL(`${url}/${path}`);
      const response = await request(address, from, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        throw error instanceof HubError ? error : unreachable(address, error);
      });
      if (response.status !== 200 && response.status !== 206) {
        await response.body?.cancel();
        throw refused(address, response);
      }
      const begin = response.status === 206 ? rangeStart(response) : 0;
      if (begin !== 0 && begin !== from) {
        throw new HubError(`${address.href} answers with another part of the file than requested.`, false);
      }
      return { from: begin, chunks: readChunks(response, address, signal) };
    },
    close: async () => agent?.close(),
  };
}

async function* readChunks(response: Response, address: URL, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  try {
    yield* response.body ?? [];
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(address, error);
  }
}

/** The first byte of the part that the response holds; null if it does not say. */
function rangeStart(response: Response): number | null {
  const [, begin] = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '') ?? [];
  return begin === undefined ? null : Number(begin);
}

function refused(address: URL, { status, headers }: Response): HubError {
  const answer = `${address.href} answers with ${status}`;
  if (status === 404)
    return new HubError(`${answer}: the file does not exist. Does MODELS_URL name a mirror without it?`, false);
  if (status === 401 || status === 403) return new HubError(`${answer}: the file is not public.`, false);
  const wait = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(wait) && wait >= 0 ? wait : null;
  return new HubError(`${answer}.`, status === 429 || status >= 500, retryAfterSeconds);
}

function unreachable(address: URL, error: unknown): HubError {
  const { code } = ((error as Error).cause ?? error) as { code?: unknown };
  return new HubError(`${address.host} cannot be reached${typeof code === 'string' ? ` (${code})` : ''}.`, true);
}
