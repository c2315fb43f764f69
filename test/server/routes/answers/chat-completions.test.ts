import type { ChatCompletion, Citation } from '@footnote/sdk/contract';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errors } from '../../../../server/answering/errors.ts';
import type { AnswerEvent, Question } from '../../../../server/answering/types.ts';
import { createOwnerWithProject, ORIGIN, type OwnerFixture } from '../../../helpers/server/owner-with-project.ts';
import { parseStream } from '../../../helpers/server/read-stream.ts';
import { citedAnswer, text } from '../../../helpers/server/scripted-answers.ts';
import { echo, startApp, type TestApp } from '../../../helpers/server/test-app.ts';
import { until } from '../../../helpers/timing/until.ts';

let app: TestApp;
let owner: OwnerFixture;

const SCRIPTS: Record<string, (question: Question) => AsyncGenerator<AnswerEvent>> = {
  async *cite() {
    const { sourceId } = owner.project;
    yield* citedAnswer([
      { words: 'We open at nine.', sourceId },
      { words: ' We close at six.', sourceId },
    ]);
  },
  async *break() {
    yield text('One');
    yield text(' two');
    throw new Error('the engine broke at /secret/path');
  },
  async *wait({ signal }) {
    yield text('Let me ');
    yield text('see');
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  },
  busy() {
    throw errors.busy(1);
  },
};

beforeAll(async () => {
  app = await startApp({ answer: (question) => (SCRIPTS[question.text] ?? echo)(question) });
  owner = await createOwnerWithProject(app, 'owner');
});
afterAll(() => app.close());

const client = (over: { apiKey?: string; project?: string } = {}) =>
  new OpenAI({
    baseURL: `${app.url}/v1/projects/${over.project ?? owner.project.id}`,
    apiKey: over.apiKey ?? owner.project.key,
    maxRetries: 0,
  });

const user = (content: string) => ({ role: 'user' as const, content });
const ANSWER = 'We open at nine. [1] We close at six. [2]';
const citationsOf = (carrier: unknown) => (carrier as { citations?: Citation[] } | undefined)?.citations;
const ask = (body: object, over: object = {}) =>
  app.call('POST', `/v1/projects/${owner.project.id}/chat/completions`, { key: owner.project.key, body, ...over });

