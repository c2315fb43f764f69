import { inspect } from 'node:util';
import { Footnote, FootnoteError } from '@footnote/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scriptedServer } from './scripted-server.ts';

const baseURL = 'http://127.0.0.1:8787/v1';

beforeEach(() => {
  vi.stubEnv('FOOTNOTE_BASE_URL', undefined);
  vi.stubEnv('FOOTNOTE_API_KEY', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** The requests that a client sends, seen by its fetch. */
async function sent(make: (fetch: typeof globalThis.fetch) => Footnote): Promise<{ url: string; headers: Headers }> {
  let seen = { url: '', headers: new Headers() };
  const client = make(async (url, init) => {
    seen = { url: String(url), headers: new Headers(init?.headers) };
    return Response.json({});
  });
  await client.projects.retrieve('proj_1');
  return seen;
}

describe('a client', () => {
  it('reads the address and the key from the environment', async () => {
    vi.stubEnv('FOOTNOTE_BASE_URL', 'http://docs.test/v1');
    vi.stubEnv('FOOTNOTE_API_KEY', 'chat_env');
    const { url, headers } = await sent((fetch) => new Footnote({ fetch }));
    expect(url).toBe('http://docs.test/v1/projects/proj_1');
    expect(headers.get('x-api-key')).toBe('chat_env');
  });

  it("prefers its options to the environment, and a token to the environment's key", async () => {
    vi.stubEnv('FOOTNOTE_BASE_URL', 'http://docs.test/v1');
    vi.stubEnv('FOOTNOTE_API_KEY', 'chat_env');
    const { url, headers } = await sent((fetch) => new Footnote({ fetch, baseURL, accessToken: 'tok' }));
    expect(url).toContain(baseURL);
    expect(headers.get('authorization')).toBe('Bearer tok');
    expect(headers.has('x-api-key')).toBe(false);
  });

  it.each([
    ['http://a.test/v1/', 'http://a.test/v1/projects/proj_1'],
    ['http://a.test/v1//', 'http://a.test/v1/projects/proj_1'],
    ['https://a.test/docs/api/v1?x=1#y', 'https://a.test/docs/api/v1/projects/proj_1'],
  ])('reads the base URL %s', async (given, expected) => {
    expect((await sent((fetch) => new Footnote({ fetch, baseURL: given }))).url).toBe(expected);
  });

  it.each(['', 'docs.test', 'ftp://docs.test/v1', '/v1', 'http://'])('refuses the base URL %j', (given) => {
    expect(() => new Footnote({ baseURL: given })).toThrow(FootnoteError);
  });

  it('accepts a base URL relative to its page', async () => {
    vi.stubGlobal('location', { href: 'https://docs.test/console/index.html' });
    const { url } = await sent((fetch) => new Footnote({ fetch, baseURL: '/v1' }));
    expect(url).toBe('https://docs.test/v1/projects/proj_1');
  });

  it('accepts only one credential', () => {
    expect(() => new Footnote({ baseURL, apiKey: 'chat_1', accessToken: 'tok' })).toThrow(FootnoteError);
    expect(() => new Footnote({ baseURL, getToken: () => 'a', accessToken: 'tok' })).toThrow('one credential');
  });

  it('refuses an API key in a browser unless explicitly allowed', () => {
    vi.stubGlobal('document', {});
    expect(() => new Footnote({ baseURL, apiKey: 'chat_1' })).toThrow('browser');
    expect(() => new Footnote({ baseURL, apiKey: 'chat_1', dangerouslyAllowBrowser: true })).not.toThrow();
    expect(() => new Footnote({ baseURL, accessToken: 'tok' })).not.toThrow();
  });

  it('works without a global process', async () => {
    const { baseURL: address } = await scriptedServer({ json: { id: 'proj_1' } });
    vi.stubGlobal('process', undefined);
    const made = new Footnote({ baseURL: address, accessToken: 'tok' });
    vi.unstubAllGlobals();
    await expect(made.projects.retrieve('proj_1')).resolves.toEqual({ id: 'proj_1' });
  });

  it('does not show its credential when printed', () => {
    const client = new Footnote({ baseURL, apiKey: 'chat_secret' });
    expect(inspect(client, { depth: 9, showHidden: true })).not.toContain('chat_secret');
    expect(JSON.stringify(client)).not.toContain('chat_secret');
  });
});

describe('withOptions', () => {
  it('keeps all other options and leaves the first client unchanged', async () => {
    const one = (fetch: typeof globalThis.fetch) =>
      new Footnote({ fetch, baseURL, apiKey: 'chat_1', defaultHeaders: { 'x-one': '1' } });
    const changed = await sent((fetch) => one(fetch).withOptions({ maxRetries: 0 }));
    expect(Object.fromEntries(changed.headers)).toMatchObject({ 'x-api-key': 'chat_1', 'x-one': '1' });
    const kept = await sent((fetch) => {
      const first = one(fetch);
      first.withOptions({ accessToken: 'tok' });
      return first;
    });
    expect(kept.headers.get('x-api-key')).toBe('chat_1');
  });

  it('replaces the old credential with a new one', async () => {
    const { headers } = await sent((fetch) =>
      new Footnote({ fetch, baseURL, apiKey: 'chat_1' }).withOptions({ accessToken: 'tok' }),
    );
    expect(headers.get('authorization')).toBe('Bearer tok');
    expect(headers.has('x-api-key')).toBe(false);
  });
});
