import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerOf } from '@footnote/sdk/ai';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../../server/app.ts';
import { readEnv } from '../../../../server/config/env.ts';
import { createLog } from '../../../../server/platform/log.ts';
import {
  chunkOf,
  type ModelServer,
  sendJson,
  startModelServer,
  streamText,
} from '../../../helpers/models/model-server.ts';
import { parseStream, textOf } from '../../../helpers/server/read-stream.ts';
import { until } from '../../../helpers/timing/until.ts';

const GUIDE = `# Museum

## Opening hours

The museum opens at nine in the morning. It closes at 18:00 on weekdays.

## Ticket prices

A ticket for adults costs 12 euros. Children under six enter the museum free of charge.`;

let model: ModelServer;
let dataDir: string;
let app: App;
let url: string;
let token = '';
let key = '';
let project = '';
const log: string[] = [];

/** The model's reply to an answer's prompt; embeddings and model lists are always served. */
let says: (response: ServerResponse, prompt: string) => void | Promise<void>;

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Body = any;

async function call(
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; headers: Headers; text: string; body: Body }> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text.startsWith('{') ? JSON.parse(text) : null,
  };
}

interface Listening {
  signal?: AbortSignal;
  /** Called with all that has come, whenever more has. */
  onText?: (text: string) => unknown;
}

