import type { IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import { type OpenRequest, openRequest } from './open-request.ts';

/** A configured server that speaks OpenAI's protocol. */
export interface EndpointAddress {
  /** The base URL, without a trailing slash, such as `http://localhost:11434/v1`. */
  url: string;
  /** Null for a server without keys. Sent in the `Authorization` header and nowhere else. */
  apiKey: string | null;
  /** Connects only where that is allowed; absent for an address from the settings, which may be any. */
  open?: OpenRequest;
}

/** Why a request failed. Keeps only codes of the server's response, whose text may quote the key. */
export class EndpointError extends Error {
  readonly reason: 'unreachable' | 'timeout' | 'status' | 'malformed' | 'too_large';
  /** Null without a response. */
  readonly status: number | null;
  /** The server's own `error.code` and `error.param`, if they look like names; without a response, Node's code; else null. */
  readonly code: string | null;
  readonly parameter: string | null;
  /** Seconds, from `Retry-After`; null if absent. */
  readonly retryAfter: number | null;

  constructor(reason: EndpointError['reason'], details: Partial<Omit<EndpointError, keyof Error | 'reason'>> = {}) {
    super(`The model server's answer: ${reason}${details.status ? ` ${details.status}` : ''}`);
    this.name = 'EndpointError';
    this.reason = reason;
    this.status = details.status ?? null;
    this.code = details.code ?? null;
    this.parameter = details.parameter ?? null;
    this.retryAfter = details.retryAfter ?? null;
  }
}

export interface EndpointLimits {
  /** Until the response headers. A server that reads a long prompt first may send none before. */
  firstByteMs: number;
  /** Between two chunks of the response. */
  idleMs: number;
  /** Of the response. */
  bytes: number;
}

/** The only way to a model server. Follows no redirects, and sends the key to no other address. */
export interface Endpoint {
  /** Posts JSON and returns the JSON response. Throws `EndpointError` or the signal's reason. */
  post(path: string, body: unknown, limits: EndpointLimits, signal?: AbortSignal): Promise<unknown>;
  /** Returns the JSON at a path. Throws likewise. */
  get(path: string, limits: EndpointLimits, signal?: AbortSignal): Promise<unknown>;
  /**
   * Posts JSON and reads an event stream: yields the JSON of the events until `[DONE]` or the end, together what has arrived
   * together.
   */
  stream(path: string, body: unknown, limits: EndpointLimits, signal?: AbortSignal): AsyncGenerator<unknown[], void>;
  /** Does it respond and accept the key? The result is cached for some seconds. */
  ready(): Promise<boolean>;
}

/** How long a health check waits, and how long its result is cached. */
const READY_TIMEOUT_MS = 2_000;
const READY_CACHE_MS = 5_000;
const MAX_EVENT_LENGTH = 256 * 1024;
/** How long the end of a complete response is waited for. */
const FINISH_MS = 1_000;
const NAME = /^[\w.-]{1,64}$/;

/** A POST of JSON, or a GET if the body is undefined; `accept` is the media type of the response. */
interface JsonRequest {
  path: string;
  body: unknown;
  accept: 'application/json' | 'text/event-stream';
  limits: EndpointLimits;
  signal: AbortSignal | undefined;
  /** Is all read that matters? What is left of the response is then read in the background, so that its connection is kept. */
  isComplete?: () => boolean;
}

export function createEndpoint(address: EndpointAddress): Endpoint {
  let lastCheck: { at: number; ready: Promise<boolean> } | null = null;
  return {
    post: (path, body, limits, signal) => requestJson(address, { path, body, limits, signal }),
    get: (path, limits, signal) => requestJson(address, { path, body: undefined, limits, signal }),

    stream: (path, body, limits, signal) => streamEvents(address, { path, body, limits, signal }),

    ready() {
      if (lastCheck === null || performance.now() - lastCheck.at > READY_CACHE_MS) {
        lastCheck = { at: performance.now(), ready: checkReady(address) };
      }
      return lastCheck.ready;
    },
  };
}

const headersFor = ({ apiKey }: EndpointAddress, accept: string, text?: string) => ({
  accept,
  'user-agent': 'footnote',
  ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
});

async function requestJson(address: EndpointAddress, asked: Omit<JsonRequest, 'accept'>): Promise<unknown> {
  let text = '';
  for await (const piece of request(address, { ...asked, accept: 'application/json' })) text += piece;
  return parse(text);
}

/** The response's text, in chunks. */
async function* request(
  address: EndpointAddress,
  { path, body, accept, limits, signal, isComplete = () => false }: JsonRequest,
): AsyncGenerator<string, void> {
  signal?.throwIfAborted();
  const timeout = createTimeout(signal);
  let response: IncomingMessage | undefined;
  try {
    timeout.restart(limits.firstByteMs);
    response = await send(address, path, { body, accept, signal: timeout.signal });
    timeout.restart(limits.idleMs);
    if (response.statusCode !== 200) throw await readError(response);
    if (mediaTypeOf(response) !== accept) throw new EndpointError('malformed');
    const decoder = new TextDecoder();
    let bytes = 0;
    for await (const chunk of response.iterator({ destroyOnReturn: false })) {
      timeout.restart(limits.idleMs);
      bytes += chunk.byteLength;
      if (bytes > limits.bytes) throw new EndpointError('too_large');
      yield decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof EndpointError) throw error;
    throw new EndpointError(timeout.signal.aborted ? 'timeout' : 'unreachable', { code: networkCode(error) });
  } finally {
    if (response && isComplete()) finishReading(response, timeout);
    else {
      timeout.end();
      response?.destroy();
    }
  }
}

/** Sends a POST of JSON, or a GET if the body is undefined. Resolves with the response when its headers have arrived. */
async function send(
  address: EndpointAddress,
  path: string,
  { body, accept, signal }: Pick<JsonRequest, 'body' | 'accept'> & { signal: AbortSignal },
): Promise<IncomingMessage> {
  const url = new URL(address.url + path);
  const text = body === undefined ? undefined : JSON.stringify(body);
  const options = {
    method: text === undefined ? 'GET' : 'POST',
    headers: headersFor(address, accept, text),
    signal,
  };
  for (;;) {
    const outgoing = (address.open ?? openRequest)(url, options);
    try {
      return await new Promise((resolve, reject) => {
        outgoing.on('error', reject).end(text);
        outgoing.on('response', (response) => {
          // Who reads it gets its errors; an abort when no one does must not end the process.
          response.on('error', () => undefined);
          resolve(response);
        });
      });
    } catch (error) {
      // The server closed an idle connection while this request was on its way.
      if (!outgoing.reusedSocket || networkCode(error) !== 'ECONNRESET') throw error;
    }
  }
}

async function finishReading(response: IncomingMessage, timeout: Timeout): Promise<void> {
  timeout.restart(FINISH_MS);
  try {
    // What is not read to its end is closed.
    for await (const _ of response);
  } catch {
    // The next request opens a connection of its own.
  } finally {
    timeout.end();
  }
}

/** Node's code for a failed connection, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
function networkCode(error: unknown): string | null {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && NAME.test(code) ? code : null;
}

/** The media type without its parameters. */
const mediaTypeOf = ({ headers }: IncomingMessage): string =>
  /^[a-z/+.-]+/i.exec(headers['content-type'] ?? '')?.[0].toLowerCase() ?? '';

async function* streamEvents(
  address: EndpointAddress,
  asked: Omit<JsonRequest, 'accept'>,
): AsyncGenerator<unknown[], void> {
  let isComplete = false;
  const pieces = request(address, { ...asked, accept: 'text/event-stream', isComplete: () => isComplete });
  let events: string[] = [];
  let tooLarge = false;
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: ({ data }) => events.push(data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') tooLarge = true;
    },
  });
  for await (const piece of pieces) {
    parser.feed(piece);
    if (tooLarge) throw new EndpointError('too_large');
    const end = events.indexOf('[DONE]');
    isComplete = end !== -1;
    const arrived = isComplete ? events.slice(0, end) : events;
    if (arrived.length > 0) yield arrived.map(parse);
    if (isComplete) return;
    events = [];
  }
}

