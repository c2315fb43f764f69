import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { errors } from '../../../server/platform/errors.ts';
import {
  createOwnerWithProject,
  expectStatus,
  ORIGIN,
  type OwnerFixture,
} from '../../helpers/server/owner-with-project.ts';
import { parseStream, textOf } from '../../helpers/server/read-stream.ts';
import { type Called, startApp, type TestApp } from '../../helpers/server/test-app.ts';

const disk = { free: 1e12, total: 1e12 };
let app: TestApp;
let owner: OwnerFixture;
beforeAll(async () => {
  app = await startApp({ disk: () => ({ ...disk }) });
  owner = await createOwnerWithProject(app, 'unkept');
  expectStatus(
    await app.call('PATCH', `/v1/projects/${owner.project.id}`, {
      token: owner.token,
      body: { handover: { consent: 'We answer by mail.' } },
    }),
    200,
  );
});
afterAll(() => app.close());

const at = (path: string) => `/v1/projects/${owner.project.id}${path}`;
const asKey = (path: string, body: object) => app.call('POST', at(path), { key: owner.project.key, body });
const asVisitor = (path: string, body: object, method = 'POST') =>
  app.call(method, at(path), { token: owner.project.widget, origin: ORIGIN, body });
const total = async (path: string) => (await app.call('GET', at(path), { token: owner.token })).body.total;
const ask = (body: object = {}) => asVisitor('/chat', { query: 'What?', ...body });

async function leave(free: number): Promise<void> {
  disk.free = free;
  app.travel(5_000);
}

/** Why nothing is kept, and how it ends. */
const REASONS: [reason: string, begin: () => unknown][] = [
  ['less than the minimum is free', () => leave(1e8)],
  ['the disk is full', () => leave(0)],
  [
    'a write fails on a full disk with room enough, as it seems',
    () => {
      const full = () => Promise.reject(errors.storageFull());
      vi.spyOn(app.store.conversations, 'create').mockImplementation(full);
      vi.spyOn(app.store.conversations, 'append').mockImplementation(full);
    },
  ],
];

