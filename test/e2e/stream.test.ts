import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { Footnote } from '@footnote/sdk';
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { parseStream, textOf } from '../helpers/server/read-stream.ts';
import { until } from '../helpers/timing/until.ts';

const DROPS = process.env.FOOTNOTE_SOAK ? 500 : 20;
const QUESTION = 'When does the harbour office open?';
const DOCUMENT = '# Harbour\n\nThe harbour office opens at seven. Ferries leave every hour.\n';

let server: ServerProcess;
let project: string;
let key: string;

beforeAll(async () => {
  server = await startServer();
  const account = { email: 'keeper@example.org', password: 'a long enough password' };
  const guest = new Footnote({ baseURL: server.baseURL });
  await guest.auth.register({ ...account, name: 'Keeper', setup_token: server.setupToken });
  const { access_token } = await guest.auth.login(account);
  const owner = new Footnote({ baseURL: server.baseURL, accessToken: access_token });
  project = (await owner.projects.create({ name: 'Harbour' })).id;
  key = (await owner.projects.apiKeys.create(project)).key;
  const client = new Footnote({ baseURL: server.baseURL, apiKey: key });
  await client.sources.waitUntilReady(await client.sources.upload({ file: new Blob([DOCUMENT]), name: 'harbour.md' }));
});
afterAll(() => server.stop());

const post = (body: object) =>
  fetch(`${server.baseURL}/projects/${project}/chat`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Without what differs from one answer to the next: links are signed anew. */
const unsigned = (citations: { url?: string }[]) => citations.map((citation) => ({ ...citation, url: '' }));

describe('a real server and a real document', () => {
  it('say the same as JSON, as a stream and to OpenAI', async () => {
    const json = await (await post({ query: QUESTION })).json();
    expect(json.response).toMatch(/The harbour office opens at seven\..*\[1\]/s);

    const { parts, done } = parseStream(await (await post({ query: QUESTION, stream: true })).text());
    const last = parts.findLast(({ type }) => type === 'data-citations').data;
    expect([done, textOf({ parts }), unsigned(last)]).toEqual([true, json.response, unsigned(json.citations)]);

    const openai = new OpenAI({ baseURL: `${server.baseURL}/projects/${project}`, apiKey: key });
    const completion = await openai.chat.completions.create({
      model: (await openai.models.list()).data[0]?.id ?? '',
      messages: [{ role: 'user', content: QUESTION }],
    });
    expect((await openai.models.retrieve(completion.model)).id).toBe(completion.model);
    const message = completion.choices[0]?.message as unknown as { content: string; citations: { url: string }[] };
    expect([message.content, unsigned(message.citations)]).toEqual([json.response, unsigned(json.citations)]);
  });

  it('speak to the transport of useChat', async () => {
    const transport = new DefaultChatTransport<UIMessage>({
      api: `${server.baseURL}/projects/${project}/chat`,
      headers: { 'x-api-key': key },
      prepareSendMessagesRequest: ({ headers }) => ({
        body: { query: QUESTION, stream: true },
        ...(headers && { headers }),
      }),
    });
    const stream = await transport.sendMessages({
      trigger: 'submit-message',
      chatId: 'chat',
      messageId: undefined,
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: QUESTION }] }],
      abortSignal: undefined,
    });
    let message: UIMessage | undefined;
    for await (const state of readUIMessageStream({ stream })) message = state;
    expect(message?.parts.map(({ type }) => type)).toEqual(['text', 'data-citations', 'source-document']);
    expect(message?.parts[2]).toMatchObject({ mediaType: 'text/markdown', filename: 'harbour.md' });
  });

  it('say before the stream that nothing was found', async () => {
    const { parts } = parseStream(await (await post({ query: 'Who invented the telescope?', stream: true })).text());
    expect(parts.at(-1).messageMetadata.finish_reason).toBe('refused');
    expect(parts.some(({ type }) => type === 'data-citations' || type === 'source-document')).toBe(false);
  });
});

describe.skipIf(process.platform !== 'linux')(`${DROPS} clients that hang up`, () => {
  const openFiles = () => readdirSync(`/proc/${server.pid}/fd`).length;

  function hangUp(after: 'request' | 'first byte' | 'last byte'): Promise<void> {
    return new Promise((resolve) => {
      const { hostname, port } = new URL(server.url);
      const socket = connect(Number(port), hostname);
      const body = JSON.stringify({ query: QUESTION, stream: true });
      const leave = () => socket.resetAndDestroy();
      socket.on('error', () => undefined);
      socket.once('close', () => resolve());
      socket.on('data', () => after === 'first byte' && leave());
      const head = `POST /v1/projects/${project}/chat HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx-api-key: ${key}\r\n`;
      const request = `${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
      socket.write(request, () => after === 'request' && leave());
    });
  }

  it('leave no open file behind, and the next one is answered', async () => {
    // The thread that searches keeps its files open.
    await Promise.all(Array.from({ length: DROPS }, () => hangUp('last byte')));
    const before = openFiles();
    for (let n = 0; n < DROPS; n += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, at) => hangUp(at % 2 === 0 ? 'request' : 'first byte')));
    }
    await until(() => openFiles() <= before, `${before} open files or fewer`);
    expect(parseStream(await (await post({ query: QUESTION, stream: true })).text()).done).toBe(true);
    expect(server.output()).not.toContain('request_failed');
  });
});
