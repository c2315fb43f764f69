import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOwner,
  createOwnerWithProject,
  expectStatus,
  ORIGIN,
  type OwnerFixture,
  PASSWORD,
  publish,
} from '../../helpers/server/owner-with-project.ts';
import { type Called, type CallOptions, startApp, type TestApp } from '../../helpers/server/test-app.ts';

const ROLES = ['owner', 'editor', 'viewer'] as const;
type Role = (typeof ROLES)[number];

/** A conversation, as the routes below are asked about it. */
interface Asked {
  conversation: string;
  message: string;
}

let app: TestApp;
let owner: OwnerFixture;
let project: string;
let members = 0;
let people: Record<Role, { id: string; token: string }>;

beforeAll(async () => {
  app = await startApp();
  owner = await createOwnerWithProject(app, 'owner');
  project = `/v1/projects/${owner.project.id}`;
  const handover = { consent: 'We keep what you write.' };
  expectStatus(await app.call('PATCH', project, { token: owner.token, body: { handover } }), 200);
  people = {
    owner: await person(owner.token),
    editor: await join('editor'),
    viewer: await join('viewer'),
  };
});
afterAll(() => app.close());

async function person(token: string) {
  return { token, id: (await app.call('GET', '/v1/auth/me', { token })).body.id };
}

async function join(role: 'editor' | 'viewer') {
  members += 1;
  const { token } = await createOwner(app, `${role}${members}@example.org`);
  const body = { email: null, role };
  const invited = expectStatus(await app.call('POST', `${project}/invitations`, { token: owner.token, body }), 201);
  await app.call('POST', '/v1/invitations/accept', { token, body: { token: invited.body.token } });
  return person(token);
}

const mint = (token: string, body: object = {}, more: CallOptions = {}) =>
  app.call('POST', '/v1/tokens/widget', { token, body: { project_id: owner.project.id, ...body }, ...more });
const outcome = ({ status, body }: Called) => `${status} ${body.code ?? ''}`.trim();

/** Asks with a widget token, and returns what came of it. */
async function ask(token: string): Promise<Asked> {
  const { body } = await app.call('POST', `${project}/chat`, { token, origin: ORIGIN, body: { query: 'Hello?' } });
  return { conversation: body.conversation_id, message: body.message_id };
}

/** What each route that takes widget tokens does with a conversation of somebody else. */
const FOREIGN: Record<string, { path: (asked: Asked) => string; body?: (asked: Asked) => object; expected: string }> = {
  'POST /v1/projects/:project_id/chat': {
    path: () => `${project}/chat`,
    body: ({ conversation }) => ({ query: 'Go on?', conversation_id: conversation }),
    expected: '404 not_found',
  },
  'POST /v1/chat': {
    path: () => '/v1/chat',
    body: ({ conversation }) => ({ query: 'Go on?', conversation_id: conversation }),
    expected: '404 not_found',
  },
  'POST /v1/projects/:project_id/search': {
    path: () => `${project}/search`,
    body: () => ({ query: 'Hello?' }),
    expected: '200',
  },
  'GET /v1/projects/:project_id/conversations': { path: () => `${project}/conversations`, expected: '200' },
  'GET /v1/projects/:project_id/conversations/:conversation_id/messages': {
    path: ({ conversation }) => `${project}/conversations/${conversation}/messages`,
    expected: '404 not_found',
  },
  'DELETE /v1/projects/:project_id/conversations/:conversation_id': {
    path: ({ conversation }) => `${project}/conversations/${conversation}`,
    expected: '404 not_found',
  },
  'POST /v1/projects/:project_id/messages/:message_id/feedback': {
    path: ({ message }) => `${project}/messages/${message}/feedback`,
    body: () => ({ rating: 'down' }),
    expected: '404 not_found',
  },
  'POST /v1/projects/:project_id/handovers': {
    path: () => `${project}/handovers`,
    body: ({ conversation }) => ({
      ...{ email: 'v@example.com', question: 'Who am I?', consent: true, conversation_id: conversation },
    }),
    expected: '404 not_found',
  },
  'GET /v1/projects/:project_id/widget/config': { path: () => `${project}/widget/config`, expected: '200' },
  'POST /v1/tokens/widget': {
    path: () => '/v1/tokens/widget',
    body: () => ({ visitor_id: 'customer-17' }),
    expected: '400 invalid_request',
  },
};

