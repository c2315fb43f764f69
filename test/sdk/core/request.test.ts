import { APIError, AuthenticationError, Footnote } from '@footnote/sdk';
import { describe, expect, it } from 'vitest';
import { failure, scriptedServer } from '../scripted-server.ts';

describe('a request', () => {
  it('is JSON with the API key, and resolves with the response', async () => {
    const answer = { response: 'Nine. [1]', conversation_id: 'conv_1', citations: [] };
    const server = await scriptedServer({ json: answer });
    const footnote = new Footnote({ baseURL: server.baseURL, apiKey: 'chat_1' });
    await expect(footnote.chat.create('proj_1', { query: 'When?' })).resolves.toEqual(answer);
    expect(server.received).toMatchObject([
      {
        method: 'POST',
        url: '/v1/projects/proj_1/chat',
        body: '{"query":"When?"}',
        headers: { 'x-api-key': 'chat_1', 'content-type': 'application/json', accept: 'application/json' },
      },
    ]);
    expect(server.received[0]?.headers).not.toHaveProperty('authorization');
  });

  it('sends a token as bearer, and no content type without a body', async () => {
    const server = await scriptedServer({ json: {} });
    await new Footnote({ baseURL: server.baseURL, accessToken: 'tok' }).projects.retrieve('proj_1');
    expect(server.received[0]?.headers).toMatchObject({ authorization: 'Bearer tok' });
    expect(server.received[0]?.headers).not.toHaveProperty('content-type');
    expect(server.received[0]?.headers).not.toHaveProperty('x-api-key');
  });

  it('sends only CORS-safe headers for chat and for creating tokens', async () => {
    const server = await scriptedServer({ json: {} });
    const headers: string[] = [];
    const footnote = new Footnote({
      baseURL: server.baseURL,
      accessToken: 'tok',
      fetch: (url, init) => {
        headers.push(...new Headers(init?.headers).keys());
        return fetch(url, init);
      },
    });
    await footnote.chat.create('proj_1', { query: 'When?' });
    await footnote.widgetTokens.create({ project_id: 'proj_1' });
    expect([...new Set(headers)].sort()).toEqual(['accept', 'authorization', 'content-type']);
  });

  it('sends no credential to register, log in or check health, even if the client has one', async () => {
    const server = await scriptedServer({ json: {} });
    const footnote = new Footnote({ baseURL: server.baseURL, apiKey: 'chat_1' });
    await footnote.auth.register({ email: 'a@b.c', password: 'long enough', name: 'A' });
    await footnote.auth.login({ email: 'a@b.c', password: 'long enough' });
    await footnote.health.retrieve();
    for (const { headers } of server.received) expect(headers).not.toHaveProperty('x-api-key');
  });

  it("sends the client's headers, which those of the call override", async () => {
    const server = await scriptedServer({ json: {} });
    const footnote = new Footnote({ baseURL: server.baseURL, defaultHeaders: { 'x-one': '1', 'x-two': '1' } });
    await footnote.health.retrieve({ headers: { 'X-Two': '2' } });
    expect(server.received[0]?.headers).toMatchObject({ 'x-one': '1', 'x-two': '2' });
  });

  it('does not follow a redirect, which would send the key elsewhere', async () => {
    const elsewhere = await scriptedServer({ json: {} });
    const server = await scriptedServer({
      status: 307,
      text: '',
      headers: { location: `${elsewhere.baseURL}/health` },
    });
    const footnote = new Footnote({ baseURL: server.baseURL, apiKey: 'chat_1' });
    const error = await footnote.projects.retrieve('proj_1').catch((thrown) => thrown);
    expect(error).toMatchObject({ status: 307, code: 'redirected' });
    expect(error.detail).toContain(elsewhere.baseURL);
    expect(elsewhere.received).toEqual([]);
  });
});

describe('getToken', () => {
  it('is called before each request, and again when its token is refused', async () => {
    const server = await scriptedServer(failure(401, {}, 'token_expired'), { json: {} });
    const asked: (string | undefined)[] = [];
    const getToken = async (refused?: string) => {
      asked.push(refused);
      return refused ? 'new' : 'old';
    };
    await new Footnote({ baseURL: server.baseURL, getToken }).chat.create('proj_1', { query: 'When?' });
    expect(asked).toEqual([undefined, 'old']);
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  });

  it('is not called again if it returns the same token', async () => {
    const server = await scriptedServer(failure(401));
    const footnote = new Footnote({ baseURL: server.baseURL, getToken: () => 'only' });
    await expect(footnote.projects.retrieve('proj_1')).rejects.toBeInstanceOf(AuthenticationError);
    expect(server.received).toHaveLength(1);
  });

  it('is not called a third time', async () => {
    const server = await scriptedServer(failure(401));
    let count = 0;
    const footnote = new Footnote({ baseURL: server.baseURL, getToken: () => `token ${++count}` });
    await expect(footnote.projects.retrieve('proj_1')).rejects.toBeInstanceOf(AuthenticationError);
    expect(count).toBe(2);
  });

  it('fails the call with its own error and sends nothing', async () => {
    const server = await scriptedServer({ json: {} });
    const getToken = () => Promise.reject(new Error('the token service is down'));
    const footnote = new Footnote({ baseURL: server.baseURL, getToken });
    await expect(footnote.projects.retrieve('proj_1')).rejects.toThrow('the token service is down');
    expect(server.received).toEqual([]);
  });

  it('cannot delay a call beyond its timeout', async () => {
    const server = await scriptedServer({ json: {} });
    const footnote = new Footnote({ baseURL: server.baseURL, getToken: () => new Promise(() => {}), timeout: 50 });
    await expect(footnote.projects.retrieve('proj_1')).rejects.toThrow('longer than 50 ms');
  });
});

describe('an answer', () => {
  it('with HTML and status 200 is an error that points at the base URL', async () => {
    const server = await scriptedServer({ text: '<!doctype html><title>Welcome</title>' });
    const error = await new Footnote({ baseURL: server.baseURL }).health.retrieve().catch((thrown) => thrown);
    expect(APIError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ status: 200, code: 'invalid_response' });
    expect(error.message).toContain('/v1');
    expect(server.received).toHaveLength(1);
  });

  it('without the promised body is an error, not undefined', async () => {
    const server = await scriptedServer({ status: 200, text: '' });
    const error = await new Footnote({ baseURL: server.baseURL }).health.retrieve().catch((thrown) => thrown);
    expect(error).toMatchObject({ status: 200, code: 'invalid_response' });
  });
});