async function checkReady(address: EndpointAddress): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(READY_TIMEOUT_MS);
    const response = await send(address, '/models', { body: undefined, accept: 'application/json', signal });
    response.destroy();
    // Not every server has this list; a 4xx status still shows that the server is up.
    const status = response.statusCode ?? 0;
    return status < 500 && status !== 401 && status !== 403;
  } catch {
    return false;
  }
}

type Timeout = ReturnType<typeof createTimeout>;

/** A signal that aborts with the caller's, or when `milliseconds` have passed since the last `restart`. */
function createTimeout(caller: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  caller?.addEventListener('abort', abort);
  let timer: NodeJS.Timeout | undefined;
  let duration = 0;
  return {
    signal: controller.signal,
    restart(milliseconds: number): void {
      if (milliseconds === duration) {
        timer?.refresh();
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(abort, milliseconds);
      duration = milliseconds;
    },
    end(): void {
      clearTimeout(timer);
      caller?.removeEventListener('abort', abort);
    },
  };
}

/** The error for a status other than 200, without anything confidential. */
async function readError(response: IncomingMessage): Promise<EndpointError> {
  const { code, parameter } = parseErrorNames(await readText(response));
  const retryAfter = readRetryAfter(response.headers['retry-after'] ?? '');
  return new EndpointError('status', { status: response.statusCode ?? null, code, parameter, retryAfter });
}

/** The header's seconds, or the seconds until its date. */
function readRetryAfter(header: string): number | null {
  const seconds = header.trim() === '' ? Number.NaN : Number(header);
  const wait = Number.isNaN(seconds) ? (Date.parse(header) - Date.now()) / 1000 : seconds;
  return Number.isFinite(wait) && wait >= 0 ? Math.ceil(wait) : null;
}

const MAX_ERROR_LENGTH = 16 * 1024;

/** Empty if the body is longer than an error can be. */
async function readText(response: IncomingMessage): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ERROR_LENGTH) return '';
  }
  return text;
}

function parseErrorNames(text: string): { code: string | null; parameter: string | null } {
  const name = (value: unknown) => (typeof value === 'string' && NAME.test(value) ? value : null);
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; param?: unknown } };
    return { code: name(error?.code), parameter: name(error?.param) };
  } catch {
    return { code: null, parameter: null };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new EndpointError('malformed');
  }
}
