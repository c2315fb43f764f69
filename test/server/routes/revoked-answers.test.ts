import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnswerEvent, Question } from '../../../server/answering/types.ts';
import { errors } from '../../../server/store/errors.ts';
import {
  createOwnerWithProject,
  createProject,
  expectStatus,
  ORIGIN,
  PASSWORD,
} from '../../helpers/server/owner-with-project.ts';
import { parseStream, textOf } from '../../helpers/server/read-stream.ts';
import { finish, text } from '../../helpers/server/scripted-answers.ts';
import { type Called, type CallOptions, startApp, type TestApp } from '../../helpers/server/test-app.ts';
import { settle, until } from '../../helpers/timing/until.ts';

let app: TestApp;
let release: () => void;
/** Questions whose scripted answer has reached its pause. */
let waiting: Set<string>;

beforeEach(async () => {
  waiting = new Set();
  const { promise, resolve } = Promise.withResolvers<void>();
  release = resolve;
  app = await startApp({
    async *answer(question: Question): AsyncGenerator<AnswerEvent> {
      if (question.text.startsWith('endless')) for (;;) yield text('x'.repeat(16 * 1024));
      yield text('Let me ');
      yield text('see');
      // The fixture's questions are answered at once.
      if (question.text.includes(' as ')) {
        waiting.add(question.text);
        await promise;
      }
      yield text('. Yes.');
      yield finish();
    },
  });
});
afterEach(() => {
  release();
  return app.close();
});

type World = Awaited<ReturnType<typeof createWorld>>;

/** An owner with two projects, one of them with two keys, and a stranger. */
async function createWorld() {
  const { email, token, project } = await createOwnerWithProject(app, 'owner');
  const { key: secondKey } = expectStatus(await app.call('POST', `/v1/projects/${project.id}/api-keys`, { token }), 201)
    .body as { key: string };
  const { token: ofOwner } = expectStatus(
    await app.call('POST', '/v1/tokens/widget', { token, body: { project_id: project.id } }),
    200,
  ).body;
  const second = await createProject(app, token, 'second');
  const { project: foreign } = await createOwnerWithProject(app, 'stranger');
  const asker = (projectId: string, credential: CallOptions) => ({ projectId, credential });
  return {
    email,
    token,
    project,
    askers: {
      'the key': asker(project.id, { key: project.key }),
      'another key of the project': asker(project.id, { key: secondKey }),
      'the widget token': asker(project.id, { token: project.widget, origin: ORIGIN }),
      'the owner’s widget token': asker(project.id, { token: ofOwner, origin: ORIGIN }),
      'a key of the owner’s other project': asker(second.id, { key: second.key }),
      'a widget token of the owner’s other project': asker(second.id, { token: second.widget, origin: ORIGIN }),
      'a stranger’s key': asker(foreign.id, { key: foreign.key }),
      'a stranger’s widget token': asker(foreign.id, { token: foreign.widget, origin: ORIGIN }),
    },
  };
}
type Name = keyof World['askers'];

const KEYS: Name[] = [
  'the key',
  'another key of the project',
  'a key of the owner’s other project',
  'a stranger’s key',
];

/** Every way to ask: the address and the body. */
const FORMS: Record<string, (query: string, projectId: string) => { path: string; body: object; keysOnly?: true }> = {
  'a stream': (query, id) => ({ path: `/v1/projects/${id}/chat`, body: { query, stream: true } }),
  'a stream of /chat': (query) => ({ path: '/v1/chat', body: { query, stream: true } }),
  'a JSON answer': (query, id) => ({ path: `/v1/projects/${id}/chat`, body: { query } }),
  'a stream of chunks': (query, id) => ({
    path: `/v1/projects/${id}/chat/completions`,
    body: { messages: [{ role: 'user', content: query }], stream: true },
    keysOnly: true,
  }),
  'a whole completion': (query, id) => ({
    path: `/v1/projects/${id}/chat/completions`,
    body: { messages: [{ role: 'user', content: query }] },
    keysOnly: true,
  }),
};

interface Running {
  asker: Name;
  form: string;
  query: string;
  ended: Called | null;
}

