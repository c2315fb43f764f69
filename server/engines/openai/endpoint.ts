import { createParser } from 'eventsource-parser';

/** An address that the operator has configured, which speaks OpenAI's protocol. */
export interface EndpointAddress {
  /** What comes before `/chat/completions`, without a slash at its end, such as `http://localhost:11434/v1`. */
  url: string;
  /** Null for a server that asks for none. Goes into the `Authorization` header and nowhere else. */
  apiKey: string | null;
}

/** Why a server did not give what was asked for. Holds nothing of what it said but a code: that may quote the key. */
export class EndpointError extends Error {
  readonly reason: 'unreachable' | 'timeout' | 'status' | 'malformed' | 'too_large';
  /** Null where there was no answer. */
  readonly status: number | null;
  /** The server's own `error.code` and `error.param`, where they look like names; else null. */
  readonly code: string | null;
  readonly parameter: string | null;
  /** Seconds, from `Retry-After`; null where it says nothing. */
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
  /** Until the headers of the answer. A server that reads a long prompt first may send none before. */
  firstByteMs: number;
  /** Between two pieces of the answer. */
  silenceMs: number;
  /** Of the decompressed answer. */
  bytes: number;
}

/** The only way from here to a model server. Follows no redirect, and sends the key to no other address. */
export interface Endpoint {
  /** Posts JSON and reads JSON. Throws `EndpointError`, or the signal's reason. */
  post(path: string, body: unknown, limits: EndpointLimits, signal?: AbortSignal): Promise<unknown>;
  /** Posts JSON and reads an event stream: the JSON of each event until `[DONE]`, or until it ends. */
  stream(path: string, body: unknown, limits: EndpointLimits, signal?: AbortSignal): AsyncGenerator<unknown, void>;
  /** Does it answer, and take the key? Asked again only after some seconds. */
  ready(): Promise<boolean>;
}

/** A health check waits no longer, and what it learned holds for so long. */
const READY_WITHIN_MS = 2_000;
const READY_HOLDS_MS = 5_000;
const LONGEST_EVENT = 256 * 1024;
const NAME = /^[\w.-]{1,64}$/;

export function createEndpoint({ url, apiKey }: EndpointAddress): Endpoint {
  const headers = (accept: string) => ({
    accept,
    'content-type': 'application/json',
    'user-agent': 'footnote',
    ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
  });
  let known: { at: number; ready: Promise<boolean> } | null = null;

  async function* request(
    path: string,
    { body, accept, mediaType }: { body: unknown; accept: string; mediaType: RegExp },
    limits: EndpointLimits,
    signal?: AbortSignal,
  ): AsyncGenerator<string, void> {
    signal?.throwIfAborted();
    const patience = createPatience(signal);
    try {
      patience.within(limits.firstByteMs);
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: headers(accept),
        body: JSON.stringify(body),
        redirect: 'manual',
        signal: patience.signal,
      });
      patience.within(limits.silenceMs);
      if (response.status !== 200) throw await refused(response);
      if (!mediaType.test(response.headers.get('content-type') ?? '')) throw new EndpointError('malformed');
      const decoder = new TextDecoder();
      let bytes = 0;
      for await (const chunk of response.body ?? []) {
        patience.within(limits.silenceMs);
        bytes += chunk.byteLength;
        if (bytes > limits.bytes) throw new EndpointError('too_large');
        yield decoder.decode(chunk, { stream: true });
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof EndpointError) throw error;
      throw new EndpointError(patience.signal.aborted ? 'timeout' : 'unreachable');
    } finally {
      patience.end();
    }
  }

  async function check(): Promise<boolean> {
    const signal = AbortSignal.timeout(READY_WITHIN_MS);
    try {
      const response = await fetch(`${url}/models`, {
        headers: headers('application/json'),
        redirect: 'manual',
        signal,
      });
      await response.body?.cancel();
      // Not every server has this list; that it answers with an error of the caller's kind says that it is there.
      return response.status < 500 && response.status !== 401 && response.status !== 403;
    } catch {
      return false;
    }
  }

  return {
    async post(path, body, limits, signal) {
      let text = '';
      const asked = { body, accept: 'application/json', mediaType: /^application\/json\b/i };
      for await (const piece of request(path, asked, limits, signal)) text += piece;
      return parse(text);
    },

    async *stream(path, body, limits, signal) {
      const asked = { body, accept: 'text/event-stream', mediaType: /^text\/event-stream\b/i };
      let found: string[] = [];
      let broken = false;
      const parser = createParser({
        maxBufferSize: LONGEST_EVENT,
        onEvent: ({ data }) => found.push(data),
        onError: ({ type }) => {
          if (type === 'max-buffer-size-exceeded') broken = true;
        },
      });
      for await (const piece of request(path, asked, limits, signal)) {
        parser.feed(piece);
        if (broken) throw new EndpointError('too_large');
        for (const data of found) {
          if (data === '[DONE]') return;
          yield parse(data);
        }
        found = [];
      }
    },

    ready() {
      if (known === null || performance.now() - known.at > READY_HOLDS_MS) {
        known = { at: performance.now(), ready: check() };
      }
      return known.ready;
    },
  };
}

/** A signal that aborts with the caller's, and when nothing has come for the time that was last said. */
function createPatience(caller: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  caller?.addEventListener('abort', abort);
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: controller.signal,
    within(milliseconds: number): void {
      clearTimeout(timer);
      timer = setTimeout(abort, milliseconds);
    },
    /** Also lets go of a connection that nobody reads from any more. */
    end(): void {
      clearTimeout(timer);
      caller?.removeEventListener('abort', abort);
      controller.abort();
    },
  };
}

/** What an answer other than 200 says, as far as it may be repeated. */
async function refused(response: Response): Promise<EndpointError> {
  const { code, parameter } = namesIn(await beginning(response));
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(wait) && wait >= 0 ? Math.ceil(wait) : null;
  return new EndpointError('status', { status: response.status, code, parameter, retryAfter });
}

const LONGEST_ERROR = 16 * 1024;

async function beginning(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LONGEST_ERROR) return '';
  }
  return text;
}

function namesIn(text: string): { code: string | null; parameter: string | null } {
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
