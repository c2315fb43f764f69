import { apiError, FootnoteError, NotFoundError } from './errors.ts';
import { withRetries } from './retry.ts';

/** Time limits in milliseconds. A number limits the whole call, including retries. */
export type Timeout =
  | number
  | {
      /** For the response to each attempt. Ignored for uploads, which cannot distinguish sending from waiting. Default 120 000. */
      headers?: number | undefined;
      /** For the whole call, including retries. Default 600 000. */
      total?: number | undefined;
      /** Between two chunks of a stream. The server sends one at least every 15 000. Default 60 000. */
      idle?: number | undefined;
    };

/** Options of `new Footnote()`. Only one kind of credential at a time. */
export interface ClientOptions {
  /** The address of the API, with `/v1`. Default: the environment variable `FOOTNOTE_BASE_URL`. */
  baseURL?: string | undefined;
  /** A project's API key (`chat_…`), for servers and scripts. Default: the environment variable `FOOTNOTE_API_KEY`. */
  apiKey?: string | undefined;
  /** A user token from `auth.login`, or a widget token from `widgetTokens.create`. */
  accessToken?: string | undefined;
  /** Returns a token; called before each request. `refused` is a token that the server has just answered with 401. */
  getToken?: ((refused?: string) => string | Promise<string>) | undefined;
  /** `Infinity` for no limit. */
  timeout?: Timeout | undefined;
  /** The number of retries of a failed call. Default 2. */
  maxRetries?: number | undefined;
  /** The fetch function. Default: the platform's. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Headers sent with every request. */
  defaultHeaders?: Record<string, string> | undefined;
  /** Allows an API key in a browser, where every visitor can read it. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** The last argument of every method. Overrides the client's options. */
export interface RequestOptions {
  signal?: AbortSignal | undefined;
  timeout?: Timeout | undefined;
  maxRetries?: number | undefined;
  headers?: Record<string, string> | undefined;
  /** Requests with the same key are executed once and get the same response. Default for creating requests: a random key. */
  idempotencyKey?: string | undefined;
}

/** The checked options of a client. */
export interface Settings {
  baseURL: string;
  credential: Pick<ClientOptions, 'apiKey' | 'accessToken' | 'getToken'>;
  timeout: Timeout | undefined;
  maxRetries: number;
  /** The retry function. Undefined if nothing is retried, so that a bundle need not include it. */
  withRetries: typeof withRetries | undefined;
  /** Adds to an error what may be wrong with the options. Undefined where they cannot be. */
  explain: ((error: FootnoteError) => FootnoteError) | undefined;
  fetch: typeof globalThis.fetch;
  defaultHeaders: Record<string, string>;
}

/**
 * Validates a client's options and adds those from the environment.
 * @example
 * const chat = new Chat(settle({ accessToken: token }));
 */
export function settle(options: ClientOptions): Settings {
  const baseURL = checkedBaseURL(options.baseURL ?? variable('FOOTNOTE_BASE_URL'));
  return {
    baseURL,
    explain: baseURL.endsWith('/v1') ? undefined : withAddress(baseURL),
    credential: checkedCredential(options),
    timeout: options.timeout,
    maxRetries: options.maxRetries ?? 2,
    withRetries,
    // Looked up at each call, so that a page can replace it.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    defaultHeaders: options.defaultHeaders ?? {},
  };
}

/** Merges options. A new credential replaces the previous one, whatever its kind. */
export function override(options: ClientOptions, changes: ClientOptions): ClientOptions {
  const { apiKey, accessToken, getToken, ...rest } = options;
  const replaced = changes.apiKey ?? changes.accessToken ?? changes.getToken;
  return { ...rest, ...(replaced ? {} : { apiKey, accessToken, getToken }), ...changes };
}

function checkedBaseURL(given: string | undefined): string {
  if (!given)
    throw new FootnoteError('The address of the server is missing. Set baseURL or FOOTNOTE_BASE_URL, with "/v1".');
  let url: URL;
  try {
    url = new URL(given, globalThis.location?.href);
  } catch (cause) {
    throw new FootnoteError(`baseURL is not a URL: ${given}`, { cause });
  }
  if (!/^https?:$/.test(url.protocol)) throw new FootnoteError(`baseURL must be http or https: ${given}`);
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Adds the address that is probably meant to a 404. */
const withAddress = (baseURL: string) => (error: FootnoteError) =>
  NotFoundError.isInstance(error)
    ? apiError(404, { ...error, detail: `${error.detail} baseURL has no /v1: did you mean ${baseURL}/v1?` })
    : error;

function checkedCredential(options: ClientOptions): Settings['credential'] {
  const { accessToken, getToken } = options;
  const apiKey = options.apiKey ?? (accessToken || getToken ? undefined : variable('FOOTNOTE_API_KEY'));
  if ([apiKey, accessToken, getToken].filter(Boolean).length > 1)
    throw new FootnoteError('Give one credential: apiKey, accessToken or getToken.');
  if (apiKey && 'document' in globalThis && !options.dangerouslyAllowBrowser)
    throw new FootnoteError(
      'An API key in a browser is readable by every visitor. Use a widget token, or set dangerouslyAllowBrowser.',
    );
  return { apiKey, accessToken, getToken };
}

/** An environment variable; undefined in browsers. */
function variable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name]?.trim() || undefined;
}
