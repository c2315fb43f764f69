import { Footnote, RateLimitError } from '@footnote/sdk';
import { expect, it } from 'vitest';
import { failure, scriptedServer } from './scripted-server.ts';

it('asks a question with its key and returns the answer', async () => {
  const answer = { response: 'Nine. [1]', conversation_id: 'conv_1', citations: [] };
  const server = await scriptedServer({ json: answer });
  const footnote = new Footnote({ baseURL: server.baseURL, apiKey: 'chat_1' });
  await expect(footnote.chat.create('proj_1', { query: 'When?' })).resolves.toEqual(answer);
  expect(server.received).toMatchObject([
    { method: 'POST', url: '/v1/projects/proj_1/chat', body: '{"query":"When?"}', headers: { 'x-api-key': 'chat_1' } },
  ]);
});

it('waits as long as it is told after 429, in seconds', async () => {
  const server = await scriptedServer(failure(429, { 'retry-after': '1' }), { json: {} });
  const footnote = new Footnote({ baseURL: server.baseURL, apiKey: 'chat_1' });
  const started = Date.now();
  await footnote.chat.create('proj_1', { query: 'When?' });
  expect(Date.now() - started).toBeGreaterThanOrEqual(990);
});

it('throws at once where it is told to wait longer than a minute', async () => {
  const server = await scriptedServer(failure(429, { 'retry-after': '61' }));
  const footnote = new Footnote({ baseURL: server.baseURL, apiKey: 'chat_1' });
  const error = await footnote.chat.create('proj_1', { query: 'When?' }).catch((thrown) => thrown);
  expect(RateLimitError.isInstance(error) && error.retryAfter).toBe(61);
});
