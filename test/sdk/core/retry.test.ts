import { APIConnectionError, APIError, Footnote, RateLimitError } from '@footnote/sdk';
import { describe, expect, it } from 'vitest';
import { closedAddress, drop, failure, halfAnAnswer, type Step, scriptedServer } from '../scripted-server.ts';

const ok: Step = { json: { id: 'proj_1' } };

async function scripted(...script: Step[]) {
  const server = await scriptedServer(...script);
  return { server, footnote: new Footnote({ baseURL: server.baseURL, apiKey: 'chat_1' }) };
}

const ask = (footnote: Footnote) => footnote.chat.create('proj_1', { query: 'When?' });

// Concurrent, because each really waits: half a second before the first retry.
describe.concurrent('a failed call', () => {
  it.each<[string, Step]>([
    ['500', failure(500)],
    ['502 with a page of HTML', { status: 502, text: '<h1>Bad Gateway</h1>' }],
    ['503', failure(503)],
    ['429', failure(429)],
    ['a dropped connection', drop],
    ['half an answer', halfAnAnswer],
  ])('is retried after %s', async (_, step) => {
    const { server, footnote } = await scripted(step, ok);
    await expect(footnote.projects.retrieve('proj_1')).resolves.toEqual({ id: 'proj_1' });
    expect(server.received).toHaveLength(2);
  });

  it.each([400, 401, 403, 404])('is not retried after %i', async (status) => {
    const { server, footnote } = await scripted(failure(status), ok);
    await expect(footnote.projects.retrieve('proj_1')).rejects.toMatchObject({ status });
    expect(server.received).toHaveLength(1);
  });

  it('is retried at most twice, with a growing pause', async () => {
    const { server, footnote } = await scripted(failure(500));
    const started = Date.now();
    await expect(footnote.projects.retrieve('proj_1')).rejects.toMatchObject({ status: 500 });
    expect(server.received).toHaveLength(3);
    // Half a second and a second, each reduced by up to a quarter.
    expect(Date.now() - started).toBeGreaterThanOrEqual(1100);
  });

  it('is retried as often as the call says, which overrides the client', async () => {
    const { server, footnote } = await scripted(failure(500));
    const never = footnote.withOptions({ maxRetries: 0 });
    await expect(never.projects.retrieve('proj_1')).rejects.toThrow();
    expect(server.received).toHaveLength(1);
    await expect(never.projects.retrieve('proj_1', { maxRetries: 1 })).rejects.toThrow();
    expect(server.received).toHaveLength(3);
  });

  it('ends as a connection error if there is no server', async () => {
    const address = await closedAddress();
    const footnote = new Footnote({ baseURL: `${address}/v1`, maxRetries: 0 });
    const error = await footnote.health.retrieve().catch((thrown) => thrown);
    expect(APIConnectionError.isInstance(error) && !APIError.isInstance(error)).toBe(true);
    expect(error.message).toContain(address);
    expect(error.cause).toBeInstanceOf(TypeError);
  });
});

describe.concurrent('Retry-After', () => {
  it('in seconds is respected', async () => {
    const { footnote } = await scripted(failure(429, { 'retry-after': '1' }), ok);
    const started = Date.now();
    await footnote.projects.retrieve('proj_1');
    expect(Date.now() - started).toBeGreaterThanOrEqual(990);
  });

  it("as a date is respected by the server's clock, which may be wrong", async () => {
    const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
    const { footnote } = await scripted(failure(503, { date, 'retry-after': 'Thu, 01 Jan 2026 00:00:01 GMT' }), ok);
    const started = Date.now();
    await footnote.projects.retrieve('proj_1');
    expect(Date.now() - started).toBeGreaterThanOrEqual(990);
  });

  it.each([
    ['0', 0],
    ['Thu, 01 Jan 1998 00:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
  ])('of %j leaves the default pause', async (value, retryAfter) => {
    const { footnote } = await scripted(failure(429, { 'retry-after': value }), ok);
    const started = Date.now();
    await footnote.projects.retrieve('proj_1');
    expect(Date.now() - started).toBeGreaterThanOrEqual(370);
    const error = await scripted(failure(429, { 'retry-after': value })).then((again) =>
      again.footnote.projects.retrieve('proj_1', { maxRetries: 0 }).catch((thrown) => thrown),
    );
    expect(error.retryAfter).toBe(retryAfter);
  });

  it('of more than a minute is left to the caller', async () => {
    const { server, footnote } = await scripted(failure(429, { 'retry-after': '61' }), ok);
    const error = await footnote.projects.retrieve('proj_1').catch((thrown) => thrown);
    expect(RateLimitError.isInstance(error) && error.retryAfter).toBe(61);
    expect(server.received).toHaveLength(1);
  });

  it("beyond the call's timeout fails at once", async () => {
    const { footnote } = await scripted(failure(429, { 'retry-after': '30' }), ok);
    // At the end of its time, the error would be another.
    await expect(footnote.projects.retrieve('proj_1', { timeout: 20_000 })).rejects.toBeInstanceOf(RateLimitError);
  });
});

describe.concurrent('a question', () => {
  it.each<[string, Step]>([
    ['500', failure(500)],
    ['503', failure(503)],
    ['a dropped connection', drop],
    ['half an answer', halfAnAnswer],
  ])('is never asked again after %s, because it may have been answered', async (_, step) => {
    const { server, footnote } = await scripted(step, ok);
    await expect(ask(footnote)).rejects.toThrow();
    expect(server.received).toHaveLength(1);
  });

  it('is asked again after 429, which the server sends before it starts', async () => {
    const { server, footnote } = await scripted(failure(429), ok);
    await ask(footnote);
    expect(server.received).toHaveLength(2);
  });

  it('is asked again if no connection was made', async () => {
    let tries = 0;
    const footnote = new Footnote({
      baseURL: `${await closedAddress()}/v1`,
      maxRetries: 1,
      fetch: (url, init) => {
        tries++;
        return fetch(url, init);
      },
    });
    await expect(ask(footnote)).rejects.toBeInstanceOf(APIConnectionError);
    expect(tries).toBe(2);
  });
});

describe.concurrent('a call that must not happen twice', () => {
  it.each<[string, (footnote: Footnote) => Promise<unknown>]>([
    ['registering', (footnote) => footnote.auth.register({ email: 'a@b.c', password: 'long enough', name: 'A' })],
    ['creating a key', (footnote) => footnote.projects.apiKeys.create('proj_1')],
  ])('%s is not retried after a dropped connection', async (_, call) => {
    const { server, footnote } = await scripted(drop, ok);
    await expect(call(footnote)).rejects.toBeInstanceOf(APIConnectionError);
    expect(server.received).toHaveLength(1);
  });
});

describe.concurrent('a create', () => {
  it.each<[string, (footnote: Footnote, idempotencyKey?: string) => Promise<unknown>]>([
    ['project', (footnote, idempotencyKey) => footnote.projects.create({ name: 'Guide' }, { idempotencyKey })],
    [
      'source',
      (footnote, idempotencyKey) =>
        footnote.sources.upload({ file: new Blob(['text']), name: 'a.txt' }, { idempotencyKey }),
    ],
  ])('of a %s sends one key with all its attempts, a new one with each call, or the given one', async (_, call) => {
    const { server, footnote } = await scripted(drop, ok);
    const keys = () => server.received.map(({ headers }) => headers['idempotency-key']);
    await call(footnote);
    expect(keys()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys()[0]]);
    await call(footnote);
    expect(keys()[2]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys()[2]).not.toBe(keys()[0]);
    await call(footnote, 'mine');
    expect(keys()[3]).toBe('mine');
  });
});
