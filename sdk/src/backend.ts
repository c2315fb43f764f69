/** For your own backend: a handler that mints widget tokens for your pages, and the check of webhooks. */
import type { CreateWidgetTokenRequest, ErrorBody, WidgetToken } from './contract/index.ts';
import { APIError, PermissionDeniedError, RateLimitError } from './core/errors.ts';
import type { RequestOptions } from './core/options.ts';

export { verifyWebhook, type WebhookHeaders, WebhookVerificationError } from './lib/verify-webhook.ts';

const GUEST_COOKIE = 'footnote_visitor';
/** The format of guest ids: 128 random bits. Anything else in the cookie is ignored, as a client could put a known visitor's id there. */
const GUEST = /^vis_[0-9A-Za-z]{20,24}$/;
const DAYS_30 = 30 * 24 * 60 * 60;

/** Options of `widgetTokenHandler`. */
export interface WidgetTokenHandlerOptions {
  /** A client with the API key of the project. */
  client: {
    widgetTokens: { create(body: CreateWidgetTokenRequest, options?: RequestOptions): Promise<WidgetToken> };
  };
  /**
   * Identifies the visitor from your own session. Returns your id for a known visitor (1–128 characters, the same at each
   * visit), `undefined` for a guest, or `null` if the visitor may not chat. Default: every visitor is a guest. The handler rejects
   * with whatever it throws.
   */
  visitor?: (request: Request) => string | null | undefined | Promise<string | null | undefined>;
  /** The exact origins whose pages get tokens: `https://www.example.com`. Default: the backend's own origin. */
  origins?: readonly string[];
  /** The lifetime of a token in seconds, 60–86400. Default: the server's, which is one hour. */
  expiresIn?: number;
  /** Called with the reason why no token could be minted. The visitor does not see it. Default: `console.error`. */
  onError?: (error: unknown) => void;
}

/**
 * Creates a handler for any framework that uses `Request` and `Response`. It answers a page's `POST` with
 * `{ token, token_type, expires_in, visitor_id }`. Each token is valid only for the origin of that page. Guests are recognised
 * by a cookie that contains only the random id from Footnote.
 * @example
 * const handle = widgetTokenHandler({ client, visitor: () => 'customer-17', origins: ['https://www.example.com'] });
 */
export function widgetTokenHandler(options: WidgetTokenHandlerOptions): (request: Request) => Promise<Response> {
  const { client, visitor = () => undefined, origins, expiresIn } = options;
  const onError = options.onError ?? report;

  return async (request) => {
    const origin = request.headers.get('origin');
    if (!origin || !mayAsk(request, origin, origins)) return refusal(403, ORIGIN_REFUSED, { vary: 'origin' });
    const headers = { vary: 'origin', ...(origins && crossOrigin(origin)) };
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { ...headers, ...PREFLIGHT } });
    if (request.method !== 'POST') return refusal(405, WRONG_METHOD, { ...headers, allow: 'POST, OPTIONS' });

    const known = await visitor(request);
    if (known === null || known === '') return refusal(401, NOT_LOGGED_IN, headers);
    const visitorId = known ?? guestOf(request);
    try {
      const minted = await client.widgetTokens.create(
        {
          origin,
          ...(visitorId && { visitor_id: visitorId }),
          ...(expiresIn && { expires_in: expiresIn }),
        },
        { signal: request.signal },
      );
      const cookie = known === undefined && { 'set-cookie': guestCookie(minted.visitor_id, origin) };
      return json(200, minted, { ...headers, ...cookie });
    } catch (error) {
      onError(error);
      return failure(error, headers);
    }
  };
}

const ORIGIN_REFUSED = { code: 'origin_not_allowed', detail: 'This backend gives no tokens to pages of this origin.' };
const WRONG_METHOD = { code: 'method_not_allowed', detail: 'Ask for a token with POST.' };
const NOT_LOGGED_IN = { code: 'not_logged_in', detail: 'Log in to chat.' };
const BUSY = { code: 'rate_limited', detail: 'Too many requests. Try again in a moment.' };
const UNAVAILABLE = { code: 'unavailable', detail: 'The chat is not available at the moment.' };

const PREFLIGHT = { 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'content-type' };

/** CORS headers with credentials, as the session identifies the visitor. Only for listed origins. */
function crossOrigin(origin: string): Record<string, string> {
  return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
}

/** Tells the visitor when to try again, but nothing about keys, addresses or settings. */
function failure(error: unknown, headers: Record<string, string>): Response {
  if (RateLimitError.isInstance(error))
    return refusal(429, BUSY, { ...headers, 'retry-after': String(Math.ceil(error.retryAfter ?? 10)) });
  if (PermissionDeniedError.isInstance(error) && error.code === ORIGIN_REFUSED.code)
    return refusal(403, ORIGIN_REFUSED, headers);
  return refusal(502, UNAVAILABLE, headers);
}

function refusal(status: number, body: ErrorBody, headers: Record<string, string>): Response {
  return json(status, body, headers);
}

function json(status: number, body: object, headers: Record<string, string>): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

function report(error: unknown): void {
  const reason = APIError.isInstance(error) ? `${error.message} (request ${error.requestId})` : error;
  // biome-ignore lint/suspicious/noConsole: the operator reads the log, and the visitor cannot do anything about it.
  console.error('[footnote] No widget token was minted:', reason);
}

/** True if the requesting page may get a token. `origins` are exact; by default only the backend's own origin may. */
function mayAsk(request: Request, origin: string, origins: readonly string[] | undefined): boolean {
  if (origins) return origins.includes(origin);
  // Behind a TLS proxy the backend does not know its own scheme, but browsers send the result of their comparison.
  const site = request.headers.get('sec-fetch-site');
  return site ? site === 'same-origin' : origin === new URL(request.url).origin;
}

/** The guest id in the cookie of a request. */
function guestOf(request: Request): string | undefined {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=');
    if (name === GUEST_COOKIE && GUEST.test(value)) return value;
  }
  return undefined;
}

/** The cookie that stores a guest id. Scripts cannot read it, and other sites' pages do not send it. */
function guestCookie(visitorId: string, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${GUEST_COOKIE}=${visitorId}; Path=/; Max-Age=${DAYS_30}; HttpOnly; SameSite=Lax${secure}`;
}