/** Asks in every way with every credential, and waits until every answer has begun. */
async function askAll({ askers }: World): Promise<Running[]> {
  const all: Running[] = [];
  for (const [name, { projectId, credential }] of Object.entries(askers)) {
    const asker = name as Name;
    for (const [form, shape] of Object.entries(FORMS)) {
      const query = `${form} as ${asker}`;
      const { path, body, keysOnly } = shape(query, projectId);
      if (keysOnly && !KEYS.includes(asker)) continue;
      // OpenAI's clients send the key as a bearer token.
      const sent = keysOnly ? { token: credential.key } : credential;
      const running: Running = { asker, form, query, ended: null };
      all.push(running);
      void app.call('POST', path, { ...sent, body }).then((called) => {
        running.ended = called;
      });
    }
  }
  await until(() => waiting.size === all.length, 'all answers');
  return all;
}

/** What a reader is sent when their credential is revoked. */
function expectTold({ form, ended }: Running): void {
  const { message } = errors.tokenRevoked();
  if (!ended) throw new Error('It goes on.');
  if (!form.startsWith('a stream')) {
    expect([ended.status, ended.body.code, ended.headers.get('www-authenticate')]).toEqual([
      401,
      'token_revoked',
      'Bearer',
    ]);
    return;
  }
  const { parts, done } = parseStream(ended.text);
  expect([ended.status, done]).toEqual([200, true]);
  if (form === 'a stream of chunks') {
    expect(parts.at(-1)).toMatchObject({ error: { message, code: 'token_revoked' } });
    return;
  }
  expect(textOf({ parts })).toBe('Let me see');
  expect(parts.slice(-2)).toEqual([
    { type: 'data-error', data: { code: 'token_revoked', retryable: false }, transient: true },
    { type: 'error', errorText: message },
  ]);
}

/** The stored message of an answer; null if there is none. */
async function answerTo(projectId: string, query: string) {
  const { rows } = await app.store.conversations.list(projectId, {}, { limit: 100, offset: 0 });
  const conversation = rows.find(({ title }) => title === query);
  if (!conversation) return null;
  return (await app.store.conversations.recentMessages(projectId, conversation.id, 10)).find(
    ({ role }) => role === 'assistant',
  );
}

const OF_THE_PROJECT: Name[] = [
  'the key',
  'another key of the project',
  'the widget token',
  'the owner’s widget token',
];

const EVENTS: [
  string,
  (world: World) => Promise<Called>,
  { ends: Name[]; conversationsStay: boolean; userToken: number },
][] = [
  [
    'a logout',
    ({ token }) => app.call('POST', '/v1/auth/logout', { token }),
    { ends: [], conversationsStay: true, userToken: 401 },
  ],
  [
    'a new password',
    ({ token }) =>
      app.call('PATCH', '/v1/auth/me', { token, body: { password: 'another battery', current_password: PASSWORD } }),
    // The token that made the change stays valid.
    { ends: ['the owner’s widget token'], conversationsStay: true, userToken: 403 },
  ],
  [
    'the end of the other sessions',
    ({ token }) => app.call('DELETE', '/v1/auth/sessions', { token }),
    { ends: ['the owner’s widget token'], conversationsStay: true, userToken: 403 },
  ],
  [
    'the deletion of the key',
    ({ token, project }) => app.call('DELETE', `/v1/projects/${project.id}/api-keys/${project.keyId}`, { token }),
    // And the widget token that was made with it.
    { ends: ['the key', 'the widget token'], conversationsStay: true, userToken: 403 },
  ],
  [
    'the revocation of the widget tokens',
    ({ token, project }) => app.call('POST', `/v1/projects/${project.id}/widget/revoke`, { token }),
    { ends: ['the widget token', 'the owner’s widget token'], conversationsStay: true, userToken: 403 },
  ],
  [
    'the deletion of the project',
    ({ token, project }) => app.call('DELETE', `/v1/projects/${project.id}`, { token }),
    { ends: OF_THE_PROJECT, conversationsStay: false, userToken: 403 },
  ],
  [
    'the deletion of the account',
    ({ token }) => app.call('DELETE', '/v1/auth/me', { token, body: { current_password: PASSWORD } }),
    {
      ends: [...OF_THE_PROJECT, 'a key of the owner’s other project', 'a widget token of the owner’s other project'],
      conversationsStay: false,
      userToken: 401,
    },
  ],
];

