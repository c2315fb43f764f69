import { FootnoteError } from './errors.ts';
import { withRetries } from './retry.ts';

/** Milliseconds. A number limits the whole call, retries and waits included. */
export type Timeout =
  | number
  | {
      /** Until one try is answered (not counted for uploads, whose sending cannot be told from waiting). Default 120 000. */
      headers?: number | undefined;
      /** The whole call, retries and waits included. Default 600 000. */
      total?: number | undefined;
      /** Between two pieces of a stream; the server sends one every 15 000 at the latest. Default 60 000. */
      idle?: number | undefined;
    };

/** What `new Footnote()` takes. One kind of credential at a time. */
export interface ClientOptions {
  /** Where the server is, `/v1` included. Default: the variable `FOOTNOTE_BASE_URL`. */
  baseURL?: string | undefined;
  /** A project's key (`chat_…`), for servers and scripts. Default: the variable `FOOTNOTE_API_KEY`. */
  apiKey?: string | undefined;
  /** A user token from `auth.login`, or a widget token from `widgetTokens.create`. */
  accessToken?: string | undefined;
  /** Called before each request; `refused` is the token that the server has just answered 401 to, so get another. */
  getToken?: ((refused?: string) => string | Promise<string>) | undefined;
  /** `Infinity` for none. */
  timeout?: Timeout | undefined;
  /** How often a failed call is repeated. Default 2. */
  maxRetries?: number | undefined;
  /** Sends the requests. Default: the platform's own. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Sent with every request. */
  defaultHeaders?: Record<string, string> | undefined;
  /** An API key in a browser is readable by every visitor; say so before it is let through. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** What the last argument of every method takes; it wins over the client's options. */
export interface RequestOptions {
  signal?: AbortSignal | undefined;
  timeout?: Timeout | undefined;
  maxRetries?: number | undefined;
  headers?: Record<string, string> | undefined;
  /** Makes a repeated create answer as the first one did. Creates have one of their own unless it is given. */
  idempotencyKey?: string | undefined;
}

/** The checked options of a client. */
export interface Settings {
  baseURL: string;
  credential: Pick<ClientOptions, 'apiKey' | 'accessToken' | 'getToken'>;
  timeout: Timeout | undefined;
  maxRetries: number;
  /** Repeats what failed. Undefined where nothing ever is: then the code for it need not be in a page. */
  withRetries: typeof withRetries | undefined;
  fetch: typeof globalThis.fetch;
  defaultHeaders: Record<string, string>;
}

/**
 * Checks a client's options and fills in what the environment says.
 * @example
 * const chat = new Chat(settle({ accessToken: token }));
 */
export function settle(options: ClientOptions): Settings {
  return {
    baseURL: checkedBaseURL(options.baseURL ?? variable('FOOTNOTE_BASE_URL')),
    credential: checkedCredential(options),
    timeout: options.timeout,
    maxRetries: options.maxRetries ?? 2,
    withRetries,
    // Looked up at each call, so that a page may still replace the platform's fetch.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    defaultHeaders: options.defaultHeaders ?? {},
  };
}

/** The options of a client like this one; a new credential takes the place of the old one, of whichever kind it is. */
export function override(options: ClientOptions, changes: ClientOptions): ClientOptions {
  const { apiKey, accessToken, getToken, ...rest } = options;
  const replaced = changes.apiKey ?? changes.accessToken ?? changes.getToken;
  return { ...rest, ...(replaced ? {} : { apiKey, accessToken, getToken }), ...changes };
}

function checkedBaseURL(given: string | undefined): string {
  if (!given) throw new FootnoteError('Where is the server? Set baseURL or FOOTNOTE_BASE_URL, "/v1" included.');
  let url: URL;
  try {
    url = new URL(given, globalThis.location?.href);
  } catch (cause) {
    throw new FootnoteError(`baseURL is not a URL: ${given}`, { cause });
  }
  if (!/^https?:$/.test(url.protocol)) throw new FootnoteError(`baseURL must be http or https: ${given}`);
  return url.origin + url.pathname.replace(/\/+$/, '');
}

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

/** An environment variable, where there is an environment: browsers have none. */
function variable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name]?.trim() || undefined;
}