describe("OpenAI's client", () => {
  it('gets a whole answer with its citations', async () => {
    const began = Math.floor(Date.now() / 1000);
    const completion = await client().chat.completions.create({ model: 'gpt-4o', messages: [user('cite')] });
    const [choice] = completion.choices;
    expect([choice?.message.content, choice?.message.role, choice?.finish_reason]).toEqual([
      ANSWER,
      'assistant',
      'stop',
    ]);
    expect(citationsOf(choice?.message)?.map(({ id, quote }) => [id, quote])).toEqual([
      [1, 'Fact 1 stands here.'],
      [2, 'Fact 2 stands here.'],
    ]);
    expect(completion.usage?.total_tokens).toBe(15);
    expect([completion.object, completion.model]).toEqual(['chat.completion', 'footnote']);
    expect(completion.created).toBeGreaterThanOrEqual(began);
    expect(completion.created).toBeLessThanOrEqual(Date.now() / 1000);
  });

  it('gets the same answer as a stream, with the citations on the last chunk with content', async () => {
    const stream = await client().chat.completions.create({
      model: 'any',
      messages: [user('cite')],
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    const withContent = chunks.filter(({ choices }) => choices[0]?.delta.content);
    expect(withContent.map(({ choices }) => choices[0]?.delta.content).join('')).toBe(ANSWER);
    const [whole] = (await client().chat.completions.create({ model: 'any', messages: [user('cite')] })).choices;
    const unsigned = (citations: Citation[] = []) => citations.map((citation) => ({ ...citation, url: '' }));
    expect(unsigned(citationsOf(withContent.at(-1)))).toEqual(unsigned(citationsOf(whole?.message)));
    expect(chunks.filter((chunk) => citationsOf(chunk))).toHaveLength(1);
    expect(chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? [])).toEqual(['stop']);
    expect(chunks.flatMap(({ usage }) => usage?.total_tokens ?? [])).toEqual([15]);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  it('can use its own stream helper', async () => {
    const runner = client().chat.completions.stream({ model: 'any', messages: [user('cite')] });
    expect(await runner.finalContent()).toBe(ANSWER);
  });

  it('lists the only model', async () => {
    const models = await client().models.list();
    expect(models.data).toEqual([
      { id: 'footnote', object: 'model', created: expect.any(Number), owned_by: 'footnote' },
    ]);
  });

  it('finds the only model by its name', async () => {
    expect(await client().models.retrieve('footnote')).toEqual((await client().models.list()).data[0]);
  });

  it.each<[string, () => Promise<unknown>, object]>([
    [
      'a model that is not there',
      () => client().models.retrieve('gpt-4o'),
      { status: 404, code: 'not_found', type: 'not_found_error' },
    ],
    [
      'the model of another project',
      () => client({ project: 'proj_0' }).models.retrieve('footnote'),
      { status: 404, code: 'not_found', type: 'not_found_error' },
    ],
    [
      'a second choice',
      () => client().chat.completions.create({ model: 'any', messages: [user('cite')], n: 2 }),
      { status: 400, code: 'invalid_request', type: 'invalid_request_error', param: 'n' },
    ],
    [
      'a wrong key',
      () => client({ apiKey: 'chat_none' }).chat.completions.create({ model: 'any', messages: [user('cite')] }),
      { status: 401, code: 'token_invalid', type: 'authentication_error' },
    ],
    [
      'the key of another service',
      () => client({ apiKey: 'sk-abc' }).models.list(),
      { status: 401, code: 'token_invalid', type: 'authentication_error' },
    ],
    [
      'another project',
      () => client({ project: 'proj_0' }).chat.completions.create({ model: 'any', messages: [user('cite')] }),
      { status: 404, code: 'not_found', type: 'not_found_error' },
    ],
    [
      'no message of the user',
      () => client().chat.completions.create({ model: 'any', messages: [{ role: 'system', content: 'Be kind.' }] }),
      { status: 400, code: 'invalid_request', type: 'invalid_request_error', param: 'messages' },
    ],
    [
      'a question that is too long',
      () => client().chat.completions.create({ model: 'any', messages: [user('x'.repeat(4001))] }),
      { status: 400, code: 'invalid_request', param: 'messages' },
    ],
    [
      'no room',
      () => client().chat.completions.create({ model: 'any', messages: [user('busy')], stream: true }),
      { status: 429, code: 'busy', type: 'rate_limit_error' },
    ],
    [
      'a broken engine',
      () => client().chat.completions.create({ model: 'any', messages: [user('break')] }),
      { status: 500, code: 'internal_error', type: 'server_error' },
    ],
  ])('throws its own error for %s', async (_, call, expected) => {
    const error = await call().catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error).toMatchObject(expected);
    expect((error as Error).message).not.toContain('secret');
  });

  it('throws its own error if a stream is interrupted', async () => {
    const stream = await client().chat.completions.create({ model: 'any', messages: [user('break')], stream: true });
    let content = '';
    const error = await (async () => {
      for await (const { choices } of stream) content += choices[0]?.delta.content ?? '';
      return null;
    })().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error).toMatchObject({ code: 'internal_error', type: 'server_error' });
    expect(content).toBe('One');
  });

  it('stops the answer with its abort', async () => {
    const stream = await client().chat.completions.create({ model: 'any', messages: [user('wait')], stream: true });
    const question = app.questions.at(-1);
    for await (const { choices } of stream) if (choices[0]?.delta.content) break;
    await until(() => question?.signal.aborted ?? false, 'the end of the answer');
  });
});

describe('the messages of a completion', () => {
  it('are the question and its history', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      user(' First? '),
      { role: 'assistant', content: 'One.', refusal: null },
      { role: 'assistant', content: null, tool_calls: [] },
      { role: 'tool', tool_call_id: 'call_1', content: 'ignored' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'And' },
          { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
          { type: 'text', text: 'second?' },
        ],
      },
    ];
    expect((await ask({ messages })).status).toBe(200);
    expect(app.questions.at(-1)).toMatchObject({
      text: 'And\nsecond?',
      history: [
        { role: 'user', text: 'First?' },
        { role: 'assistant', text: 'One.' },
      ],
    });
  });

  it('may be many and long, but only as much as of a conversation is read', async () => {
    const messages = Array.from({ length: 100 }, (_, n) => user(`${n} ${'x'.repeat(8_000)}`));
    expect((await ask({ messages: [...messages, user('last')] })).status).toBe(200);
    const history = app.questions.at(-1)?.history ?? [];
    expect([history.length, history[0]?.text.slice(0, 3)]).toEqual([20, '80 ']);
    expect(Math.max(...history.map((message) => message.text.length))).toBe(4_000);
  });

  it('are at most 1,000, of at most 50 parts each', async () => {
    const most = Array.from({ length: 1_000 }, () => user('hello'));
    const parts = Array.from({ length: 50 }, () => ({ type: 'text', text: 'a' }));
    expect((await ask({ messages: most })).status).toBe(200);
    expect((await ask({ messages: [{ role: 'user', content: parts }] })).status).toBe(200);

    const tooMany = await ask({ messages: [...most, user('hello')] });
    expect([tooMany.status, tooMany.body.error.message]).toEqual([400, 'messages: must be at most 1000 entries']);
    // Their number is checked before each of them is validated.
    const empty = await ask({ messages: Array.from({ length: 300_000 }, () => ({})) });
    expect([empty.status, empty.body.error.message]).toEqual([400, 'messages: must be at most 1000 entries']);
    const tooManyParts = await ask({ messages: [{ role: 'user', content: [...parts, ...parts] }] });
    expect([tooManyParts.status, tooManyParts.body.error.message]).toEqual([
      400,
      'messages.0.content: must be a text or at most 50 parts',
    ]);
  });

  it.each([
    [{}],
    [{ messages: [] }],
    [{ messages: 'hello' }],
    [{ messages: [{ role: 'user' }] }],
    [{ messages: [user('earlier'), user('')] }],
    [{ messages: [{ role: 'user', content: 5 }] }],
    [{ messages: [{ role: 'user', content: [{ type: 'image_url' }] }] }],
    [{ messages: [user('hello')], stream: 'yes' }],
  ])('%j are refused with an error in both shapes', async (body) => {
    const called = await ask(body);
    expect(called.status).toBe(400);
    const { detail, code, error } = called.body;
    expect(error).toMatchObject({ message: detail, code, type: 'invalid_request_error' });
  });

  it('may come with any other parameter of OpenAI', async () => {
    const rest = {
      model: 'gpt-4o',
      temperature: 0,
      n: 1,
      tools: [],
      user: 'x',
      seed: 1,
      response_format: { type: 'text' },
    };
    const completion: ChatCompletion = (await ask({ messages: [user('cite')], ...rest })).body;
    expect(completion.choices[0].message.content).toBe(ANSWER);
  });
});

