import { abortable, type Clock, startClock } from './abort.ts';
import { APIConnectionError, AuthenticationError, FootnoteError } from './errors.ts';
import type { RequestOptions, Settings, Timeout } from './options.ts';
import { queryString } from './path.ts';
import { readAnswer } from './response.ts';

const DEFAULT_TIMEOUT = { headers: 120_000, total: 600_000, idle: 60_000 };

/** A call of the API. */
export interface RequestDescription {
  /** Default `GET`. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below the base URL, encoded. */
  path: string;
  query?: object | undefined;
  /** Sent as JSON, or as multipart form data if it is a `FormData`. May be a promise. */
  body?: object | Promise<object> | undefined;
  /** Sends an `Idempotency-Key`, the same for all attempts. */
  keyed?: boolean;
  /** Must not run twice (`RetryPolicy.once`). */
  once?: boolean;
  /** Sends no credential. */
  open?: boolean;
  /** The `Accept` header. Default: JSON. */
  accept?: string;
}

/** Makes a call with credential, retries and time limits. Resolves with the JSON of the response or throws a `FootnoteError`. */
export async function request<Answer>(
  settings: Settings,
  description: RequestDescription,
  options: RequestOptions = {},
): Promise<Answer> {
  const clock = startClock(options.signal, limitsOf(options.timeout ?? settings.timeout).total, 'The call');
  try {
    return await answerTo(settings, description, options, clock, readAnswer<Answer>);
  } finally {
    clock.release();
  }
}

/** Makes a call within the limit of its clock and returns the result of `read`. */
export async function answerTo<Answer>(
  settings: Settings,
  description: RequestDescription,
  options: RequestOptions,
  { signal, deadline }: Clock,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const url = settings.baseURL + description.path + queryString(description.query);
  const { headers } = limitsOf(options.timeout ?? settings.timeout);
  const policy = {
    maxRetries: options.maxRetries ?? settings.maxRetries,
    once: description.once ?? false,
    signal,
    deadline,
  };
  const body = await abortable(description.body, signal);
  const init = initOf(settings, description, body, options);
  return withCredential(settings, description, signal, (credential) => {
    for (const [name, value] of credential) init.headers.set(name, value);
    const attempt = () => send(settings, url, init, headers, signal, read);
    return settings.withRetries ? settings.withRetries(attempt, policy) : attempt();
  });
}

/** Makes one attempt. Every failure becomes a `FootnoteError`. */
async function send<Answer>(
  { fetch, explain }: Settings,
  url: string,
  init: RequestInit,
  headersLimit: number,
  outer: AbortSignal,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const uploading = init.body instanceof FormData;
  const clock = startClock(outer, uploading ? Number.POSITIVE_INFINITY : headersLimit, 'The answer');
  try {
    const { signal } = clock;
    const response = await abortable(fetch(url, { ...init, signal }), signal);
    clock.stop();
    return await abortable(read(response), signal);
  } catch (error) {
    if (clock.signal.aborted) throw clock.signal.reason;
    if (FootnoteError.isInstance(error)) throw explain?.(error) ?? error;
    throw new APIConnectionError(`No answer from ${new URL(url).origin}.`, { cause: error });
  } finally {
    clock.release();
  }
}

/** Runs `call` with the header for the credential. A refused token is renewed once, as the request had no effect. */
async function withCredential<Answer>(
  { credential: { apiKey, accessToken, getToken } }: Settings,
  { open }: RequestDescription,
  signal: AbortSignal,
  call: (header: [name: string, value: string][]) => Promise<Answer>,
): Promise<Answer> {
  const bearer = (token: string) => call([['authorization', `Bearer ${token}`]]);
  if (open) return call([]);
  if (apiKey) return call([['x-api-key', apiKey]]);
  if (accessToken) return bearer(accessToken);
  if (!getToken) return call([]);
  const token = await abortable(getToken(), signal);
  try {
    return await bearer(token);
  } catch (error) {
    if (!AuthenticationError.isInstance(error)) throw error;
    const renewed = await abortable(getToken(token), signal);
    if (renewed === token) throw error;
    return await bearer(renewed);
  }
}

function initOf(
  settings: Settings,
  { method = 'GET', keyed, accept = 'application/json' }: RequestDescription,
  body: object | undefined,
  options: RequestOptions,
) {
  const headers = new Headers({ accept, ...settings.defaultHeaders });
  const idempotencyKey = options.idempotencyKey ?? (keyed ? randomKey() : undefined);
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  if (body && !(body instanceof FormData)) headers.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  return {
    method,
    headers,
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    // The API never redirects, and following a redirect would send the API key to another server.
    redirect: 'manual',
  } satisfies RequestInit;
}

/** The limits of a call, in milliseconds. */
export function limitsOf(timeout: Timeout = {}): { headers: number; total: number; idle: number } {
  if (typeof timeout === 'number') return { headers: timeout, total: timeout, idle: timeout };
  const { headers, total, idle } = timeout;
  return {
    headers: headers ?? DEFAULT_TIMEOUT.headers,
    total: total ?? DEFAULT_TIMEOUT.total,
    idle: idle ?? DEFAULT_TIMEOUT.idle,
  };
}

/** 128 bits; `crypto.randomUUID` is missing on pages that are not served over https. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
