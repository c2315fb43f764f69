/** What a customer's own backend needs to let its pages chat: a function from request to response that mints widget tokens. */
import type { CreateWidgetTokenRequest, ErrorBody, WidgetToken } from './contract/index.ts';
import { APIError, PermissionDeniedError, RateLimitError } from './core/errors.ts';
import type { RequestOptions } from './core/options.ts';
import { guestCookie, guestOf } from './lib/guest-cookie.ts';
import { mayAsk } from './lib/may-ask.ts';

/** How tokens are minted. */
export interface WidgetTokenHandlerOptions {
  /** With the API key of the project. */
  client: {
    widgetTokens: { create(body: CreateWidgetTokenRequest, options?: RequestOptions): Promise<WidgetToken> };
  };
  /**
   * Who asks, from your own session: an id of yours (1–128 characters, the same at each visit) for a visitor who is known,
   * `undefined` for a guest, `null` for nobody who may chat. Default: everybody is a guest. What it throws is thrown on.
   */
  visitor?: (request: Request) => string | null | undefined | Promise<string | null | undefined>;
  /** The origins whose pages may ask, exactly: `https://www.example.com`. Default: the pages of the backend's own origin. */
  origins?: readonly string[];
  /** Seconds that a token lives, 60–86400. Default: the server's, one hour. */
  expiresIn?: number;
  /** Hears what the visitor is not told: why Footnote minted no token. Default: `console.error`. */
  onError?: (error: unknown) => void;
}

/**
 * Answers `POST` from a page with `{ token, token_type, expires_in, visitor_id }`, for any framework that speaks `Request`
 * and `Response`. Each token is good for the asking page's origin alone. A guest is known again by a cookie that holds
 * nothing but the random id that Footnote gave.
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
    if (known === null || known === '') return refusal(401, NOBODY, headers);
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

const ORIGIN_REFUSED = { code: 'origin_not_allowed', detail: 'Pages of this origin get no token here.' };
const WRONG_METHOD = { code: 'method_not_allowed', detail: 'Ask for a token with POST.' };
const NOBODY = { code: 'not_logged_in', detail: 'Log in to chat.' };
const BUSY = { code: 'rate_limited', detail: 'Too many are asking. Try again in a moment.' };
const UNAVAILABLE = { code: 'unavailable', detail: 'The chat is not available at the moment.' };

const PREFLIGHT = { 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'content-type' };

/** With credentials, as the page's session is what tells who asks. Only ever for an origin that is listed. */
function crossOrigin(origin: string): Record<string, string> {
  return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
}

/** A visitor is told when to try again, and nothing of keys, addresses or settings. */
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
  const said = APIError.isInstance(error) ? `${error.message} (request ${error.requestId})` : error;
  // biome-ignore lint/suspicious/noConsole: the log is where the operator looks, and the visitor cannot help it.
  console.error('[footnote] No widget token was minted:', said);
}