describe('a parameter that would promise another answer than this one', () => {
  const refusal = async (parameters: object) => {
    const { status, body } = await ask({ messages: [user('cite')], ...parameters });
    expect(body.error.message).toBe(body.detail);
    return [status, body.error.message];
  };

  it.each([
    [{ n: 2 }, 'n: must be at most 1'],
    [{ n: 0 }, 'n: must be at least 1'],
    [{ response_format: { type: 'json_object' } }, 'response_format.type: must be one of: text'],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 'hours', schema: {} } } },
      'response_format.type: must be one of: text',
    ],
    [{ tools: [{ type: 'function' }], tool_choice: 'required' }, 'tool_choice: must be one of: none, auto'],
    [{ tool_choice: { type: 'function', function: { name: 'open' } } }, 'tool_choice: must be one of: none, auto'],
    [{ function_call: { name: 'open' } }, 'function_call: must be one of: none, auto'],
    [{ logprobs: true }, 'logprobs: must be one of: false'],
    [{ modalities: ['text', 'audio'] }, 'modalities.1: must be one of: text'],
    [{ stop: ['\n'] }, 'stop: is not supported: an answer is always whole'],
    [{ stop: 'END' }, 'stop: is not supported: an answer is always whole'],
  ])('is refused by its name: %j', async (parameters, message) => {
    expect(await refusal(parameters)).toEqual([400, message]);
    expect(await refusal({ ...parameters, stream: true })).toEqual([400, message]);
  });

  it('may have the value that stands for nothing', async () => {
    const nothing = { logprobs: false, modalities: ['text'], stop: [], tool_choice: 'auto', function_call: 'none' };
    for (const parameters of [
      nothing,
      { tools: [{ type: 'function' }], tool_choice: 'none', stop: '' },
      Object.fromEntries(Object.keys({ n: 1, response_format: 1, ...nothing }).map((name) => [name, null])),
    ])
      expect((await ask({ messages: [user('cite')], ...parameters })).status, JSON.stringify(parameters)).toBe(200);
  });
});

describe('a completion', () => {
  it('is stored and counted like every answer', async () => {
    const requests = async () =>
      (await app.call('GET', `/v1/projects/${owner.project.id}`, { token: owner.token })).body.usage.requests;
    const before = await requests();
    const { id } = (await ask({ messages: [user('cite')] })).body;
    expect([await requests(), id]).toEqual([before + 1, expect.stringMatching(/^msg_/)]);
  });

  it('as a stream contains only OpenAI’s chunks, and ends with [DONE]', async () => {
    const called = await ask({ messages: [user('cite')], stream: true });
    expect(called.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(called.headers.get('x-vercel-ai-ui-message-stream')).toBeNull();
    const { done, parts } = parseStream(called.text);
    expect([done, new Set(parts.map(({ object }) => object))]).toEqual([true, new Set(['chat.completion.chunk'])]);
  });

  it('checks an Origin header against the project, and has no CORS headers', async () => {
    const body = { messages: [user('cite')] };
    expect((await ask(body, { origin: 'https://evil.example' })).body.code).toBe('origin_not_allowed');
    const called = await ask(body, { origin: ORIGIN });
    expect([called.status, called.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});

describe('an API key as a bearer token', () => {
  it.each([
    ['POST', '/chat', { query: 'hello' }],
    ['GET', '/sources', undefined],
  ])('is not accepted by %s …%s', async (method, path, body) => {
    const called = await app.call(method, `/v1/projects/${owner.project.id}${path}`, {
      token: owner.project.key,
      body,
    });
    expect([called.status, called.body.code]).toEqual([401, 'token_invalid']);
  });
});
