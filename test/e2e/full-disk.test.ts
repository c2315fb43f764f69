import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../helpers/processes/server-process.ts';
import { mountSmallDisk } from '../helpers/processes/small-disk.ts';
import { until } from '../helpers/timing/until.ts';

const disk = mountSmallDisk();

const EMAIL = 'owner@example.com';
const PASSWORD = 'correct horse battery';

describe.skipIf(!disk)('a server on a disk that others have filled to the last byte', () => {
  let world: World;
  let call: World['call'];
  let key: World['key'];
  let other: string;
  let source: string;
  let conversation: string;

  beforeAll(async () => {
    world = await startWorld('data');
    ({ call, key } = world);
    other = await world.login();
    const text = 'The warranty of the lantern lasts two years.';
    source = (await call('POST', '/sources', { key: key.key, body: { type: 'text', title: 'Warranty', text } })).body
      .id;
    const isRead = async () => (await call('GET', `/sources/${source}`, { key: key.key })).body.status === 'completed';
    await until(isRead, 'the text is indexed');
    conversation = (await ask()).body.conversation_id;
    disk?.fill();
  });
  afterAll(() => world.stop());

  const ask = (conversation_id?: string) =>
    call('POST', '/chat', { key: key.key, body: { query: 'How long does the warranty last?', conversation_id } });

  // The first request after the disk has become full: before the server has measured it again.
  it('lets a session sign out', async () => {
    expect(await call('POST', '/auth/logout', { token: other })).toMatchObject({
      status: 200,
      body: { revoked: true },
    });
    expect((await call('GET', '/auth/me', { token: other })).status).toBe(401);
  });

  it('answers questions of conversations that have begun', async () => {
    for (let at = 0; at < 20; at++) {
      const answered = await ask(conversation);
      expect([answered.status, answered.body.response]).toEqual([200, expect.stringContaining('two years')]);
    }
  });

  it('is ready, and says that its disk is full', async () => {
    await expect.poll(async () => (await call('GET', '/health/ready')).body.parts.disk).toBe('low');
    expect(await call('GET', '/health/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  it('answers new questions without keeping them, and says so, also where the owner limits them', async () => {
    const { project } = world;
    const conversations = async () =>
      (await call('GET', `/projects/${project}/conversations`, { token: await world.login() })).body.total;
    const before = await conversations();
    const answered = { status: 200, body: { response: expect.stringContaining('two years'), kept: false } };
    expect(await ask()).toMatchObject(answered);
    const follow = (await ask()).body.conversation_id;
    expect(await ask(follow)).toMatchObject(answered);
    const limit = { daily_budget: { requests: 1000, per_visitor: 100, message: '' } };
    expect((await call('PATCH', `/projects/${project}`, { token: await world.login(), body: limit })).status).toBe(200);
    expect(await ask()).toMatchObject(answered);
    expect(await conversations()).toBe(before);
  });

  it('refuses uploads and texts with an error that says so', async () => {
    expect(await call('POST', '/sources/upload', { key: key.key, body: formOf('# Guide') })).toMatchObject(full);
    const text = { type: 'text', title: 'A', text: 'B' };
    expect(await call('POST', '/sources', { key: key.key, body: text })).toMatchObject(full);
  });

  it('keeps new conversations again as soon as there is room, without a restart', async () => {
    disk?.clear();
    await until(async () => (await ask()).body.kept === undefined, 'a new conversation is kept');
    expect((await call('GET', '/health/ready')).body.parts.disk).toBe('ok');
    disk?.fill();
  });

  it('lets its users log in, revoke, delete and change a password', async () => {
    const { project } = world;
    const session = await world.login();
    const change = { password: 'another horse battery', current_password: PASSWORD };
    expect((await call('DELETE', `/projects/${project}/api-keys/${key.id}`, { token: session })).status).toBe(200);
    expect((await call('DELETE', `/sources/${source}`, { token: session })).status).toBe(200);
    expect(
      (await call('DELETE', `/projects/${project}/conversations/${conversation}`, { token: session })).status,
    ).toBe(200);
    expect((await call('PATCH', '/auth/me', { token: session, body: change })).status).toBe(200);
    expect((await call('DELETE', `/projects/${project}`, { token: session })).status).toBe(200);
  });
});

describe.skipIf(!disk)('without a minimum, an upload', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld('other-data', { MIN_FREE_MB: '0' });
  });
  afterAll(() => world.stop());

  it.each([
    ['of which the beginning could be written', 1e6, `# Guide\n\n${'The lantern is green. '.repeat(100_000)}`],
    ['of which nothing could be written', 0, '# Guide'],
  ])('%s is not called empty or damaged: the disk is full', async (_, left, text) => {
    disk?.fill(left);
    expect(await world.call('POST', '/sources/upload', { key: world.key.key, body: formOf(text) })).toMatchObject(full);
  });
});

const full = { status: 500, body: { code: 'storage_full' } };

function formOf(text: string): FormData {
  const form = new FormData();
  form.set('file', new File([text], 'guide.md'));
  return form;
}

interface World {
  call: (method: string, path: string, given?: Given) => Promise<{ status: number; body: Body }>;
  /** A new session of the owner. */
  login(): Promise<string>;
  project: string;
  key: { id: string; key: string };
  stop(): Promise<unknown>;
}

/** Starts a server on the small disk, with an owner, a project and a key. */
async function startWorld(name: string, env: Record<string, string> = {}): Promise<World> {
  disk?.clear();
  const server = await startServer({ dataDir: join(disk?.folder ?? '', name), env });
  const call: World['call'] = (method, path, given) => send(`${server.baseURL}${path}`, method, given);
  await call('POST', '/auth/register', {
    body: { email: EMAIL, password: PASSWORD, name: 'Owner', setup_token: server.setupToken },
  });
  const login = async () =>
    (await call('POST', '/auth/login', { body: { email: EMAIL, password: PASSWORD } })).body.access_token;
  const token = await login();
  const project = (await call('POST', '/projects', { token, body: { name: 'Manuals' } })).body.id;
  const key = (await call('POST', `/projects/${project}/api-keys`, { token })).body;
  return { call, login, project, key, stop: server.stop };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
type Body = any;
interface Given {
  token?: string;
  key?: string;
  body?: unknown;
}

async function send(url: string, method: string, { token, key, body }: Given = {}) {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'x-api-key': key }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}
