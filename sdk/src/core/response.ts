import type { ErrorBody } from '../contract/index.ts';
import { APIConnectionError, type APIError, apiError } from './errors.ts';
import { retryAfterOf } from './retry.ts';

/** The JSON of an answer; throws an `APIError` for an error, and for everything that is not an answer of this API. */
export async function readAnswer<Answer>(response: Response): Promise<Answer> {
  // Browsers show a redirect as an opaque answer of status 0.
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
  // Cut off where the transport does not notice: what fetch unpacks may end anywhere.
  if (body === undefined && response.headers.get('content-type')?.includes('json'))
    throw new APIConnectionError('The answer broke off in the middle.');
  if (body === undefined)
    throw errorOf(response, 'invalid_response', 'The answer is not JSON. Is baseURL right? It ends in /v1.');
  return body as Answer;
}

/** The error that an answer is: what its body says, or these words. */
export function errorOf(response: Response, code: string, detail: string, body?: unknown): APIError {
  const said: Partial<ErrorBody> = typeof body === 'object' && body !== null ? body : {};
  return apiError(response.status, {
    code: typeof said.code === 'string' ? said.code : code,
    detail: typeof said.detail === 'string' ? said.detail : detail,
    errors: Array.isArray(said.errors) ? said.errors : [],
    ownerMessage: typeof said.owner_message === 'string' ? said.owner_message : undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfterOf(response.headers),
  });
}

/** Undefined where the text is empty or no JSON: a proxy's HTML page, an answer cut off by it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