describe('a widget token that a member has made', () => {
  it('is tried on every route that takes one', () => {
    const taking = app.endpoints.filter(({ rule }) => rule.accepts.includes('widget'));
    expect(Object.keys(FOREIGN).sort()).toEqual(taking.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it.each(ROLES)('may be for a visitor of choice only for the owner: %s', async (role) => {
    const minted = await mint(people[role].token, { visitor_id: 'customer-17' });
    expect(outcome(minted)).toBe(role === 'owner' ? '200' : '403 insufficient_role');
    // A visitor that is known from the list of conversations is one of choice, too.
    const visitor = expectStatus(await mint(owner.token), 200).body.visitor_id;
    expect(outcome(await mint(people[role].token, { visitor_id: visitor }))).toBe(
      role === 'owner' ? '200' : '403 insufficient_role',
    );
  });

  it.each(ROLES.flatMap((role) => Object.keys(FOREIGN).map((route) => [role, route] as const)))(
    'of the %s does nothing to the conversation of a visitor: %s',
    async (role, route) => {
      const consent = { handover: { text: 'We keep it.', page: null, mail_to: null } };
      await app.call('PATCH', project, { token: owner.token, body: { widget: consent } });
      const visitors = expectStatus(await mint(owner.token, { visitor_id: 'customer-17' }), 200).body.token;
      const asked = await ask(visitors);
      const { token } = expectStatus(await mint(people[role].token, { trace: true }), 200).body;
      const { path, body, expected } = FOREIGN[route] ?? { path: () => '', expected: '' };
      const called = await app.call(route.split(' ')[0] ?? '', path(asked), {
        ...{ token, origin: ORIGIN },
        ...(body && { body: body(asked) }),
      });
      expect(outcome(called)).toBe(expected);
      expect(called.text).not.toContain(asked.conversation);
      const own = await app.call('GET', `${project}/conversations/${asked.conversation}/messages`, {
        ...{ token: visitors, origin: ORIGIN },
      });
      expect(expectStatus(own, 200).body.items.map(({ feedback }: { feedback?: unknown }) => feedback ?? null)).toEqual(
        [null, null],
      );
    },
  );

  it.each(ROLES)(
    'of the %s goes on with, rates and deletes what the member has asked, and nothing of other members',
    async (role) => {
      const { token } = expectStatus(await mint(people[role].token, { trace: true }), 200).body;
      const asked = await ask(token);
      const again = expectStatus(await mint(people[role].token, { trace: true }), 200).body.token;
      const messages = (with_: string) =>
        app.call('GET', `${project}/conversations/${asked.conversation}/messages`, { token: with_, origin: ORIGIN });
      expect((await messages(again)).status).toBe(200);
      for (const other of ROLES.filter((one) => one !== role)) {
        const theirs = expectStatus(await mint(people[other].token, { trace: true }), 200).body.token;
        expect(outcome(await messages(theirs))).toBe('404 not_found');
      }
      const deleted = await app.call('DELETE', `${project}/conversations/${asked.conversation}`, {
        ...{ token: again, origin: ORIGIN },
      });
      expect(deleted.status).toBe(200);
    },
  );

  it('for a visitor of choice ends when its maker is no longer the owner, also where it was renewed', async () => {
    const next = await join('editor');
    const { token } = expectStatus(await mint(owner.token, { visitor_id: 'customer-18' }), 200).body;
    const renewed = expectStatus(await mint(token, {}, { origin: ORIGIN }), 200).body.token;
    const { token: unnamed } = expectStatus(await mint(owner.token), 200).body;
    const list = (with_: string) => app.call('GET', `${project}/conversations`, { token: with_, origin: ORIGIN });
    expect((await list(renewed)).status).toBe(200);
    expectStatus(
      await app.call('POST', `${project}/transfer`, { token: owner.token, body: { user_id: next.id } }),
      200,
    );
    for (const ended of [token, renewed]) expect(outcome(await list(ended))).toBe('401 token_revoked');
    expect(outcome(await mint(renewed, {}, { origin: ORIGIN }))).toBe('401 token_revoked');
    expect((await list(unnamed)).status).toBe(200);
    const back = { token: next.token, body: { user_id: people.owner.id } };
    expectStatus(await app.call('POST', `${project}/transfer`, back), 200);
  });
});

/** A credential that makes widget tokens, and what ends it. */
interface Making {
  credential: CallOptions;
  end: () => Promise<void>;
}

const NEXT_PASSWORD = 'another long password';
const setPassword = (token: string) =>
  app.call('PATCH', '/v1/auth/me', { token, body: { password: NEXT_PASSWORD, current_password: PASSWORD } });

async function keyOf(body: object = {}) {
  const { id, key } = expectStatus(
    await app.call('POST', `${project}/api-keys`, { token: owner.token, body }),
    201,
  ).body;
  const rotate = (overlap: number) =>
    app.call('POST', `${project}/api-keys/${id}/rotate`, { token: owner.token, body: { overlap_seconds: overlap } });
  return { id, rotate, credential: { key } };
}

async function memberOf(role: 'editor' | 'viewer') {
  const { token, id } = await join(role);
  return { id, token, credential: { token } };
}

const ENDS: Record<string, () => Promise<Making>> = {
  'the deletion of the key': async () => {
    const { id, credential } = await keyOf();
    const end = async () =>
      void expectStatus(await app.call('DELETE', `${project}/api-keys/${id}`, { token: owner.token }), 200);
    return { credential, end };
  },
  'the expiry of the key': async () => {
    const expires_at = new Date(app.now() + 60_000).toISOString();
    const { credential } = await keyOf({ expires_at });
    return { credential, end: async () => app.travel(61_000) };
  },
  'the rotation of the key at once': async () => {
    const { rotate, credential } = await keyOf();
    return { credential, end: async () => void expectStatus(await rotate(0), 200) };
  },
  'the end of the former secret of the key': async () => {
    const { rotate, credential } = await keyOf();
    expectStatus(await rotate(60), 200);
    return { credential, end: async () => app.travel(61_000) };
  },
  'a new password of the member': async () => {
    const { token, credential } = await memberOf('editor');
    return { credential, end: async () => void expectStatus(await setPassword(token), 200) };
  },
  'the end of all other sessions of the member': async () => {
    const { token, credential } = await memberOf('editor');
    return {
      credential,
      end: async () => void expectStatus(await app.call('DELETE', '/v1/auth/sessions', { token }), 200),
    };
  },
  'the removal of the member': async () => {
    const { id, credential } = await memberOf('viewer');
    const end = async () =>
      void expectStatus(await app.call('DELETE', `${project}/members/${id}`, { token: owner.token }), 200);
    return { credential, end };
  },
  'the deactivation of the account': async () => {
    const { id, credential } = await memberOf('editor');
    const path = `/v1/server/users/${id}/deactivate`;
    return {
      credential,
      end: async () => void expectStatus(await app.call('POST', path, { token: owner.token }), 200),
    };
  },
};

describe('a widget token and what it was made with', () => {
  const use = (token: string) => app.call('GET', `${project}/conversations`, { token, origin: ORIGIN });
  const made = async (credential: CallOptions) =>
    expectStatus(
      await app.call('POST', '/v1/tokens/widget', { ...credential, body: { project_id: owner.project.id } }),
      200,
    ).body.token;

  it.each(Object.entries(ENDS))('end together, also where the token was renewed: %s', async (_, making) => {
    const { credential, end } = await making();
    const token = await made(credential);
    const renewed = expectStatus(await mint(token, {}, { origin: ORIGIN }), 200).body.token;
    const ofOther = await made(await keyOf().then((other) => other.credential));
    for (const valid of [token, renewed, ofOther]) expect((await use(valid)).status).toBe(200);
    await end();
    for (const ended of [token, renewed]) {
      expect(outcome(await use(ended))).toBe('401 token_revoked');
      expect(outcome(await mint(ended, {}, { origin: ORIGIN }))).toBe('401 token_revoked');
    }
    expect((await use(ofOther)).status).toBe(200);
  });

  it('are both valid with the new secret of a key, and with the former one while it is', async () => {
    const { rotate, credential } = await keyOf();
    const token = await made(credential);
    const next = expectStatus(await rotate(60), 200).body.key;
    expect((await use(token)).status).toBe(200);
    const ofNext = await made({ key: next });
    app.travel(61_000);
    expect(outcome(await use(token))).toBe('401 token_revoked');
    expect((await use(ofNext)).status).toBe(200);
  });

  it('do not end with what changes nothing about its maker', async () => {
    const { credential, token: session } = await memberOf('editor');
    const token = await made(credential);
    expectStatus(await app.call('PATCH', '/v1/auth/me', { token: session, body: { name: 'New name' } }), 200);
    expect((await use(token)).status).toBe(200);
  });
});

describe('a link to a whole document and what it was made with', () => {
  beforeAll(() =>
    publish(app.store, { projectId: owner.project.id, id: owner.project.sourceId }, 'All of the document.'),
  );

  const linkOf = async (credential: CallOptions) => {
    const path = `/v1/sources/${owner.project.sourceId}/passages`;
    const { url } = expectStatus(await app.call('GET', path, credential), 200).body.items[0];
    return new URL(url).pathname;
  };
  const browse = (path: string) => app.call('GET', path, { headers: { accept: 'text/html,*/*;q=0.8' } });

  it.each(Object.entries(ENDS))('end together, with a page that says so: %s', async (_, making) => {
    const { credential, end } = await making();
    const link = await linkOf(credential);
    const ofOther = await linkOf((await keyOf()).credential);
    for (const valid of [link, ofOther, `${ofOther}/original`]) expect((await browse(valid)).status).toBe(200);
    await end();
    const page = await browse(link);
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.text).toContain('This link has expired');
    expect(page.text).not.toContain('All of the document.');
    expect(outcome(await app.call('GET', `${link}/original`))).toBe('404 not_found');
    expect((await browse(ofOther)).status).toBe(200);
  });

  it('end together with the source, with a page that says so', async () => {
    const { sourceId } = owner.project;
    const link = await linkOf({ token: owner.token });
    expectStatus(await app.call('DELETE', `/v1/sources/${sourceId}`, { token: owner.token }), 200);
    const page = await browse(link);
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('This passage is no longer there')]);
    expect(outcome(await app.call('GET', `${link}/original`))).toBe('404 not_found');
  });
});
