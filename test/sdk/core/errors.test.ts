import {
  APIConnectionError,
  APIError,
  AuthenticationError,
  BadRequestError,
  Footnote,
  FootnoteError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from '@footnote/sdk';
import { describe, expect, it, vi } from 'vitest';
import { type Step, scriptedServer } from '../scripted-server.ts';

async function errorFor(step: Step): Promise<APIError> {
  const { baseURL } = await scriptedServer(step);
  const error = await new Footnote({ baseURL, maxRetries: 0 }).projects.retrieve('proj_1').catch((thrown) => thrown);
  if (!APIError.isInstance(error)) throw new Error(`not an APIError: ${error}`);
  return error;
}

describe('an error answer', () => {
  it.each([
    [400, BadRequestError],
    [401, AuthenticationError],
    [403, PermissionDeniedError],
    [404, NotFoundError],
    [429, RateLimitError],
    [500, InternalServerError],
    [503, InternalServerError],
    [418, APIError],
  ])('with status %i has the matching class', async (status, type) => {
    const error = await errorFor({ status, json: { detail: 'A sentence.', code: 'a_code' } });
    expect(error).toBeInstanceOf(type);
    expect(error.name).toBe(type.kind);
    expect(error).toMatchObject({ status, code: 'a_code', detail: 'A sentence.', errors: [] });
    expect(error.message).toBe(`${status} a_code: A sentence.`);
  });

  it('has the invalid fields and the request id', async () => {
    const errors = [{ field: 'name', message: 'is required' }];
    const json = { detail: 'name: is required', code: 'invalid_request', errors };
    const error = await errorFor({ status: 400, json, headers: { 'x-request-id': 'req-7' } });
    expect(error).toMatchObject({ errors, requestId: 'req-7' });
  });

  it("has the owner's message for visitors", async () => {
    const json = { detail: 'Call us.', code: 'budget_exhausted', owner_message: 'Call us.' };
    expect((await errorFor({ status: 429, json })).ownerMessage).toBe('Call us.');
    expect((await errorFor({ status: 429, json: { ...json, owner_message: 7 } })).ownerMessage).toBeUndefined();
  });

  it.each<[string, Step]>([
    ['a page of HTML', { status: 502, text: '<html><script>secret</script></html>' }],
    ['nothing', { status: 502, text: '' }],
    ['JSON other than an object', { status: 502, json: 'no' }],
    ['null', { status: 502, json: null }],
    ['an object of another shape', { status: 502, json: { detail: { loc: [] }, code: 7, errors: 'no' } }],
    ['a truncated JSON object', { status: 502, text: '{"detail":"A sent' }],
  ])('with %s still has a message, a code and no foreign text', async (_, step) => {
    const error = await errorFor(step);
    expect(error).toMatchObject({ status: 502, code: 'http_error', errors: [] });
    expect(error.detail).toBe('The server answered 502, without saying why.');
  });
});

describe('an address without /v1', () => {
  const step: Step = { status: 404, json: { detail: 'This does not exist.', code: 'not_found' } };
  const failed = async (
    path: string,
    answer: Step,
    call: (client: Footnote) => Promise<unknown> = (client) => client.projects.list(),
  ) => {
    const { baseURL } = await scriptedServer(answer);
    const { origin } = new URL(baseURL);
    const error = await call(new Footnote({ baseURL: origin + path, maxRetries: 0 })).catch(
      (thrown: unknown) => thrown,
    );
    return { error, origin };
  };

  it.each<[string, Step, string]>([
    ['the API’s own 404', step, 'This does not exist.'],
    ['another server’s 404', { status: 404, text: 'Not found' }, 'The server answered 404, without saying why.'],
  ])('is named with the right one: %s', async (_, answer, detail) => {
    for (const path of ['', '/', '/footnote/']) {
      const { error, origin } = await failed(path, answer);
      const meant = `${origin}${path.replace(/\/$/, '')}/v1`;
      expect(error).toMatchObject({ detail: `${detail} baseURL has no /v1: did you mean ${meant}?` });
      expect((error as APIError).message).toContain(meant);
    }
  });

  it('keeps the class, the code and the id of the error', async () => {
    const { error } = await failed('', { ...step, headers: { 'x-request-id': 'req-7' } });
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ status: 404, code: 'not_found', requestId: 'req-7', errors: [] });
  });

  it('is named where an answer should be streamed', async () => {
    const { error, origin } = await failed('', step, (client) =>
      client.chat.stream('proj_1', { query: 'x' }).finalAnswer(),
    );
    expect((error as APIError).detail).toContain(`did you mean ${origin}/v1?`);
  });

  it('is not the reason for other errors, nor where it has /v1', async () => {
    const refused = await failed('', { status: 401, json: { detail: 'No.', code: 'token_invalid' } });
    expect(refused.error).toMatchObject({ detail: 'No.' });
    expect((await failed('/v1', step)).error).toMatchObject({ detail: 'This does not exist.' });
  });
});

describe('isInstance', () => {
  it('recognises every class of an error, and no other', async () => {
    const error: unknown = await errorFor({ status: 404, json: {} });
    expect(NotFoundError.isInstance(error)).toBe(true);
    expect(APIError.isInstance(error)).toBe(true);
    expect(FootnoteError.isInstance(error)).toBe(true);
    expect(RateLimitError.isInstance(error)).toBe(false);
    expect(APIConnectionError.isInstance(error)).toBe(false);
  });

  it.each([undefined, null, 'text', 7, {}, new Error('x')])('is false for %s', (value) => {
    expect(FootnoteError.isInstance(value)).toBe(false);
  });

  it('works across two copies of the package, unlike instanceof', async () => {
    const error: unknown = await errorFor({ status: 404, json: {} });
    vi.resetModules();
    const copy = await import('@footnote/sdk');
    expect(copy.NotFoundError).not.toBe(NotFoundError);
    expect(error instanceof copy.NotFoundError).toBe(false);
    expect(copy.NotFoundError.isInstance(error)).toBe(true);
    expect(copy.RateLimitError.isInstance(error)).toBe(false);
  });
});
