import type { ErrorBody } from '../contract/index.ts';
import { APIConnectionError, type APIError, apiError } from './errors.ts';
import { retryAfterOf } from './retry.ts';

/** Reads the JSON of a response. Throws an `APIError` for an error or if the response is not from this API. */
export async function readAnswer<Answer>(response: Response): Promise<Answer> {
  // Browsers return redirects as opaque responses with status 0.
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel();
    const to = response.headers.get('location');
    throw errorOf(
      response,
      'redirected',
      `The address redirects${to ? ` to ${to}` : ''}. Set baseURL to the server's own.`,
    );
  }
  const body = parsed(await response.text());
  if (!response.ok)
    throw errorOf(response, 'http_error', `The server answered ${response.status}, without saying why.`, body);
  // A truncated body: fetch does not notice the end of a compressed body.
  if (body === undefined && response.headers.get('content-type')?.includes('json'))
    throw new APIConnectionError('The response is incomplete.');
  if (body === undefined)
    throw errorOf(response, 'invalid_response', 'The answer is not JSON. Is baseURL right? It ends in /v1.');
  return body as Answer;
}

/** Converts a response to an error, from its body or else from the given code and detail. */
export function errorOf(response: Response, code: string, detail: string, body?: unknown): APIError {
  const given: Partial<ErrorBody> = typeof body === 'object' && body !== null ? body : {};
  return apiError(response.status, {
    code: typeof given.code === 'string' ? given.code : code,
    detail: typeof given.detail === 'string' ? given.detail : detail,
    errors: Array.isArray(given.errors) ? given.errors : [],
    ownerMessage: typeof given.owner_message === 'string' ? given.owner_message : undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfterOf(response.headers),
  });
}

/** Undefined if the text is empty or not JSON, such as a proxy's HTML page or a truncated response. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