async function chat(query: string, more: object = {}, { signal, onText }: Listening = {}) {
  const response = await fetch(`${url}/v1/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query, ...more }),
    ...(signal && { signal }),
  });
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    onText?.(text);
  }
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (text.startsWith('{') ? JSON.parse(text) : null) as Body,
  };
}

beforeAll(async () => {
  model = await startModelServer();
  model.answerWith(({ path, body }, response) => {
    if (path === '/v1/models') return sendJson(response, 200, { data: [] });
    if (path === '/v1/embeddings') {
      const data = body.input.map((text: string, index: number) => ({ index, embedding: lettersOf(text) }));
      return sendJson(response, 200, { data });
    }
    if (path !== '/v1/chat/completions') return sendJson(response, 404, {});
    return says(response, body.messages.map(({ content }: { content: string }) => content).join('\n'));
  });
  dataDir = await mkdtemp(join(tmpdir(), 'footnote-generated-'));
  const server = {
    ANSWERER: 'openai',
    ANSWERER_URL: model.url,
    ANSWERER_MODEL: 'writer',
    ANSWERER_CONCURRENCY: '4',
    ANSWERER_API_KEY: 'sk-answerer-key',
  };
  const vectors = { EMBEDDER: 'openai', EMBEDDER_URL: model.url, EMBEDDER_MODEL: 'letters', OFFLINE: '1' };
  const env = readEnv({ ...server, ...vectors, DATA_DIR: dataDir, PORT: '0', READER: 'off' });
  app = await createApp(
    { ...env, rateLimits: { general: 0, chat: 0, search: 0, ingestion: 0 } },
    createLog((line) => log.push(line)),
  );
  const listening = await app.listen();
  url = listening.url;
  const setup_token = listening.setupLink?.split('#setup=')[1];
  const account = { email: 'a@example.org', password: 'long enough' };
  await call('POST', '/v1/auth/register', { ...account, name: 'A', setup_token });
  token = (await call('POST', '/v1/auth/login', account)).body.access_token;
  project = (await call('POST', '/v1/projects', { name: 'Museum' })).body.id;
  key = (await call('POST', `/v1/projects/${project}/api-keys`, {})).body.key;
  const { id } = (
    await call('POST', `/v1/sources?project_id=${project}`, { type: 'text', title: 'Museum guide', text: GUIDE })
  ).body;
  await until(async () => (await call('GET', `/v1/sources/${id}`)).body.status === 'completed', 'the source');
});
afterAll(async () => {
  await app.close();
  await model.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  model.requests.length = 0;
  says = (response) => streamText(response, 'The museum opens at nine in the morning [1].');
});

/** Letter frequencies: vectors that depend on the text. */
function lettersOf(text: string): number[] {
  const counts = new Array<number>(26).fill(0.1);
  for (const letter of text.toLowerCase().match(/[a-z]/g) ?? []) {
    const at = letter.charCodeAt(0) - 97;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

const prompts = () => model.requests.filter(({ path }) => path === '/v1/chat/completions');
const conversations = async () => (await call('GET', `/v1/projects/${project}/conversations`)).body.total;
const usage = async () => (await call('GET', `/v1/projects/${project}`)).body.usage;

describe('an answer that a model writes', () => {
  it('is the same as JSON, as a stream and in the history, with verbatim quotes', async () => {
    const json = await chat('When does the museum open?');
    expect(json.status).toBe(200);
    expect(json.body).toMatchObject({
      response: 'The museum opens at nine in the morning [1].',
      usage: { prompt_tokens: 321, completion_tokens: 12, total_tokens: 333 },
      unsupported: [],
    });
    const [citation] = json.body.citations;
    expect(citation).toMatchObject({ id: 1, title: 'Museum guide', quote: 'The museum opens at nine in the morning.' });
    expect(GUIDE).toContain(citation.text);

    const stream = parseStream((await chat('When does the museum open?', { stream: true })).text);
    expect([textOf(stream), stream.done]).toEqual([json.body.response, true]);
    const at = (type: string) => stream.parts.findIndex((part) => part.type === type);
    const marker = stream.parts.findIndex((part) => part.type === 'text-delta' && part.delta.includes('[1]'));
    expect(at('data-citations')).toBeLessThan(marker);
    const id = stream.parts[0].messageMetadata.conversation_id;
    const { items } = (await call('GET', `/v1/projects/${project}/conversations/${id}/messages`)).body;
    expect(items[1]).toMatchObject({ text: json.body.response, finish_reason: 'stop' });
    expect(items[1].citations[0].quote).toBe(citation.quote);
  });

  it('is replaced by what comes closest after streaming if its sentences have no support', async () => {
    says = (response) => streamText(response, 'Dogs must wear a purple hat on Mondays [1]. Cats may not sing [1].');
    const { parts } = parseStream((await chat('When does the museum open?', { stream: true })).text);
    expect(textOf({ parts })).toContain('purple hat');
    const verdict = parts.find((part) => part.type === 'data-verdict');
    expect(verdict.data.verdict).toBe('revised');
    expect(verdict.data.response).toMatch(/^This may not answer your question\. The closest passages:/);
    expect(parts.at(-1).messageMetadata.finish_reason).toBe('unsure');
    const { body } = await chat('When does the museum open?');
    expect(body).toMatchObject({ response: verdict.data.response, finish_reason: 'unsure', unsupported: [] });
    expect(body.citations[0]).toMatchObject({ support: 'quoted' });
  });

  it('reports the range of a sentence without support', async () => {
    says = (response) =>
      streamText(response, 'It opens at nine in the morning [1]. Adults pay 12 euros [1]. Adults pay 13 euros [1].');
    const { response, unsupported } = (await chat('When does the museum open, and what does it cost?')).body;
    expect(unsupported.map(({ start, end }: { start: number; end: number }) => response.slice(start, end))).toEqual([
      'Adults pay 13 euros.',
    ]);
  });

  it('is a plain refusal if the model finds no answer', async () => {
    says = (response) => streamText(response, 'NO_ANSWER');
    const { parts } = parseStream((await chat('Cuándo abre el museo en agosto?', { stream: true })).text);
    expect(textOf({ parts })).toBe('No he encontrado una respuesta a esto en los documentos.');
    expect(parts.some(({ type }) => type === 'data-verdict')).toBe(false);
    expect(parts.at(-1).messageMetadata.finish_reason).toBe('refused');
  });

  it('is not requested for a greeting alone', async () => {
    expect((await chat('Hello!')).body.citations).toEqual([]);
    expect(prompts()).toEqual([]);
  });

  it('searches for a follow-up as the model rewrites it', async () => {
    const first = (await chat('When does the museum open?')).body;
    says = (response, prompt) =>
      prompt.includes('Follow-up question:')
        ? streamText(response, 'When does the museum close on weekdays?')
        : streamText(response, 'It closes at 18:00 on weekdays [1].');
    const second = (await chat('And until when is that?', { conversation_id: first.conversation_id })).body;
    expect(second.response).toBe('It closes at 18:00 on weekdays [1].');
    const [, rewriting, writing] = prompts();
    expect(rewriting?.body.messages.at(-1).content).toContain('Answer: The museum opens at nine in the morning.');
    expect(writing?.body.messages.at(-1).content).toContain('Question: When does the museum close on weekdays?');
  });

  it('searches for a follow-up with its context if the model fails to rewrite it', async () => {
    const first = (await chat('When does the museum open?')).body;
    says = (response, prompt) =>
      prompt.includes('Follow-up question:')
        ? sendJson(response, 500, {})
        : streamText(response, 'It closes at 18:00 on weekdays [1].');
    const second = (await chat('And when does it close on weekdays?', { conversation_id: first.conversation_id })).body;
    expect(second.response).toBe('It closes at 18:00 on weekdays [1].');
  });

  it('is served to OpenAI’s clients too', async () => {
    const response = await fetch(`${url}/v1/projects/${project}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'When does the museum open?' }] }),
    });
    const { choices } = (await response.json()) as Body;
    expect(choices[0].message.content).toBe('The museum opens at nine in the morning [1].');
    expect(choices[0].message.citations).toHaveLength(1);
  });
});

