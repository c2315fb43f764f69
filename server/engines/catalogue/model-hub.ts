import type { EnvHttpProxyAgent, Response } from 'undici';
import type { Model, ModelFile } from './model-types.ts';

/** Why a file of a model could not be read; the message is a sentence. */
export class HubError extends Error {
  /** May the same request work a little later? */
  readonly passing: boolean;
  /** Seconds that the hub asks to wait; null where it says nothing. */
  readonly retryAfter: number | null;

  constructor(message: string, passing: boolean, retryAfter: number | null = null) {
    super(message);
    this.passing = passing;
    this.retryAfter = retryAfter;
  }
}

/** What a hub answers with: the file from that byte on, which is the first one where it cannot begin later. */
export interface HubFile {
  from: number;
  pieces: AsyncIterable<Uint8Array>;
}

/** Where models are downloaded from; the only way to it. */
export interface Hub {
  /** Throws `HubError`, also while the pieces are read, or the signal's reason. */
  read(model: Model, file: ModelFile, from: number, signal: AbortSignal): Promise<HubFile>;
  close(): Promise<void>;
}

/** Until the headers of an answer, and between two pieces of it. */
const SILENCE_MS = 30_000;
/** A hub sends to its storage, which may send on to another machine. */
const MOST_REDIRECTS = 5;

/**
 * Reads from an address that is laid out like huggingface.co, the real one or a mirror, through the proxy that
 * HTTP_PROXY, HTTPS_PROXY and NO_PROXY name. Sends no credentials, and follows a redirect only to https, or to the same
 * server. What it reads is not trusted: whoever asks holds its SHA-256 against the pinned one.
 */
export function createHub(url: string): Hub {
  let agent: EnvHttpProxyAgent | null = null;

  async function request(address: URL, from: number, signal: AbortSignal): Promise<Response> {
    // Loaded for who downloads a model: it takes 14 MB, and most servers never do.
    const { EnvHttpProxyAgent, fetch } = await import('undici');
    agent ??= new EnvHttpProxyAgent({ headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS });
    const dispatcher = agent;
    let asked = address;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const response = await fetch(asked, {
        // Compressed, its bytes could not be counted from the middle.
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
        throw new HubError(`${asked.href} leads to an address that is not https.`, false);
      }
      asked = next;
    }
    throw new HubError(`${address.href} leads from one address to the next without end.`, false);
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
      const begin = response.status === 206 ? beginOf(response) : 0;
      if (begin !== 0 && begin !== from) {
        throw new HubError(`${address.href} was answered with another part than asked for.`, false);
      }
      return { from: begin, pieces: piecesOf(response, address, signal) };
    },
    close: async () => agent?.close(),
  };
}

async function* piecesOf(response: Response, address: URL, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  try {
    yield* response.body ?? [];
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(address, error);
  }
}

/** Where the answered part begins. */
function beginOf(response: Response): number | null {
  const [, begin] = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '') ?? [];
  return begin === undefined ? null : Number(begin);
}

function refused(address: URL, { status, headers }: Response): HubError {
  const at = `${address.href} answers with ${status}`;
  if (status === 404)
    return new HubError(`${at}: the file is not there. Does MODELS_URL name a mirror without it?`, false);
  if (status === 401 || status === 403) return new HubError(`${at}: the file is not open to everybody.`, false);
  const wait = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(wait) && wait >= 0 ? wait : null;
  return new HubError(`${at}.`, status === 429 || status >= 500, retryAfter);
}

function unreachable(address: URL, error: unknown): HubError {
  const { code } = ((error as Error).cause ?? error) as { code?: unknown };
  return new HubError(`${address.host} cannot be read from${typeof code === 'string' ? ` (${code})` : ''}.`, true);
}