describe('running answers end', () => {
  it.each(EVENTS)('after %s if it revokes their credential, and otherwise go on', async (_, event, expected) => {
    const world = await createWorld();
    const { ends, conversationsStay, userToken } = expected;
    const all = await askAll(world);
    const isVoid = ({ asker }: Running) => ends.includes(asker);
    // Chat does not accept user tokens.
    const own = { token: world.token, body: { query: 'Mine?' } };
    expect((await app.call('POST', '/v1/chat', own)).status).toBe(403);

    expectStatus(await event(world), 200);
    await until(() => all.every((running) => !isVoid(running) || running.ended), 'the end of what is void');
    await settle();
    for (const running of all) {
      const { query, asker, ended } = running;
      const signal = app.questions.find(({ text }) => text === query)?.signal;
      expect([query, signal?.aborted, ended !== null]).toEqual([query, isVoid(running), isVoid(running)]);
      if (!isVoid(running)) continue;
      expectTold(running);
      const kept = await answerTo(world.askers[asker].projectId, query);
      if (conversationsStay) expect(kept).toMatchObject({ text: 'Let me see', finishReason: 'aborted' });
      else expect(kept).toBeNull();
    }
    expect((await app.call('POST', '/v1/chat', own)).status).toBe(userToken);

    release();
    await until(() => all.every(({ ended }) => ended), 'the end of the others');
    for (const running of all) {
      const { projectId, credential } = world.askers[running.asker];
      if (!isVoid(running)) {
        expect([running.query, running.ended?.status]).toEqual([running.query, 200]);
        expect(await answerTo(projectId, running.query)).toMatchObject({
          text: 'Let me see. Yes.',
          finishReason: 'stop',
        });
      }
      // The next request with the credential gets the same error.
      const next = await app.call('POST', '/v1/chat', { ...credential, body: { query: 'And now?' } });
      expect([running.asker, next.status]).toEqual([running.asker, isVoid(running) ? 401 : 200]);
    }
  });

  it('even if the reader has stopped reading', async () => {
    const { project, token } = await createWorld();
    const body = JSON.stringify({ query: 'endless', stream: true });
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1').on('error', () => undefined);
    socket.write(
      `POST /v1/chat HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${project.key}\r\ncontent-type: application/json\r\n` +
        `content-length: ${body.length}\r\n\r\n${body}`,
    );
    await until(() => app.questions.at(-1)?.text === 'endless', 'the question');
    socket.pause();
    await settle(300);
    expectStatus(await app.call('DELETE', `/v1/projects/${project.id}/api-keys/${project.keyId}`, { token }), 200);
    const kept = async () => (await answerTo(project.id, 'endless'))?.finishReason;
    await until(async () => (await kept()) === 'aborted', 'the partial answer');
    socket.destroy();
  });
});

describe('a question whose credential is revoked while it is being sent', () => {
  it.each([
    ['key', (path: string) => ['DELETE', `${path}/api-keys/`] as const],
    ['widget token', (path: string) => ['POST', `${path}/widget/revoke`] as const],
    ['project', (path: string) => ['DELETE', path] as const],
  ])('is not answered: %s', async (kind, event) => {
    const { project, token } = await createWorld();
    const credential =
      kind === 'widget token'
        ? `authorization: Bearer ${project.widget}\r\norigin: ${ORIGIN}`
        : `x-api-key: ${project.key}`;
    const body = JSON.stringify({ query: 'late', stream: true });
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    // The credential is verified before the body has arrived.
    const verified =
      kind === 'widget token' ? vi.spyOn(app.store.projects, 'byId') : vi.spyOn(app.store.apiKeys, 'byHash');
    socket.write(
      `POST /v1/chat HTTP/1.1\r\nhost: localhost\r\n${credential}\r\ncontent-type: application/json\r\nconnection: close\r\n` +
        `content-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    await until(() => verified.mock.settledResults[0]?.type === 'fulfilled', 'it is verified');
    const [method, path] = event(`/v1/projects/${project.id}`);
    expectStatus(await app.call(method, path.endsWith('/') ? path + project.keyId : path, { token }), 200);
    const asked = app.questions.length;
    socket.write(body.slice(5));
    await until(() => socket.closed, 'the answer');
    expect(answer).toMatch(kind === 'project' ? /^HTTP\/1\.1 404 / : /^HTTP\/1\.1 401 [\s\S]*"code":"token_revoked"/);
    expect(app.questions.length).toBe(asked);
  });
});