describe('an answer of which a part does not stand', () => {
  const QUESTION = 'When does the museum open, and what does a dog cost?';
  const MORE = 'I could not find more about this in the documents.';
  const THINKING = 'The visitor asks when the museum opens. Passage 1 says: it opens at nine in the morning [1]. So …';

  /** The answer as JSON, as the last state of the stream, and as the history has it. */
  async function answers() {
    const json = (await chat(QUESTION)).body;
    const { parts } = parseStream((await chat(QUESTION, { stream: true })).text);
    const id = parts[0].messageMetadata.conversation_id;
    const { items } = (await call('GET', `/v1/projects/${project}/conversations/${id}/messages`)).body;
    const last = (type: string) => parts.findLast((part: Body) => part.type === type)?.data;
    const text = last('data-verdict')?.response ?? textOf({ parts });
    const whole = [json.response, json.citations.length, json.finish_reason];
    expect([text, last('data-citations')?.length, parts.at(-1).messageMetadata.finish_reason]).toEqual(whole);
    expect([items[1].text, items[1].citations.length, items[1].finish_reason]).toEqual(whole);
    return { json, parts };
  }

  it.each([
    [
      'says that it has no more',
      'It opens at nine in the morning [1]. For the cost of a dog: NO_ANSWER',
      `It opens at nine in the morning [1].\n\n${MORE}`,
    ],
    [
      'has one good sentence among bad ones',
      'Dogs must wear a purple hat. Dogs sing for thirty minutes. It opens at nine in the morning [1]. Dogs may never paint walls.',
      `It opens at nine in the morning [1].\n\n${MORE}`,
    ],
    [
      'begins with many bad ones',
      `${'abcdef'.replace(/./g, 'Dogs must wear the purple hat $& on Mondays. ')}It opens at nine in the morning [1].`,
      `It opens at nine in the morning [1].\n\n${MORE}`,
    ],
    ['gets into a loop', 'It opens at nine in the morning [1]. '.repeat(120), 'It opens at nine in the morning [1].'],
    [
      'has a link, an image and a farewell',
      'It opens at nine in the morning, see [here](https://example.org/) ![a clock](https://example.org/a.png) [1]. I hope this helps!',
      'It opens at nine in the morning, see here [1]. I hope this helps!',
    ],
    ['thinks first', `<thinking>\n${THINKING}\n</thinking>\n\nIt opens at nine [1].`, 'It opens at nine [1].'],
    ['thinks without a beginning', `${THINKING}\n</think>\n\nIt opens at nine [1].`, 'It opens at nine [1].'],
  ])('keeps the rest if the model %s', async (_, said, kept) => {
    says = (response) => streamText(response, said);
    const { json } = await answers();
    expect(json).toMatchObject({ response: kept, finish_reason: 'stop', unsupported: [] });
    expect(json.citations.map(({ quote }: Body) => quote)).toEqual(['The museum opens at nine in the morning.']);
  });

  it('shows no thinking once the model is known to begin with it', async () => {
    says = (response) => streamText(response, `${THINKING}\n</think>\n\nIt opens at nine [1].`);
    await chat(QUESTION);
    const { parts } = parseStream((await chat(QUESTION, { stream: true })).text);
    expect(textOf({ parts })).toBe('It opens at nine [1].');
    expect(parts.some(({ type }) => type === 'data-verdict')).toBe(false);
    says = (response) => streamText(response, 'It opens at nine [1].');
    expect((await chat(QUESTION)).body.response).toBe('It opens at nine [1].');
  });

  it('is told to OpenAI’s clients after what they have read', async () => {
    says = (response) => streamText(response, 'It opens at nine in the morning [1]. For the cost of a dog: NO_ANSWER');
    const response = await fetch(`${url}/v1/projects/${project}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ messages: [{ role: 'user', content: QUESTION }], stream: true }),
    });
    const { parts } = parseStream(await response.text());
    const content = parts.map((part: Body) => part.choices[0]?.delta.content ?? '').join('');
    expect(content).toBe(`It opens at nine in the morning [1]. For the cost of a dog:\n\n${MORE}`);
  });
});

describe('a model that thinks for too long or writes nothing', () => {
  const thinking = (response: ServerResponse, finish: string) => {
    response.setHeader('content-type', 'text/event-stream');
    response.write(chunkOf({ role: 'assistant', content: '', reasoning_content: 'The visitor asks when …' }));
    response.end(`${chunkOf({}, finish)}data: [DONE]\n\n`);
  };

  /** The server remembers that a model thinks; a plain answer has it forget. */
  afterEach(async () => {
    says = (response) => streamText(response, 'The museum opens at nine in the morning [1].');
    await chat('When does the museum open?');
  });

  it.each([
    ['length', 'answer_cut_off', [800, 4_000]],
    ['stop', 'answer_empty', [800]],
  ])('is a named error, not a refusal (%s)', async (finish, code, rooms) => {
    says = (response) => thinking(response, finish);
    const json = await chat('When does the museum open?');
    expect([json.status, json.body.code]).toEqual([500, code]);
    expect(prompts().map(({ body }) => body.max_tokens)).toEqual(rooms);
    const { parts, done } = parseStream((await chat('When does the museum open?', { stream: true })).text);
    expect(parts.slice(-2)).toEqual([
      { type: 'data-error', data: { code, retryable: true }, transient: true },
      { type: 'error', errorText: json.body.detail },
    ]);
    expect([textOf({ parts }), done]).toEqual(['', true]);
    const id = parts[0].messageMetadata.conversation_id;
    const { items } = (await call('GET', `/v1/projects/${project}/conversations/${id}/messages`)).body;
    expect(items[1]).toMatchObject({ text: '', finish_reason: 'error', reason: code });
  });

  it('is a named error if all of the text is thinking', async () => {
    says = (response) => streamText(response, '<think>The visitor asks when the museum opens. It', 'length');
    expect((await chat('When does the museum open?')).body.code).toBe('answer_cut_off');
    says = (response) =>
      streamText(response, 'The visitor asks when it opens. It opens at nine [1].</think>', 'length');
    expect((await chat('When does the museum open?')).body.code).toBe('answer_cut_off');
  });

  it('answers if the larger limit of a second try is enough', async () => {
    says = (response) =>
      prompts().length === 1 ? thinking(response, 'length') : streamText(response, 'It opens at nine [1].');
    const { body } = await chat('When does the museum open?');
    expect(body).toMatchObject({
      response: 'It opens at nine [1].',
      usage: { prompt_tokens: expect.any(Number), completion_tokens: 12 },
    });
    // The first try has cost something too.
    expect(body.usage.prompt_tokens).toBeGreaterThan(321);
  });

  it('is asked again if its thinking left too little room for the answer', async () => {
    const cut = (response: ServerResponse) => streamText(response, '<think>When?</think>It opens at', 'length');
    says = (response) => (prompts().length === 1 ? cut(response) : streamText(response, 'It opens at nine [1].'));
    const { parts } = parseStream((await chat('When does the museum open?', { stream: true })).text);
    expect(textOf({ parts })).toBe('It opens at nine [1].');
    expect(prompts().map(({ body }) => body.max_tokens)).toEqual([800, 4_000]);
  });

  it('has more room in its next answer, and for rewriting a follow-up', async () => {
    says = (response) => streamText(response, '<think>When?</think>It opens at nine [1].');
    const first = await chat('When does the museum open?');
    says = (response, prompt) =>
      streamText(
        response,
        prompt.includes('Follow-up question') ? '<thinking>Closing.</thinking>When does it close?' : 'At 18:00 [1].',
      );
    await chat('And close?', { conversation_id: first.body.conversation_id });
    expect(prompts().map(({ body }) => body.max_tokens)).toEqual([800, 4_100, 4_000]);
  });

  it.each([
    ['in a later sentence', 'The museum opens at nine [1]. It closes on', 'The museum opens at nine [1]. It closes on'],
    ['in its first sentence', 'Visitors usually queue outside', 'Visitors usually queue outside'],
  ])('is cut off at the limit and keeps what it wrote (%s)', async (_, said, kept) => {
    says = (response) => streamText(response, said, 'length');
    const { parts } = parseStream((await chat('When does the museum open?', { stream: true })).text);
    expect(textOf({ parts })).toBe(`${kept}\n\nThe answer was cut off here because it became too long.`);
    expect(parts.some(({ type }) => type === 'data-verdict')).toBe(false);
    expect(parts.at(-1).messageMetadata.finish_reason).toBe('length');
  });
});

describe('a model that fails', () => {
  it('before its first word is a named error', async () => {
    says = (response) => sendJson(response, 500, {});
    const json = await chat('When does the museum open?');
    expect([json.status, json.body.code]).toEqual([500, 'answerer_unavailable']);
    const { parts, done } = parseStream((await chat('When does the museum open?', { stream: true })).text);
    expect(parts.slice(-2)).toEqual([
      { type: 'data-error', data: { code: 'answerer_unavailable', retryable: true }, transient: true },
      { type: 'error', errorText: json.body.detail },
    ]);
    expect(done).toBe(true);
  });

  it('in the middle of an answer keeps what it has written', async () => {
    let cut = () => {};
    says = (response) => {
      response.setHeader('content-type', 'text/event-stream');
      response.write(chunkOf({ content: 'The museum opens at nine. And then' }));
      cut = () => response.destroy();
    };
    const received = await chat(
      'When does the museum open?',
      { stream: true },
      {
        onText: (text) => text.includes('nine') && cut(),
      },
    );
    const { parts, done } = parseStream(received.text);
    expect(textOf({ parts })).toBe('The museum opens at nine. [1] And then');
    expect([parts.at(-1).type, done]).toEqual(['error', true]);
    const id = parts[0].messageMetadata.conversation_id;
    const { items } = (await call('GET', `/v1/projects/${project}/conversations/${id}/messages`)).body;
    expect(items[1]).toMatchObject({ text: 'The museum opens at nine. [1] And then', finish_reason: 'error' });
  });

  it('never leaves its key in the log', () => {
    expect(log.join('')).toContain('answerer_request_failed');
    expect(log.join('')).not.toContain('sk-answerer-key');
  });
});

describe('the outcome of an answer', () => {
  const QUESTION = 'When does the museum open?';
  /** The same question as JSON, as a stream, to OpenAI's clients in both ways, and as the history has it. */
  async function told(path: string, apiKey: string) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}`, 'x-api-key': apiKey };
    const ask = async (at: string, body: object, leave: 'authorization' | 'x-api-key') => {
      const { [leave]: _, ...sent } = headers;
      const response = await fetch(`${url}${path}${at}`, { method: 'POST', headers: sent, body: JSON.stringify(body) });
      return response.text();
    };
    const json: Body = JSON.parse(await ask('/chat', { query: QUESTION }, 'authorization'));
    const stream = parseStream(await ask('/chat', { query: QUESTION, stream: true }, 'authorization')).parts;
    const messages = [{ role: 'user', content: QUESTION }];
    const whole: Body = JSON.parse(await ask('/chat/completions', { messages }, 'x-api-key'));
    const chunks: Body[] = parseStream(await ask('/chat/completions', { messages, stream: true }, 'x-api-key')).parts;
    const history = (await call('GET', `${path}/conversations/${json.conversation_id}/messages`)).body.items[1];
    const outcome = ({ finish_reason, reason }: Body) => [finish_reason, reason ?? null];
    return [
      json,
      stream.at(-1).messageMetadata,
      answerOf({ role: 'assistant', metadata: stream.at(-1).messageMetadata, parts: stream }),
      whole.choices[0].message,
      chunks.find(({ citations }) => citations),
      history,
    ].map(outcome);
  }
  const six = (outcome: [string, string | null]) => Array(6).fill(outcome);

  it('has the same name in every format', async () => {
    const path = `/v1/projects/${project}`;
    expect(await told(path, key)).toEqual(six(['stop', null]));
    says = (response) => streamText(response, 'The museum opens at nine [1]. It closes on', 'length');
    expect(await told(path, key)).toEqual(six(['length', null]));
    says = (response) => streamText(response, 'NO_ANSWER');
    expect(await told(path, key)).toEqual(six(['refused', null]));
  });

  it('tells an empty project from an unanswered question, and lists only the latter', async () => {
    const { id } = (await call('POST', '/v1/projects', { name: 'Empty' })).body;
    const { key: own } = (await call('POST', `/v1/projects/${id}/api-keys`, {})).body;
    expect(await told(`/v1/projects/${id}`, own)).toEqual(six(['refused', 'no_sources']));
    expect((await call('GET', `/v1/projects/${id}/unanswered`)).body.total).toBe(0);
    expect((await call('GET', `/v1/projects/${project}/unanswered`)).body.total).toBeGreaterThan(0);
  });
});

describe('a model with many questions at once', () => {
  it('answers four, queues 64 with their positions, and rejects the next before anything is stored of it', async () => {
    const held: ServerResponse[] = [];
    says = (response) => void held.push(response);
    const asked = Array.from({ length: 68 }, () => chat('When does the museum open?', { stream: true }));
    await until(async () => (await metric('waiting')) === 64, 'the line');
    expect(held).toHaveLength(4);
    expect((await call('GET', '/metrics')).text).toMatch(/^footnote_answer_limit 4$/m);

    const [before, counted] = [await conversations(), await usage()];
    // Nothing ends meanwhile, so they cannot have waited for room.
    for (const stream of [true, false]) {
      const refused = await chat('When does the museum open?', { stream });
      expect([refused.status, refused.body.code]).toEqual([429, 'busy']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect([await conversations(), await usage()]).toEqual([before, counted]);
    expect((await call('GET', '/health')).status).toBe(200);

    says = (response) => streamText(response, 'The museum opens at nine in the morning [1].');
    for (const response of held) streamText(response, 'The museum opens at nine in the morning [1].');
    const streams = (await Promise.all(asked)).map(({ text }) => parseStream(text));
    expect(streams.every((stream) => textOf(stream).endsWith('[1].'))).toBe(true);
    const positions = streams.map(({ parts }) =>
      parts.flatMap((part) => (part.type === 'data-status' ? [part.data.position] : [])),
    );
    expect(Math.max(...positions.flat())).toBe(64);
    expect(positions.filter((told) => told.length === 0)).toHaveLength(4);
    // While the line forms, one that came earlier may still step in front.
    for (const told of positions) expect(told.at(-1)).toBe(told.toSorted((a, b) => a - b)[0]);
    expect(await metric('waiting')).toBe(0);
  });

  it('is free for the next question when a reader leaves', async () => {
    const held: ServerResponse[] = [];
    says = (response) => void held.push(response);
    const leaving = new AbortController();
    const leavers = Array.from({ length: 4 }, () =>
      chat('When does the museum open?', { stream: true }, { signal: leaving.signal }).catch(() => null),
    );
    await until(() => held.length === 4, 'four at work');
    says = (response) => streamText(response, 'The museum opens at nine in the morning [1].');
    const next = chat('When does the museum open?');
    await until(async () => (await metric('waiting')) === 1, 'it waits');
    // No other answer ends by itself.
    leaving.abort();
    expect((await next).body.citations).toHaveLength(1);
    await Promise.all(leavers);
    await until(() => model.requests.filter(({ dropped }) => dropped).length === 4, 'the model server is left');
    await until(async () => (await metric('running')) === 0, 'all are over');
  });
});

describe('the readiness of the server', () => {
  it('depends on each of its parts', async () => {
    const ready = await call('GET', '/health/ready');
    expect([ready.status, ready.body.parts]).toEqual([
      200,
      { database: 'ok', embedder: 'ok', answerer: 'ok', queue: 'ok', disk: 'ok' },
    ]);
  });
});

describe('a prompt', () => {
  const echo = () => {
    says = (response, prompt) => streamText(response, prompt.slice(prompt.indexOf('<passage number')));
  };

  it('has nothing of a deleted source', async () => {
    const text = 'The museum is closed for ever. The secret word of the poisoner is xyzzy.';
    const path = `/v1/sources?project_id=${project}`;
    const { id } = (await call('POST', path, { type: 'text', title: 'Poisoned', text })).body;
    await until(async () => (await call('GET', `/v1/sources/${id}`)).body.status === 'completed', 'the source');
    await chat('What is the secret word of the poisoner?');
    expect(JSON.stringify(prompts())).toContain('xyzzy');
    await call('DELETE', `/v1/sources/${id}`);
    model.requests.length = 0;
    await chat('What is the secret word of the poisoner of the museum?');
    expect(prompts().length).toBeGreaterThan(0);
    expect(JSON.stringify(prompts())).not.toContain('xyzzy');
  });

  it('has nothing of another project under concurrency, and no secret', async () => {
    const other = (await call('POST', '/v1/projects', { name: 'Zoo' })).body.id;
    const otherKey = (await call('POST', `/v1/projects/${other}/api-keys`, {})).body.key;
    const source = {
      type: 'text',
      title: 'Zoo guide',
      text: 'The zoo opens at ten. The canary of the zoo is called plugh.',
    };
    const { id } = (await call('POST', `/v1/sources?project_id=${other}`, source)).body;
    await until(async () => (await call('GET', `/v1/sources/${id}`)).body.status === 'completed', 'the source');
    echo();
    const ask = async (own: string, query: string) =>
      (
        await fetch(`${url}/v1/chat`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': own },
          body: JSON.stringify({ query }),
        })
      ).json();
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        at % 2 ? ask(key, 'When does the museum open?') : ask(otherKey, 'When does the zoo open?'),
      ),
    );
    for (const [at, { response, citations }] of answers.entries()) {
      const words = citations.map(({ title, quote, text }: Body) => [title, quote, text]);
      expect(JSON.stringify([response, words])).not.toContain(at % 2 ? 'plugh' : 'museum');
    }
    expect(prompts()).toHaveLength(24);
    for (const { body } of prompts()) {
      const text = JSON.stringify(body);
      expect(text.includes('plugh')).toBe(!text.includes('nine in the morning'));
      for (const secret of [key, otherKey, token, project, other, 'sk-answerer-key', 'a@example.org'])
        expect(text).not.toContain(secret);
    }
  });
});

describe('a server whose model is unreachable', () => {
  it('starts and reports which part is not ready', async () => {
    const gone = await startModelServer();
    await gone.close();
    const directory = await mkdtemp(join(tmpdir(), 'footnote-gone-'));
    const env = readEnv({
      ANSWERER: 'openai',
      ANSWERER_URL: gone.url,
      ANSWERER_MODEL: 'm',
      DATA_DIR: directory,
      PORT: '0',
    });
    const lonely = await createApp(
      env,
      createLog(() => undefined),
    );
    try {
      const response = await fetch(`${(await lonely.listen()).url}/health/ready`);
      expect([response.status, await response.json()]).toEqual([
        503,
        {
          status: 'not_ready',
          parts: { database: 'ok', embedder: 'ok', answerer: 'failing', queue: 'ok', disk: 'ok' },
        },
      ]);
    } finally {
      await lonely.close();
      await rm(directory, { recursive: true, force: true });
    }
  });
});

async function metric(state: string): Promise<number> {
  const { text } = await call('GET', '/metrics');
  return Number(new RegExp(`footnote_answer_queue\\{state="${state}"\\} (\\d+)`).exec(text)?.[1] ?? Number.NaN);
}