describe.each(REASONS)('while %s', (_, begin) => {
  let before: number;
  beforeEach(async () => {
    before = await total('/conversations');
    await begin();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    expect(await total('/conversations')).toBe(before);
    await leave(1e12);
  });

  it('the server is ready, tells its operator that the disk is low, and is well when it is over', async () => {
    await ask();
    const state = async () => (await app.call('GET', '/v1/server', { token: owner.token })).body.findings;
    const ready = { status: 200, body: { status: 'ready', parts: expect.objectContaining({ disk: 'low' }) } };
    expect(await app.call('GET', '/health/ready')).toMatchObject(ready);
    expect(await state()).toContainEqual(expect.objectContaining({ check: 'disk', verdict: 'problem' }));
    vi.restoreAllMocks();
    await leave(1e12);
    app.travel(60_000);
    expect((await app.call('GET', '/health/ready')).body.parts.disk).toBe('ok');
    expect((await ask()).body.kept).toBeUndefined();
    before += 1;
  });

  it('a new question is answered, and its answer says that it was not kept', async () => {
    const answered = await ask();
    expect([answered.status, answered.body]).toEqual([
      200,
      expect.objectContaining({ response: 'You asked: What?', finish_reason: 'stop', kept: false }),
    ]);
    expect(answered.body.conversation_id).toMatch(/^conv_unkept_\w{22}$/);
    expect(answered.body.message_id).toMatch(/^msg_unkept_\w{22}$/);
    expect(app.log.at(-2)).toContain('message_not_stored');
  });

  it('so does a streamed one, one for OpenAI’s clients, and one for agents', async () => {
    const stream = parseStream((await ask({ stream: true })).text);
    expect([textOf(stream), stream.parts.at(-1).messageMetadata]).toEqual([
      'You asked: What?',
      expect.objectContaining({ finish_reason: 'stop', kept: false }),
    ]);
    const messages = [{ role: 'user', content: 'What?' }];
    const completion = await asKey('/chat/completions', { messages });
    expect(completion.body.choices[0].message).toMatchObject({ content: 'You asked: What?', kept: false });
    const chunks = parseStream((await asKey('/chat/completions', { messages, stream: true })).text).parts;
    expect(chunks.filter(({ kept }) => kept === false)).toHaveLength(1);
    const params = { name: 'ask', arguments: { question: 'What?' } };
    const agent = await asKey('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    expect(agent.text).toContain('You asked: What?');
    expect(agent.text).toMatch(/\\"kept\\":\s*false/);
  });

  it('the next question with its conversation is answered, too, and begins another one', async () => {
    const first = (await ask()).body;
    const next = await ask({ query: 'And then?', conversation_id: first.conversation_id });
    expect(next).toMatchObject({ status: 200, body: { response: 'You asked: And then?', kept: false } });
    expect(next.body.conversation_id).not.toBe(first.conversation_id);
  });
});

describe('what was not kept', () => {
  let answer: { conversation_id: string; message_id: string };
  beforeAll(async () => {
    await leave(1e8);
    answer = (await ask()).body;
    await leave(1e12);
  });

  const email = 'ada@example.org';
  it.each<[string, (one: typeof answer) => Promise<Called>]>([
    ['rated', ({ message_id }) => asVisitor(`/messages/${message_id}/feedback`, { rating: 'up' })],
    [
      'handed over to a person',
      ({ conversation_id }) => asVisitor('/handovers', { email, question: 'What?', consent: true, conversation_id }),
    ],
    ['traced', ({ message_id }) => app.call('GET', at(`/messages/${message_id}/trace`), { token: owner.token })],
    [
      'read again',
      ({ conversation_id }) =>
        app.call('GET', at(`/conversations/${conversation_id}/messages`), { token: owner.token }),
    ],
    [
      'deleted',
      ({ conversation_id }) => app.call('DELETE', at(`/conversations/${conversation_id}`), { token: owner.token }),
    ],
  ])('cannot be %s, and the error says why', async (_, send) => {
    const refused = await send(answer);
    expect([refused.status, refused.body.code]).toEqual([404, 'not_kept']);
    expect(refused.body.detail).toMatch(/could not keep this (?:answer|conversation), as its disk was full/);
  });

  it('is followed by a conversation that is kept, once there is room', async () => {
    const next = await ask({ query: 'And then?', conversation_id: answer.conversation_id });
    expect([next.status, next.body.kept]).toEqual([200, undefined]);
    expect(await total(`/conversations/${next.body.conversation_id}/messages`)).toBe(2);
    const rated = await asVisitor(`/messages/${next.body.message_id}/feedback`, { rating: 'up' });
    expect(rated.status).toBe(200);
  });

  it('shows nothing of another project', async () => {
    const path = `/v1/projects/proj_other/messages/${answer.message_id}/feedback`;
    const refused = await app.call('POST', path, { token: owner.token, body: { rating: 'up' } });
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
  });
});

describe('an answer whose disk fills up while it is written', () => {
  it('is given, says that it was not kept, and its conversation goes on', async () => {
    vi.spyOn(app.store.conversations, 'append').mockRejectedValue(errors.storageFull());
    const answered = await ask();
    vi.restoreAllMocks();
    expect([answered.status, answered.body.kept]).toEqual([200, false]);
    const { conversation_id, message_id } = answered.body;
    expect(await total(`/conversations/${conversation_id}/messages`)).toBe(1);
    const refused = await asVisitor(`/messages/${message_id}/feedback`, { rating: 'up' });
    expect([refused.status, refused.body.detail]).toEqual([404, expect.stringContaining('was not kept')]);
    const next = await ask({ query: 'And then?', conversation_id });
    expect([next.body.kept, next.body.conversation_id]).toEqual([undefined, conversation_id]);
  });
});
