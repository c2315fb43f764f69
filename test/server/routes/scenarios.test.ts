import { randomUUID } from 'node:crypto';
import type { KeyScope, Role } from '@footnote/sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../server/platform/ids.ts';
import { hashApiKey } from '../../../server/services/access/api-keys.ts';
import { createTokens } from '../../../server/services/access/tokens.ts';
import { hashInvitation } from '../../../server/services/accounts/invitations.ts';
import { makePng } from '../../helpers/input/picture-files.ts';
import {
  createOwner,
  createOwnerWithProject,
  expectStatus,
  ORIGIN,
  type OwnerFixture,
  PASSWORD,
} from '../../helpers/server/owner-with-project.ts';
import { type Called, type CallOptions, SECRET, startApp, type TestApp } from '../../helpers/server/test-app.ts';

/** The callers. `own`: of the project that the path names. */
const CREDENTIALS = [
  'none',
  'owner',
  'viewer',
  'editor',
  'other owner',
  'member of another project',
  'former member',
  'own key',
  'key to ask',
  'key to ingest',
  'key to read',
  'key to manage',
  'other key',
  'own widget',
  'other widget',
  'expired user',
  'expired widget',
  'revoked user',
  'user of an ended session',
  'deactivated user',
  'widget of a former member',
  'revoked key',
  'expired key',
  'revoked widget',
  'changed password',
  'deleted user',
  'key of a deleted user',
  'widget of a deleted user',
] as const;
type Who = (typeof CREDENTIALS)[number];

/** Users who must not see the owner's project in a list. */
const STRANGERS: Who[] = ['other owner', 'member of another project', 'former member'];

/** The status for each invalid credential, on every route that takes credentials. */
const INVALID: Partial<Record<Who, string>> = {
  'expired user': '401 token_expired',
  'expired widget': '401 token_expired',
  'revoked user': '401 token_revoked',
  'user of an ended session': '401 token_revoked',
  'deactivated user': '401 token_revoked',
  'widget of a former member': '401 token_revoked',
  'revoked key': '401 token_invalid',
  'expired key': '401 key_expired',
  'revoked widget': '401 token_revoked',
  'changed password': '401 token_revoked',
  'deleted user': '401 token_revoked',
  'key of a deleted user': '401 token_invalid',
  'widget of a deleted user': '401 token_revoked',
};
const NONE = { none: '401 missing_credentials' } as const;
const WRONG = '403 wrong_credential';
const UNSCOPED = '403 insufficient_scope';
const LESSER = '403 insufficient_role';
const HIDDEN = '404 not_found';

/** Of the members of the project, those who reach a role may. Keys and widget tokens of any project are the wrong kind. */
const memberOnly = (ok: string, role: Role): Record<Who, string> => ({
  ...(INVALID as Record<Who, string>),
  ...NONE,
  owner: ok,
  editor: role === 'owner' ? LESSER : ok,
  viewer: role === 'viewer' ? ok : LESSER,
  'other owner': HIDDEN,
  'member of another project': HIDDEN,
  'former member': HIDDEN,
  'own key': WRONG,
  'key to ask': WRONG,
  'key to ingest': WRONG,
  'key to read': WRONG,
  'key to manage': WRONG,
  'other key': WRONG,
  'own widget': WRONG,
  'other widget': WRONG,
});
const ownerOnly = (ok: string): Record<Who, string> => memberOnly(ok, 'owner');
const USERS = ['viewer', 'editor', 'other owner', 'member of another project', 'former member'] as const;
/** Every other user who is logged in gets this. */
const others = (status: string) =>
  Object.fromEntries(USERS.map((who) => [who, status])) as Record<(typeof USERS)[number], string>;
/** Only the first account may, which is the owner's here. */
const operatorOnly = (ok: string): Record<Who, string> => ({ ...ownerOnly(ok), ...others('403 operator_required') });
/** Keys of the project: one with all scopes, and one with each. */
const keys = (ok: string, scope: KeyScope) => ({
  'own key': ok,
  'key to ask': scope === 'ask' ? ok : UNSCOPED,
  'key to ingest': scope === 'ingest' ? ok : UNSCOPED,
  'key to read': scope === 'read' ? ok : UNSCOPED,
  'key to manage': scope === 'manage' ? ok : UNSCOPED,
  'other key': HIDDEN,
});
/** Members need the role that stands beside a key's scope. */
const ROLE: Record<KeyScope, Role> = { read: 'viewer', ask: 'editor', ingest: 'editor', manage: 'editor' };
const memberOrKey = (ok: string, scope: KeyScope): Record<Who, string> => ({
  ...memberOnly(ok, ROLE[scope]),
  ...keys(ok, scope),
});
const anyUser = (ok: string): Record<Who, string> => ({ ...ownerOnly(ok), ...others(ok) });
const keyOrWidget = (ok: string): Record<Who, string> => ({
  ...anyUser(WRONG),
  ...keys(ok, 'ask'),
  'own widget': ok,
  'other widget': HIDDEN,
});
const keyOnly = (ok: string): Record<Who, string> => ({
  ...keyOrWidget(ok),
  'own widget': WRONG,
  'other widget': WRONG,
});
const anyCredential = (ok: string, scope: KeyScope): Record<Who, string> => ({
  ...memberOrKey(ok, scope),
  'own widget': ok,
  'other widget': HIDDEN,
});
const everybody = (status: string): Record<Who, string> =>
  Object.fromEntries(CREDENTIALS.map((who) => [who, status])) as Record<Who, string>;

interface Scenario {
  expected: Record<Who, string>;
  /** Fills the placeholders, with a new resource if the call deletes it. */
  path: (world: World) => string | Promise<string>;
  options?: CallOptions | ((world: World) => CallOptions);
  /** The call names no project, so a foreign credential sees its own. */
  ownContentOnly?: boolean;
}

interface World {
  app: TestApp;
  owner: OwnerFixture;
  other: OwnerFixture;
  /** The tokens of two members of the owner's project. */
  viewer: string;
  editor: string;
}

const ID = (world: World) => world.owner.project.id;
const freshProject = async ({ app, owner }: World): Promise<string> =>
  (await app.call('POST', '/v1/projects', { token: owner.token, body: { name: 'Short-lived' } })).body.id;
/** The address of a new answer of the owner. */
async function freshCurated(world: World): Promise<string> {
  const path = `/v1/projects/${ID(world)}/curated-answers`;
  const body = { question: 'Open?', answer: 'Yes.' };
  return `${path}/${(await world.app.call('POST', path, { token: world.owner.token, body })).body.id}`;
}
/** The address of a new golden question. */
async function freshGolden(world: World): Promise<string> {
  const path = `/v1/projects/${ID(world)}/golden-questions`;
  return `${path}/${(await world.app.call('POST', path, { token: world.owner.token, body: { question: 'Open?' } })).body.id}`;
}
/** Waits until no check of golden questions runs. */
async function checksEnded({ app, owner }: World): Promise<void> {
  const path = `/v1/projects/${owner.project.id}/golden-questions/checks?limit=1`;
  while ((await app.call('GET', path, { token: owner.token })).body.items[0]?.state === 'running');
}
/** The address of a check of golden questions. */
async function freshCheck(world: World): Promise<string> {
  const path = `/v1/projects/${ID(world)}/golden-questions/checks`;
  const listed = await world.app.call('GET', `${path}?limit=1`, { token: world.owner.token });
  if (listed.body.items.length > 0) return `${path}/${listed.body.items[0].id}`;
  await freshGolden(world);
  return `${path}/${(await world.app.call('POST', path, { token: world.owner.token })).body.id}`;
}
/** The id of a new session of the account, made without a login, which takes time. */
async function anotherSession({ store }: TestApp, email: string): Promise<string> {
  const { id: userId = '', tokenEpoch = 0 } = (await store.users.byEmail(email)) ?? {};
  const times = { createdAt: Date.now(), lastUsedAt: Date.now(), confirmedAt: 0, expiresAt: Date.now() + 60_000 };
  const session = { id: newId('ses'), userId, tokenEpoch, client: null, addressHash: '', ...times };
  if (!(await store.sessions.create(session, 1_000))) throw new Error(`There is no account ${email}.`);
  return session.id;
}
/** A form with a picture. */
const picture = () => {
  const form = new FormData();
  form.append('file', new Blob([makePng(new Uint8Array(12), 4, 3)]), 'logo.png');
  return form;
};

const file = (field = 'file') => {
  const form = new FormData();
  form.append(field, new Blob(['# Title\n\nText.']), 'notes.md');
  return form;
};

/** The id of a new handover of the owner’s project. */
async function freshHandover({ app, owner }: World): Promise<string> {
  const id = newId('hov');
  const { id: projectId, visitorId } = owner.project;
  await app.store.handovers.create({
    ...{ id, projectId, conversationId: null, visitorId, email: 'visitor@example.com', question: 'Can I return it?' },
    ...{
      pageUrl: null,
      consent: 'I agree.',
      status: 'open',
      assignee: null,
      createdAt: 1,
      updatedAt: 1,
      closedAt: null,
    },
  });
  return id;
}
const WEBHOOK = { url: 'https://hooks.example.com/footnote', events: ['question.unanswered'] };
/** A new webhook of the owner’s project, in place of the one before: there is room for ten. */
async function freshWebhook({ app, owner }: World): Promise<{ path: string }> {
  const all = `/v1/projects/${owner.project.id}/webhooks`;
  const listed = await app.call('GET', all, { token: owner.token });
  for (const { id } of listed.body.items) await app.call('DELETE', `${all}/${id}`, { token: owner.token });
  const { body } = await app.call('POST', all, { token: owner.token, body: WEBHOOK });
  return { path: `${all}/${body.id}` };
}

const REPOSITORY = { url: 'https://git.example.com/handbook' };
/** The path of a new repository of the owner’s project, in place of the one before: there is room for twenty. */
async function freshRepository({ app, owner }: World): Promise<string> {
  const all = `/v1/projects/${owner.project.id}/repositories`;
  const listed = await app.call('GET', all, { token: owner.token });
  for (const { id } of listed.body.items) await app.call('DELETE', `${all}/${id}`, { token: owner.token });
  const { body } = await app.call('POST', all, { token: owner.token, body: REPOSITORY });
  return `${all}/${body.id}`;
}

/** Makes an account a member by an invitation of the owner. */
async function join({ app, owner }: Pick<World, 'app' | 'owner'>, projectId: string, token: string, role: Role) {
  const made = await app.call('POST', `/v1/projects/${projectId}/invitations`, {
    token: owner.token,
    body: { email: null, role },
  });
  const accepted = await app.call('POST', '/v1/invitations/accept', { token, body: { token: made.body.token } });
  expectStatus(accepted, 200);
}

/** A new project with the same members. */
async function sharedProject(world: World): Promise<string> {
  const id = await freshProject(world);
  await join(world, id, world.viewer, 'viewer');
  await join(world, id, world.editor, 'editor');
  return id;
}

/** The id of a new account, made without a password, which takes time. With a project, it is a viewer there. */
async function freshUser({ app, owner }: World, projectId?: string): Promise<string> {
  const path = `/v1/projects/${projectId}/invitations`;
  const body = { email: null, role: 'viewer' };
  const { token = '' } = projectId ? (await app.call('POST', path, { token: owner.token, body })).body : {};
  const id = newId('usr');
  const account = { id, email: `${randomUUID()}@example.org`, name: 'Fresh', passwordHash: '', tokenEpoch: 1 };
  const invitation = projectId ? hashInvitation(token) : undefined;
  await app.store.users.create({ ...account, keptToken: null, createdAt: Date.now() }, { invitation });
  return id;
}

const SERVED = { url: 'http://localhost:11434/v1', api_key: 'sk-1', model: 'small' };

/** Every route of the API. A missing one fails the tests. */
const SCENARIOS: Record<string, Scenario> = {
  'GET /health': { expected: everybody('200'), path: () => '/health' },
  'GET /v1/health': { expected: everybody('200'), path: () => '/v1/health' },
  'GET /health/ready': { expected: everybody('200'), path: () => '/health/ready' },
  'GET /health/stream': { expected: everybody('200'), path: () => '/health/stream' },
  'GET /v1/health/ready': { expected: everybody('200'), path: () => '/v1/health/ready' },
  // The first account is the operator.
  'GET /v1/server': {
    expected: operatorOnly('200'),
    path: () => '/v1/server',
  },
  'GET /v1/setup': { expected: everybody('200'), path: () => '/v1/setup' },
  'GET /v1/openapi.json': { expected: everybody('200'), path: () => '/v1/openapi.json' },
  'GET /docs': { expected: everybody('200'), path: () => '/docs' },
  'GET /metrics': { expected: everybody('200'), path: () => '/metrics' },
  'GET /widget.js': { expected: everybody(HIDDEN), path: () => '/widget.js' },
  'GET /site-search.js': { expected: everybody(HIDDEN), path: () => '/site-search.js' },
  'GET /packages/:file': { expected: everybody(HIDDEN), path: () => '/packages/footnote-sdk.tgz' },
  'GET /widget/images/:project_id/:image': {
    expected: everybody('200'),
    path: async ({ app, owner }) => {
      const path = `/v1/projects/${owner.project.id}/widget/images/avatar`;
      return (await app.call('PUT', path, { token: owner.token, body: picture() })).body.widget_images.avatar.path;
    },
  },
  'GET /widget/look/:project_id': { expected: everybody('200'), path: () => '/widget/look/proj_none' },
  'GET /widget/:version/*path': { expected: everybody(HIDDEN), path: () => '/widget/4.5.6/chat.js' },
  'GET /v1/server/models': { expected: operatorOnly('200'), path: () => '/v1/server/models' },
  'POST /v1/server/models/:model/pull': {
    expected: operatorOnly('202'),
    path: () => '/v1/server/models/words/pull',
  },
  'DELETE /v1/server/models/:model/pull': {
    expected: operatorOnly('200'),
    path: () => '/v1/server/models/words/pull',
  },
  'POST /v1/server/models/:model/use': {
    expected: operatorOnly('200'),
    path: () => '/v1/server/models/builtin/use',
    options: { body: {} },
  },
  'POST /v1/server/models/:model/add': {
    expected: operatorOnly('400 invalid_request'),
    path: () => '/v1/server/models/mine/add',
    options: { body: { file: 'mine.gguf', purpose: 'generation' } },
  },
  'DELETE /v1/server/models/:model/add': {
    expected: operatorOnly('200'),
    path: () => '/v1/server/models/mine/add',
  },
  'DELETE /v1/server/models/:model': { expected: operatorOnly('200'), path: () => '/v1/server/models/words' },
  'POST /v1/server/engines/:engine/add': {
    expected: operatorOnly('400 invalid_request'),
    path: () => '/v1/server/engines/transformers/add',
    options: { body: { gpu: 'cuda' } },
  },
  'DELETE /v1/server/engines/:engine/add': {
    expected: operatorOnly('200'),
    path: () => '/v1/server/engines/transformers/add',
  },
  'DELETE /v1/server/engines/:engine': {
    expected: operatorOnly('200'),
    path: () => '/v1/server/engines/transformers',
  },
  'GET /v1/server/projects': { expected: operatorOnly('200'), path: () => '/v1/server/projects' },
  'PUT /v1/server/projects/:project_id/quotas': {
    expected: operatorOnly('200'),
    path: (world) => `/v1/server/projects/${ID(world)}/quotas`,
    options: { body: { sources: null, bytes: null, daily_questions: null } },
  },
  // Its restart is tested in restart.test.ts.
  'POST /v1/server/restart': { expected: operatorOnly('400 not_supervised'), path: () => '/v1/server/restart' },
  'GET /v1/server/backups': { expected: operatorOnly('200'), path: () => '/v1/server/backups' },
  'POST /v1/server/backups': {
    expected: operatorOnly('202'),
    path: () => '/v1/server/backups',
    options: { body: {} },
  },
  'DELETE /v1/server/backups/running': {
    expected: operatorOnly('200'),
    path: () => '/v1/server/backups/running',
  },
  'PUT /v1/server/backups/schedule': {
    expected: operatorOnly('200'),
    path: () => '/v1/server/backups/schedule',
    options: { body: { at: '03:00', keep: 2 } },
  },
  'DELETE /v1/server/backups/schedule': {
    expected: operatorOnly('200'),
    path: () => '/v1/server/backups/schedule',
  },
  // What comes of a backup that is there is tested in backups.test.ts.
  'POST /v1/server/backups/:place/:backup/link': {
    expected: operatorOnly(HIDDEN),
    path: () => '/v1/server/backups/folder/footnote.fnb/link',
  },
  'POST /v1/server/backups/:place/:backup/examine': {
    expected: operatorOnly(HIDDEN),
    path: () => '/v1/server/backups/bucketless/footnote.fnb/examine',
  },
  'PUT /v1/server/restore': {
    expected: operatorOnly('400 not_examined'),
    path: () => '/v1/server/restore',
    options: { body: { name: 'footnote.fnb' } },
  },
  'DELETE /v1/server/restore': { expected: operatorOnly('200'), path: () => '/v1/server/restore' },
  'DELETE /v1/server/backups/:place/:backup': {
    expected: operatorOnly(HIDDEN),
    path: () => '/v1/server/backups/folder/footnote.fnb',
  },
  // What comes of an upload that has begun is tested in backup-uploads.test.ts.
  'POST /v1/server/backup-uploads': {
    expected: operatorOnly('201'),
    path: () => '/v1/server/backup-uploads',
    options: { body: { size: 100 } },
  },
  'GET /v1/server/backup-uploads/:upload': {
    expected: operatorOnly(HIDDEN),
    path: () => '/v1/server/backup-uploads/bup_1',
  },
  'PUT /v1/server/backup-uploads/:upload': {
    expected: operatorOnly(HIDDEN),
    path: () => '/v1/server/backup-uploads/bup_1',
  },
  'POST /v1/server/backup-uploads/:upload/finish': {
    expected: operatorOnly(HIDDEN),
    path: () => '/v1/server/backup-uploads/bup_1/finish',
  },
  'DELETE /v1/server/backup-uploads/:upload': {
    expected: operatorOnly(HIDDEN),
    path: () => '/v1/server/backup-uploads/bup_1',
  },
  'GET /v1/backups/:ticket': { expected: everybody(HIDDEN), path: () => '/v1/backups/forged' },
  'GET /v1/server/model-server/found': {
    expected: operatorOnly('200'),
    path: () => '/v1/server/model-server/found',
  },
  'POST /v1/server/model-server/models': {
    expected: operatorOnly('200'),
    path: () => '/v1/server/model-server/models',
    options: { body: { url: 'http://localhost:11434/v1' } },
  },
  'POST /v1/server/model-server/try': {
    expected: operatorOnly('200'),
    path: () => '/v1/server/model-server/try',
    options: { body: { ...SERVED, question: 'Is it open?' } },
  },
  'POST /v1/server/model-server/check': {
    expected: operatorOnly('200'),
    path: () => '/v1/server/model-server/check',
    options: { body: SERVED },
  },
  'PUT /v1/server/model-server': {
    expected: operatorOnly('200'),
    path: () => '/v1/server/model-server',
    options: { body: SERVED },
  },
  'DELETE /v1/server/model-server': {
    expected: operatorOnly('200'),
    path: () => '/v1/server/model-server',
  },
  'GET /v1/passages/:signed': { expected: everybody(HIDDEN), path: () => '/v1/passages/forged' },
  'GET /v1/passages/:signed/original': { expected: everybody(HIDDEN), path: () => '/v1/passages/forged/original' },
  'POST /v1/auth/register': {
    expected: everybody('400 email_taken'),
    path: () => '/v1/auth/register',
    options: { body: { email: 'owner@example.org', password: 'long enough', name: 'X' } },
  },
  'POST /v1/auth/login': {
    expected: everybody('401 invalid_credentials'),
    path: () => '/v1/auth/login',
    // A new address each time, as repeated failures at one are delayed.
    options: () => ({ body: { email: `${randomUUID()}@example.org`, password: 'long enough' } }),
  },
  'POST /v1/auth/password-reset': {
    expected: everybody('202'),
    path: () => '/v1/auth/password-reset',
    options: () => ({ body: { email: `${randomUUID()}@example.org` } }),
  },
  'POST /v1/auth/password-reset/complete': {
    expected: everybody('400 reset_link_invalid'),
    path: () => '/v1/auth/password-reset/complete',
    options: { body: { token: 'forged', password: 'long enough' } },
  },
  'GET /v1/auth/me': { expected: anyUser('200'), path: () => '/v1/auth/me', ownContentOnly: true },
  'PATCH /v1/auth/me': { expected: anyUser('200'), path: () => '/v1/auth/me', options: { body: { name: 'Renamed' } } },
  // Its effect on the user's data is tested in auth.test.ts.
  'DELETE /v1/auth/me': {
    expected: anyUser('400 wrong_password'),
    path: () => '/v1/auth/me',
    options: { body: { current_password: 'not the right one' } },
  },
  'POST /v1/auth/confirm': {
    expected: anyUser('400 wrong_password'),
    path: () => '/v1/auth/confirm',
    options: { body: { password: 'not the right one' } },
  },
  // A server without a provider. What one answers is tested in provider.test.ts.
  'POST /v1/auth/provider/begin': { expected: everybody(HIDDEN), path: () => '/v1/auth/provider/begin' },
  'POST /v1/auth/provider/sign-in': {
    expected: everybody(HIDDEN),
    path: () => '/v1/auth/provider/sign-in',
    options: { body: { flow: 'f', response: 'code=c' } },
  },
  'GET /v1/auth/provider': { expected: anyUser('200'), path: () => '/v1/auth/provider' },
  'POST /v1/auth/provider/link': {
    expected: anyUser(HIDDEN),
    path: () => '/v1/auth/provider/link',
    options: { body: { flow: 'f', response: 'code=c' } },
  },
  'DELETE /v1/auth/provider': { expected: anyUser('200'), path: () => '/v1/auth/provider' },
  'GET /v1/auth/second-factor': { expected: anyUser('200'), path: () => '/v1/auth/second-factor' },
  'POST /v1/auth/second-factor': { expected: anyUser('200'), path: () => '/v1/auth/second-factor' },
  // What follows a right code is tested in second-factor.test.ts.
  'POST /v1/auth/second-factor/enable': {
    expected: anyUser('400 wrong_code'),
    path: () => '/v1/auth/second-factor/enable',
    options: { body: { code: 'not a code' } },
  },
  'POST /v1/auth/second-factor/recovery-codes': {
    expected: anyUser('400 no_second_factor'),
    path: () => '/v1/auth/second-factor/recovery-codes',
  },
  'DELETE /v1/auth/second-factor': {
    expected: anyUser('400 no_second_factor'),
    path: () => '/v1/auth/second-factor',
  },
  'GET /v1/auth/audit-log': { expected: anyUser('200'), path: () => '/v1/auth/audit-log', ownContentOnly: true },
  'GET /v1/auth/audit-log/export': {
    expected: anyUser('200'),
    path: () => '/v1/auth/audit-log/export',
    ownContentOnly: true,
  },
  'GET /v1/server/audit-log': { expected: operatorOnly('200'), path: () => '/v1/server/audit-log' },
  'GET /v1/server/audit-log/export': { expected: operatorOnly('200'), path: () => '/v1/server/audit-log/export' },
  'GET /v1/auth/sessions': { expected: anyUser('200'), path: () => '/v1/auth/sessions', ownContentOnly: true },
  'DELETE /v1/auth/sessions/:session_id': {
    expected: { ...ownerOnly('200'), ...others(HIDDEN) },
    path: async ({ app, owner }) => `/v1/auth/sessions/${await anotherSession(app, owner.email)}`,
  },
  'DELETE /v1/auth/sessions': { expected: anyUser('200'), path: () => '/v1/auth/sessions' },
  'GET /v1/projects': { expected: anyUser('200'), path: () => '/v1/projects', ownContentOnly: true },
  'POST /v1/projects': {
    expected: anyUser('201'),
    path: () => '/v1/projects',
    options: { body: { name: 'New' } },
  },
  'GET /v1/projects/:project_id': {
    expected: memberOnly('200', 'viewer'),
    path: (world) => `/v1/projects/${ID(world)}`,
  },
  'PATCH /v1/projects/:project_id': {
    expected: memberOnly('200', 'editor'),
    path: (world) => `/v1/projects/${ID(world)}`,
    options: { body: { description: 'changed' } },
  },
  'GET /v1/projects/:project_id/widget/config': {
    expected: { ...anyUser(WRONG), 'own widget': '200', 'other widget': HIDDEN },
    path: (world) => `/v1/projects/${ID(world)}/widget/config`,
  },
  'PUT /v1/projects/:project_id/widget/images/:kind': {
    expected: memberOnly('200', 'editor'),
    path: (world) => `/v1/projects/${ID(world)}/widget/images/logo`,
    options: () => ({ body: picture() }),
  },
  'DELETE /v1/projects/:project_id/widget/images/:kind': {
    expected: memberOnly('200', 'editor'),
    path: (world) => `/v1/projects/${ID(world)}/widget/images/logo`,
  },
  'POST /v1/projects/:project_id/widget/revoke': {
    expected: memberOnly('200', 'editor'),
    // A project of its own, as the other scenarios need their widget tokens.
    path: async (world) => `/v1/projects/${await sharedProject(world)}/widget/revoke`,
  },
  'GET /v1/projects/:project_id/widget/suggestions': {
    expected: memberOnly('200', 'viewer'),
    path: (world) => `/v1/projects/${ID(world)}/widget/suggestions`,
  },
  'POST /v1/projects/:project_id/widget/suggestions/refuse': {
    expected: memberOnly('200', 'editor'),
    path: (world) => `/v1/projects/${ID(world)}/widget/suggestions/refuse`,
    options: { body: { question: 'How do I start?' } },
  },
  'GET /v1/projects/:project_id/members': {
    expected: memberOnly('200', 'viewer'),
    path: (world) => `/v1/projects/${ID(world)}/members`,
  },
  'PATCH /v1/projects/:project_id/members/:user_id': {
    expected: ownerOnly('200'),
    path: async (world) => `/v1/projects/${ID(world)}/members/${await freshUser(world, ID(world))}`,
    options: { body: { role: 'editor' } },
  },
  // Every member may leave, which members.test.ts shows. Others are for the owner to remove.
  'DELETE /v1/projects/:project_id/members/:user_id': {
    expected: ownerOnly('200'),
    path: async (world) => `/v1/projects/${ID(world)}/members/${await freshUser(world, ID(world))}`,
  },
  // What a transfer does is tested in members.test.ts.
  'POST /v1/projects/:project_id/transfer': {
    expected: ownerOnly('400 not_transferable'),
    path: (world) => `/v1/projects/${ID(world)}/transfer`,
    options: { body: { user_id: 'usr_0' } },
  },
  'POST /v1/projects/:project_id/invitations': {
    expected: ownerOnly('201'),
    path: (world) => `/v1/projects/${ID(world)}/invitations`,
    options: { body: { email: 'invited@example.net', role: 'viewer' } },
  },
  'GET /v1/projects/:project_id/invitations': {
    expected: ownerOnly('200'),
    path: (world) => `/v1/projects/${ID(world)}/invitations`,
  },
  'DELETE /v1/projects/:project_id/invitations/:invitation_id': {
    expected: ownerOnly('200'),
    path: async (world) => {
      const path = `/v1/projects/${ID(world)}/invitations`;
      const body = { email: null, role: 'viewer' };
      const made = await world.app.call('POST', path, { token: world.owner.token, body });
      return `${path}/${made.body.id}`;
    },
  },
  'POST /v1/invitations/look': {
    expected: everybody('403 invitation_void'),
    path: () => '/v1/invitations/look',
    options: { body: { token: 'x'.repeat(43) } },
  },
  'POST /v1/invitations/accept': {
    expected: anyUser('403 invitation_void'),
    path: () => '/v1/invitations/accept',
    options: { body: { token: 'x'.repeat(43) } },
  },
  'GET /v1/server/users': { expected: operatorOnly('200'), path: () => '/v1/server/users' },
  'POST /v1/server/users/:user_id/deactivate': {
    expected: operatorOnly('200'),
    path: async (world) => `/v1/server/users/${await freshUser(world)}/deactivate`,
  },
  'POST /v1/server/users/:user_id/reactivate': {
    expected: operatorOnly('200'),
    path: async (world) => `/v1/server/users/${await freshUser(world)}/reactivate`,
  },
  'DELETE /v1/server/users/:user_id/provider': {
    expected: operatorOnly('200'),
    path: async (world) => `/v1/server/users/${await freshUser(world)}/provider`,
  },
  'POST /v1/projects/:project_id/api-keys': {
    expected: ownerOnly('201'),
    path: (world) => `/v1/projects/${ID(world)}/api-keys`,
  },
  'GET /v1/projects/:project_id/api-keys': {
    expected: ownerOnly('200'),
    path: (world) => `/v1/projects/${ID(world)}/api-keys`,
  },
  'POST /v1/projects/:project_id/api-keys/:key_id/rotate': {
    expected: ownerOnly('200'),
    path: async (world) => {
      const path = `/v1/projects/${ID(world)}/api-keys`;
      const made = await world.app.call('POST', path, { token: world.owner.token });
      return `${path}/${made.body.id}/rotate`;
    },
  },
  'DELETE /v1/projects/:project_id/api-keys/:key_id': {
    expected: ownerOnly('200'),
    path: async (world) => {
      const path = `/v1/projects/${ID(world)}/api-keys`;
      const made = await world.app.call('POST', path, { token: world.owner.token });
      return `${path}/${made.body.id}`;
    },
  },
  'POST /v1/projects/:project_id/handovers': {
    // Of a project that takes none. What follows otherwise is tested in handovers.test.ts.
    expected: { ...anyUser(WRONG), 'own widget': '400 handovers_off', 'other widget': HIDDEN },
    path: (world) => `/v1/projects/${ID(world)}/handovers`,
    options: { origin: ORIGIN, body: { email: 'visitor@example.com', question: 'Can I return it?', consent: true } },
  },
  'GET /v1/projects/:project_id/handovers': {
    expected: memberOnly('200', 'viewer'),
    path: (world) => `/v1/projects/${ID(world)}/handovers`,
  },
  'GET /v1/projects/:project_id/handovers/:handover_id': {
    expected: memberOnly('200', 'viewer'),
    path: async (world) => `/v1/projects/${ID(world)}/handovers/${await freshHandover(world)}`,
  },
  'PATCH /v1/projects/:project_id/handovers/:handover_id': {
    expected: memberOnly('200', 'editor'),
    path: async (world) => `/v1/projects/${ID(world)}/handovers/${await freshHandover(world)}`,
    options: { body: { assignee: 'Ann' } },
  },
  'DELETE /v1/projects/:project_id/handovers/:handover_id': {
    expected: memberOnly('200', 'editor'),
    path: async (world) => `/v1/projects/${ID(world)}/handovers/${await freshHandover(world)}`,
  },
  'POST /v1/projects/:project_id/webhooks': {
    expected: ownerOnly('201'),
    path: (world) => `/v1/projects/${ID(world)}/webhooks`,
    options: { body: WEBHOOK },
  },
  'GET /v1/projects/:project_id/webhooks': {
    expected: ownerOnly('200'),
    path: (world) => `/v1/projects/${ID(world)}/webhooks`,
  },
  'GET /v1/projects/:project_id/webhooks/:webhook_id': {
    expected: ownerOnly('200'),
    path: async (world) => (await freshWebhook(world)).path,
  },
  'PATCH /v1/projects/:project_id/webhooks/:webhook_id': {
    expected: ownerOnly('200'),
    path: async (world) => (await freshWebhook(world)).path,
    options: { body: { enabled: false } },
  },
  'DELETE /v1/projects/:project_id/webhooks/:webhook_id': {
    expected: ownerOnly('200'),
    path: async (world) => (await freshWebhook(world)).path,
  },
  'POST /v1/projects/:project_id/webhooks/:webhook_id/rotate': {
    expected: ownerOnly('200'),
    path: async (world) => `${(await freshWebhook(world)).path}/rotate`,
  },
  'POST /v1/projects/:project_id/webhooks/:webhook_id/test': {
    expected: ownerOnly('202'),
    path: async (world) => `${(await freshWebhook(world)).path}/test`,
  },
  'GET /v1/projects/:project_id/webhooks/:webhook_id/deliveries': {
    expected: ownerOnly('200'),
    path: async (world) => `${(await freshWebhook(world)).path}/deliveries`,
  },
  'POST /v1/projects/:project_id/webhooks/:webhook_id/deliveries/:delivery_id/redeliver': {
    // What was sent can be sent again: webhooks.test.ts.
    expected: ownerOnly('400 delivery_pending'),
    path: async (world) => {
      const { path } = await freshWebhook(world);
      const { body } = await world.app.call('POST', `${path}/test`, { token: world.owner.token });
      return `${path}/deliveries/${body.id}/redeliver`;
    },
  },
  'GET /v1/projects/:project_id/sources': {
    expected: memberOrKey('200', 'read'),
    path: (world) => `/v1/projects/${ID(world)}/sources`,
  },
  'POST /v1/sources/upload': {
    expected: memberOrKey('202', 'ingest'),
    path: (world) => `/v1/sources/upload?project_id=${ID(world)}`,
    options: () => ({ body: file() }),
  },
  'POST /v1/sources': {
    expected: memberOrKey('202', 'ingest'),
    path: (world) => `/v1/sources?project_id=${ID(world)}`,
    options: { body: { type: 'text', title: 'Notes', text: 'Some text.' } },
  },
  'POST /v1/sources/url': {
    expected: memberOrKey('202', 'ingest'),
    path: (world) => `/v1/sources/url?project_id=${ID(world)}`,
    options: { body: { url: 'https://docs.example.com/guide' } },
  },
  'PUT /v1/projects/:project_id/sources/by-external-id/*external_id': {
    expected: memberOrKey('202', 'ingest'),
    path: (world) => `/v1/projects/${ID(world)}/sources/by-external-id/guide/${randomUUID()}.md`,
    options: () => ({ body: file() }),
  },
  'POST /v1/projects/:project_id/sources/batch': {
    expected: memberOrKey('202', 'ingest'),
    path: (world) => `/v1/projects/${ID(world)}/sources/batch`,
    options: () => ({ body: file('files') }),
  },
  'POST /v1/projects/:project_id/repositories/look': {
    // What is seen of one: read-repository.test.ts and repositories.test.ts.
    expected: memberOrKey('400 url_not_allowed', 'ingest'),
    path: (world) => `/v1/projects/${ID(world)}/repositories/look`,
    options: { body: { url: 'http://git.example.com/handbook' } },
  },
  'POST /v1/projects/:project_id/repositories': {
    expected: memberOrKey('201', 'ingest'),
    path: (world) => `/v1/projects/${ID(world)}/repositories`,
    options: { body: REPOSITORY },
  },
  'GET /v1/projects/:project_id/repositories': {
    expected: memberOrKey('200', 'read'),
    path: (world) => `/v1/projects/${ID(world)}/repositories`,
  },
  'GET /v1/projects/:project_id/repositories/:repository_id': {
    expected: memberOrKey('200', 'read'),
    path: freshRepository,
  },
  'PATCH /v1/projects/:project_id/repositories/:repository_id': {
    expected: memberOrKey('200', 'ingest'),
    path: freshRepository,
    options: { body: { branch: 'next' } },
  },
  'DELETE /v1/projects/:project_id/repositories/:repository_id': {
    expected: memberOrKey('200', 'ingest'),
    path: freshRepository,
  },
  'POST /v1/projects/:project_id/repositories/:repository_id/sync': {
    expected: memberOrKey('202', 'ingest'),
    path: async (world) => `${await freshRepository(world)}/sync`,
  },
  'POST /v1/projects/:project_id/repositories/:repository_id/rotate': {
    expected: memberOrKey('200', 'ingest'),
    path: async (world) => `${await freshRepository(world)}/rotate`,
  },
  'POST /v1/projects/:project_id/repositories/:repository_id/push': {
    // What is signed is taken: repositories.test.ts.
    expected: everybody('401 signature_invalid'),
    path: async (world) => `${await freshRepository(world)}/push`,
    options: { body: { ref: 'refs/heads/main' } },
  },
  'POST /v1/projects/:project_id/ingestion/url': {
    expected: memberOrKey('202', 'ingest'),
    path: (world) => `/v1/projects/${ID(world)}/ingestion/url`,
    options: { body: { url: 'https://docs.example.com/guide' } },
  },
  'POST /v1/sources/:source_id/sync': {
    // Its first ingestion is still queued. Other states are tested in sources.test.ts.
    expected: memberOrKey('429 in_progress', 'ingest'),
    path: (world) => `/v1/sources/${world.owner.project.sourceId}/sync`,
  },
  'PUT /v1/sources/:source_id/file': {
    expected: memberOrKey('429 in_progress', 'ingest'),
    path: (world) => `/v1/sources/${world.owner.project.sourceId}/file`,
    options: () => ({ body: file() }),
  },
  'PUT /v1/sources/:source_id/text': {
    // It is a file.
    expected: memberOrKey('400 not_replaceable', 'ingest'),
    path: (world) => `/v1/sources/${world.owner.project.sourceId}/text`,
    options: { body: { title: 'Notes', text: 'Some text.' } },
  },
  'PATCH /v1/sources/:source_id': {
    expected: memberOrKey('200', 'ingest'),
    async path({ app, owner }) {
      const body = { url: 'https://docs.example.com/' };
      const made = await app.call('POST', '/v1/sources/url', { key: owner.project.key, body });
      return `/v1/sources/${made.body.id}`;
    },
    options: { body: { refresh_hours: 24 } },
  },
  'GET /v1/sources/:source_id/crawl': {
    expected: memberOrKey('200', 'read'),
    async path({ app, owner }) {
      const body = { url: 'https://docs.example.com/', crawl: {} };
      const made = await app.call('POST', '/v1/sources/url', { key: owner.project.key, body });
      return `/v1/sources/${made.body.id}/crawl`;
    },
  },
  'GET /v1/sources/:source_id': {
    expected: memberOrKey('200', 'read'),
    path: (world) => `/v1/sources/${world.owner.project.sourceId}`,
  },
  'DELETE /v1/sources/:source_id': {
    expected: memberOrKey('200', 'ingest'),
    path: async ({ app, owner }) => {
      const made = await app.call('POST', '/v1/sources/upload', { key: owner.project.key, body: file() });
      return `/v1/sources/${made.body.id}`;
    },
  },
  'GET /v1/sources/:source_id/original': {
    expected: memberOrKey('200', 'read'),
    path: (world) => `/v1/sources/${world.owner.project.sourceId}/original`,
  },
  'GET /v1/sources/:source_id/passages': {
    expected: memberOrKey('200', 'read'),
    path: (world) => `/v1/sources/${world.owner.project.sourceId}/passages`,
  },
  'GET /v1/projects/:project_id/sources/counts': {
    expected: memberOrKey('200', 'read'),
    path: (world) => `/v1/projects/${ID(world)}/sources/counts`,
  },
  'GET /v1/projects/:project_id/overview': {
    expected: memberOrKey('200', 'read'),
    path: (world) => `/v1/projects/${ID(world)}/overview`,
  },
  'GET /v1/projects/:project_id/usage': {
    expected: memberOrKey('200', 'read'),
    path: (world) => `/v1/projects/${ID(world)}/usage`,
  },
  'POST /v1/projects/:project_id/search': {
    expected: keyOrWidget('200'),
    path: (world) => `/v1/projects/${ID(world)}/search`,
    options: { body: { query: 'Hello?' }, origin: ORIGIN },
  },
  'GET /v1/projects/:project_id/mcp': {
    expected: everybody('405 method_not_allowed'),
    path: (world) => `/v1/projects/${ID(world)}/mcp`,
  },
  'DELETE /v1/projects/:project_id/mcp': {
    expected: everybody('405 method_not_allowed'),
    path: (world) => `/v1/projects/${ID(world)}/mcp`,
  },
  'POST /v1/projects/:project_id/mcp': {
    expected: keyOnly('200'),
    path: (world) => `/v1/projects/${ID(world)}/mcp`,
    options: { body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } },
  },
  'POST /v1/projects/:project_id/chat': {
    expected: keyOrWidget('200'),
    path: (world) => `/v1/projects/${ID(world)}/chat`,
    options: { body: { query: 'Hello?' }, origin: ORIGIN },
  },
  'POST /v1/chat': {
    // Without a project in the path, the credential's project is used.
    expected: { ...keyOrWidget('200'), 'other key': '200', 'other widget': '200' },
    path: () => '/v1/chat',
    options: { body: { query: 'Hello?' }, origin: ORIGIN },
  },
  'POST /v1/projects/:project_id/chat/completions': {
    expected: keyOnly('200'),
    path: (world) => `/v1/projects/${ID(world)}/chat/completions`,
    options: { body: { messages: [{ role: 'user', content: 'Hello?' }] } },
  },
  'GET /v1/projects/:project_id/models': {
    expected: keyOnly('200'),
    path: (world) => `/v1/projects/${ID(world)}/models`,
  },
  'GET /v1/projects/:project_id/models/:model': {
    expected: keyOnly('200'),
    path: (world) => `/v1/projects/${ID(world)}/models/footnote`,
  },
  'GET /v1/projects/:project_id/conversations': {
    expected: anyCredential('200', 'read'),
    path: (world) => `/v1/projects/${ID(world)}/conversations`,
  },
  'GET /v1/projects/:project_id/conversations/export': {
    expected: memberOrKey('200', 'read'),
    path: (world) => `/v1/projects/${ID(world)}/conversations/export`,
  },
  'DELETE /v1/projects/:project_id/conversations': {
    expected: memberOrKey('200', 'manage'),
    // A visitor without conversations, as the other scenarios need theirs.
    path: (world) => `/v1/projects/${ID(world)}/conversations?visitor_id=nobody`,
  },
  'GET /v1/projects/:project_id/conversations/:conversation_id': {
    expected: memberOrKey('200', 'read'),
    path: (world) => `/v1/projects/${ID(world)}/conversations/${world.owner.project.conversationId}`,
  },
  'GET /v1/projects/:project_id/messages/:message_id/trace': {
    // No trace was requested. Existing traces are tested in traces.test.ts.
    expected: memberOnly(HIDDEN, 'viewer'),
    path: (world) => `/v1/projects/${ID(world)}/messages/${world.owner.project.messageId}/trace`,
  },
  'GET /v1/projects/:project_id/conversations/:conversation_id/messages': {
    expected: anyCredential('200', 'read'),
    path: (world) => `/v1/projects/${ID(world)}/conversations/${world.owner.project.conversationId}/messages`,
  },
  'DELETE /v1/projects/:project_id/conversations/:conversation_id': {
    expected: anyCredential('200', 'manage'),
    path: async (world) => {
      const asked = await world.app.call('POST', `/v1/projects/${ID(world)}/chat`, {
        token: world.owner.project.widget,
        origin: ORIGIN,
        body: { query: 'Soon forgotten?' },
      });
      return `/v1/projects/${ID(world)}/conversations/${asked.body.conversation_id}`;
    },
  },
  'POST /v1/projects/:project_id/messages/:message_id/feedback': {
    expected: anyCredential('200', 'ask'),
    path: (world) => `/v1/projects/${ID(world)}/messages/${world.owner.project.messageId}/feedback`,
    options: { body: { rating: 'up' } },
  },
  'GET /v1/projects/:project_id/feedback': {
    expected: memberOrKey('200', 'read'),
    path: (world) => `/v1/projects/${ID(world)}/feedback`,
  },
  'PATCH /v1/projects/:project_id/feedback/:message_id': {
    expected: memberOrKey('200', 'manage'),
    path: async ({ app, owner }) => {
      const { id, key, messageId } = owner.project;
      const at = `/v1/projects/${id}/messages/${messageId}/feedback`;
      await app.call('POST', at, { key, body: { rating: 'up' } });
      return `/v1/projects/${id}/feedback/${messageId}`;
    },
    options: { body: { state: 'seen' } },
  },
  'GET /v1/projects/:project_id/unanswered': {
    expected: memberOrKey('200', 'read'),
    path: (world) => `/v1/projects/${ID(world)}/unanswered`,
  },
  'GET /v1/projects/:project_id/unanswered/weakest': {
    expected: memberOrKey('200', 'read'),
    path: (world) => `/v1/projects/${ID(world)}/unanswered/weakest`,
  },
  'POST /v1/projects/:project_id/unanswered/dismiss': {
    expected: memberOrKey('200', 'manage'),
    path: (world) => `/v1/projects/${ID(world)}/unanswered/dismiss`,
    options: { body: { message_ids: ['msg_0'] } },
  },
  'GET /v1/projects/:project_id/curated-answers': {
    expected: memberOrKey('200', 'read'),
    path: (world) => `/v1/projects/${ID(world)}/curated-answers`,
  },
  'POST /v1/projects/:project_id/curated-answers': {
    expected: memberOrKey('201', 'manage'),
    path: (world) => `/v1/projects/${ID(world)}/curated-answers`,
    options: { body: { question: 'Open?', answer: 'Yes.' } },
  },
  'POST /v1/projects/:project_id/curated-answers/import': {
    expected: memberOrKey('200', 'manage'),
    path: (world) => `/v1/projects/${ID(world)}/curated-answers/import`,
    options: { body: { answers: [{ question: 'Open?', answer: 'Yes.' }] } },
  },
  'POST /v1/projects/:project_id/curated-answers/match': {
    expected: memberOrKey('200', 'read'),
    path: (world) => `/v1/projects/${ID(world)}/curated-answers/match`,
    options: { body: { query: 'Open?' } },
  },
  'GET /v1/projects/:project_id/curated-answers/:curated_id': {
    expected: memberOrKey('200', 'read'),
    path: freshCurated,
  },
  'PATCH /v1/projects/:project_id/curated-answers/:curated_id': {
    expected: memberOrKey('200', 'manage'),
    path: freshCurated,
    options: { body: { enabled: false } },
  },
  'DELETE /v1/projects/:project_id/curated-answers/:curated_id': {
    expected: memberOrKey('200', 'manage'),
    path: freshCurated,
  },
  'GET /v1/projects/:project_id/golden-questions': {
    expected: memberOrKey('200', 'read'),
    path: (world) => `/v1/projects/${ID(world)}/golden-questions`,
  },
  'POST /v1/projects/:project_id/golden-questions': {
    expected: memberOrKey('201', 'manage'),
    path: (world) => `/v1/projects/${ID(world)}/golden-questions`,
    options: { body: { question: 'Open?' } },
  },
  'DELETE /v1/projects/:project_id/golden-questions/:golden_id': {
    expected: memberOrKey('200', 'manage'),
    path: freshGolden,
  },
  'GET /v1/projects/:project_id/golden-questions/checks': {
    expected: memberOrKey('200', 'read'),
    path: (world) => `/v1/projects/${ID(world)}/golden-questions/checks`,
  },
  'POST /v1/projects/:project_id/golden-questions/checks': {
    expected: memberOrKey('202', 'ask'),
    path: async (world) => {
      await freshGolden(world);
      await checksEnded(world);
      return `/v1/projects/${ID(world)}/golden-questions/checks`;
    },
  },
  'GET /v1/projects/:project_id/golden-questions/checks/:check_id': {
    expected: memberOrKey('200', 'read'),
    path: freshCheck,
  },
  'POST /v1/projects/:project_id/golden-questions/checks/:check_id/cancel': {
    expected: memberOrKey('200', 'ask'),
    path: async (world) => `${await freshCheck(world)}/cancel`,
  },
  'POST /v1/tokens/widget': {
    expected: {
      ...memberOnly('200', 'viewer'),
      ...keys('200', 'ask'),
      'own widget': '200',
      'other widget': HIDDEN,
      // Within the grace period, for its own renewal.
      'expired widget': '200',
    },
    path: () => '/v1/tokens/widget',
    options: (world) => ({ body: { project_id: ID(world) }, origin: ORIGIN }),
  },
  'DELETE /v1/projects/:project_id': {
    expected: ownerOnly('200'),
    path: async (world) => `/v1/projects/${await sharedProject(world)}`,
  },
  // Last, as it deletes what the others depend on.
  'POST /v1/auth/logout': { expected: anyUser('200'), path: () => '/v1/auth/logout' },
};

let world: World;
let credentials: Record<Who, CallOptions>;

async function makeCredentials(known: World): Promise<Record<Who, CallOptions>> {
  const { app, owner, other } = known;
  const tokens = createTokens({ secret: SECRET, now: Date.now });
  const past = createTokens({ secret: SECRET, now: () => Date.now() - 7_200_000 });
  const user = await app.store.users.byEmail(owner.email);
  const changed = await createOwner(app, 'changed@example.org');
  const login = { email: changed.email, password: PASSWORD };
  const { access_token } = (await app.call('POST', '/v1/auth/login', { body: login })).body;
  const body = { password: 'another long one', current_password: PASSWORD };
  expectStatus(await app.call('PATCH', '/v1/auth/me', { token: access_token, body }), 200);
  const deleted = await createOwnerWithProject(app, 'deleted');
  const proof = { current_password: PASSWORD };
  expectStatus(await app.call('DELETE', '/v1/auth/me', { token: deleted.token, body: proof }), 200);
  const gone = await createOwner(app, 'gone@example.org');
  await app.call('POST', '/v1/auth/logout', { token: gone.token });
  const ended = await createOwner(app, 'ended@example.org');
  const { items } = (await app.call('GET', '/v1/auth/sessions', { token: ended.token })).body;
  await app.call('DELETE', `/v1/auth/sessions/${items[0].id}`, { token: ended.token });
  const elsewhere = await createOwner(app, 'elsewhere@example.org');
  await join({ app, owner: other }, other.project.id, elsewhere.token, 'editor');
  const former = await createOwner(app, 'former@example.org');
  await join(known, owner.project.id, former.token, 'editor');
  const minted = await app.call('POST', '/v1/tokens/widget', {
    token: former.token,
    body: { project_id: owner.project.id },
  });
  const { id: formerId } = (await app.call('GET', '/v1/auth/me', { token: former.token })).body;
  await app.call('DELETE', `/v1/projects/${owner.project.id}/members/${formerId}`, { token: owner.token });
  const deactivated = await createOwner(app, 'deactivated@example.org');
  const { id: deactivatedId } = (await app.call('GET', '/v1/auth/me', { token: deactivated.token })).body;
  await app.call('POST', `/v1/server/users/${deactivatedId}/deactivate`, { token: owner.token });
  const path = `/v1/projects/${owner.project.id}/api-keys`;
  const revokedKey = (await app.call('POST', path, { token: owner.token })).body;
  await app.call('DELETE', `${path}/${revokedKey.id}`, { token: owner.token });
  const keyWith = async (body: object): Promise<CallOptions> => ({
    key: expectStatus(await app.call('POST', path, { token: owner.token, body }), 201).body.key,
  });
  const expiredKey = `chat_${'e'.repeat(43)}`;
  await app.store.apiKeys.create({
    ...{ id: newId('key'), projectId: owner.project.id, name: '', hash: hashApiKey(expiredKey), prefix: 'chat_eeeeee' },
    ...{
      scopes: ['ask', 'ingest', 'read', 'manage'],
      expiresAt: Date.now() - 1,
      addresses: [],
      createdAt: 1,
      lastUsedAt: null,
    },
  });
  const widget = { sub: 'vis_1', pid: owner.project.id, org: null, auth_time: Math.floor(Date.now() / 1000) - 7200 };
  return {
    none: {},
    owner: { token: owner.token },
    viewer: { token: known.viewer },
    editor: { token: known.editor },
    'other owner': { token: other.token },
    'member of another project': { token: elsewhere.token },
    'former member': { token: former.token },
    'deactivated user': { token: deactivated.token },
    'widget of a former member': { token: minted.body.token },
    'own key': { key: owner.project.key },
    'key to ask': await keyWith({ scopes: ['ask'] }),
    'key to ingest': await keyWith({ scopes: ['ingest'] }),
    'key to read': await keyWith({ scopes: ['read'] }),
    'key to manage': await keyWith({ scopes: ['manage'] }),
    'other key': { key: other.project.key },
    'own widget': { token: owner.project.widget },
    'other widget': { token: other.project.widget },
    'expired user': { token: past.signUser({ sub: user?.id ?? '', epoch: 1 }, 3600) },
    'expired widget': { token: past.signWidget({ ...widget, epoch: 1 }, 3600) },
    'revoked user': { token: gone.token },
    'user of an ended session': { token: ended.token },
    'revoked key': { key: revokedKey.key },
    'expired key': { key: expiredKey },
    'changed password': { token: changed.token },
    'deleted user': { token: deleted.token },
    'key of a deleted user': { key: deleted.project.key },
    'widget of a deleted user': { token: deleted.project.widget },
    'revoked widget': { token: tokens.signWidget({ ...widget, epoch: 0 }, 3600) },
  };
}

beforeAll(async () => {
  const app = await startApp();
  const owner = await createOwnerWithProject(app, 'owner');
  const other = await createOwnerWithProject(app, 'other');
  const { token: viewer } = await createOwner(app, 'viewer@example.org');
  const { token: editor } = await createOwner(app, 'editor@example.org');
  world = { app, owner, other, viewer, editor };
  await join(world, owner.project.id, viewer, 'viewer');
  await join(world, owner.project.id, editor, 'editor');
  credentials = await makeCredentials(world);
});
afterAll(() => world.app.close());

const openAiShaped = (route: string) =>
  world.app.endpoints.some(({ method, path, rule }) => `${method} ${path}` === route && rule.openAiShaped);

describe('every route', () => {
  it('has a scenario, and every scenario has a route', () => {
    const routes = world.app.endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(SCENARIOS).sort()).toEqual(routes.sort());
  });
});

describe.each(Object.entries(SCENARIOS))('%s', (route, { expected, path, options, ownContentOnly }) => {
  // Refused callers first, as an allowed call may delete the resource.
  const order = [...CREDENTIALS].sort((a, b) => Number(/^2/.test(expected[a])) - Number(/^2/.test(expected[b])));

  // In one test: to begin and to report a test for each of the 28 would take longer than to call.
  it('answers each caller as declared', async () => {
    const [method = 'GET'] = route.split(' ');
    const answers: Partial<Record<Who, string>> = {};
    let seenByRefused: string | undefined;
    for (const who of order) {
      const given = typeof options === 'function' ? options(world) : options;
      const isRefused = !/^2/.test(expected[who]);
      // What refused callers leave as it is, the next of them gets as well.
      if (isRefused) seenByRefused ??= await path(world);
      const called = await world.app.call(method, (isRefused && seenByRefused) || (await path(world)), {
        ...given,
        ...credentials[who],
      });
      answers[who] = `${called.status} ${called.body.code ?? ''}`.trim();
      expectPlain(route, who, called);
      if (ownContentOnly || who.startsWith('other')) {
        const foreign = STRANGERS.includes(who) ? world.owner : world.other;
        expect(called.text, who).not.toContain(foreign.project.id);
        expect(called.text, who).not.toContain(foreign.project.sourceId);
      }
    }
    expect(answers).toEqual(expected);
  });
});

/** Expects an error to look as every other, and to tell nothing. */
function expectPlain(route: string, who: Who, { status, headers, body, text }: Called): void {
  expect(headers.get('x-request-id'), who).toMatch(/^req_/);
  if (status < 400) return;
  const shape = openAiShaped(route) ? /^code,detail,error(,errors)?$/ : /^code,detail(,errors)?$/;
  expect(Object.keys(body).sort().join(), who).toMatch(shape);
  expect(headers.get('www-authenticate'), who).toBe(status === 401 ? 'Bearer' : null);
  // What is said about roles names the owner as such.
  const aboutRoles = body.code === 'insufficient_role' || body.code === 'not_transferable';
  const told = aboutRoles ? text.replace(/\bowner\b/g, '') : text;
  expect(told, who).not.toMatch(/owner|other|proj_|node_modules|sqlite|\.ts\b/i);
}

describe('foreign and missing resources', () => {
  it('look the same, byte for byte', async () => {
    const { app, other, owner } = world;
    const fresh = await createOwnerWithProject(app, 'fresh');
    const victim = await createOwnerWithProject(app, 'victim');
    const keyPath = `/v1/projects/${fresh.project.id}/api-keys`;
    const own = `/v1/projects/${fresh.project.id}`;
    const rating = { rating: 'down' };
    const notes = { title: 'Notes', text: 'Mine.' };
    const pairs: [string, string, string, CallOptions][] = [
      ['DELETE', `/v1/auth/sessions/${await anotherSession(app, victim.email)}`, '/v1/auth/sessions/ses_0', {}],
      ['GET', `/v1/projects/${victim.project.id}`, '/v1/projects/proj_0000000000000000000000', {}],
      ['PATCH', `/v1/projects/${victim.project.id}`, '/v1/projects/x', { body: { name: 'Mine' } }],
      ['DELETE', `/v1/projects/${victim.project.id}`, '/v1/projects/%00', {}],
      ['GET', `/v1/projects/${victim.project.id}/sources`, '/v1/projects/x/sources', {}],
      ['POST', `/v1/projects/${victim.project.id}/widget/revoke`, '/v1/projects/x/widget/revoke', {}],
      ['DELETE', `/v1/projects/${victim.project.id}/widget/images/logo`, '/v1/projects/x/widget/images/logo', {}],
      ['GET', `/v1/projects/${victim.project.id}/conversations`, '/v1/projects/x/conversations', {}],
      [
        'POST',
        `/v1/projects/${victim.project.id}/ingestion/url`,
        '/v1/projects/x/ingestion/url',
        { body: { url: 'http://127.0.0.1' } },
      ],
      ['POST', `/v1/sources/${victim.project.sourceId}/sync`, '/v1/sources/src_0/sync', {}],
      ['PUT', `/v1/sources/${victim.project.sourceId}/file`, '/v1/sources/src_0/file', { body: 'x' }],
      ['PUT', `/v1/sources/${victim.project.sourceId}/text`, '/v1/sources/src_0/text', { body: notes }],
      ['GET', `/v1/sources/${victim.project.sourceId}`, '/v1/sources/src_0', {}],
      ['GET', `/v1/sources/${victim.project.sourceId}/crawl`, '/v1/sources/src_0/crawl', {}],
      ['GET', `/v1/sources/${victim.project.sourceId}/passages`, '/v1/sources/src_0/passages', {}],
      ['GET', `/v1/projects/${victim.project.id}/usage`, '/v1/projects/x/usage', {}],
      ['GET', `/v1/projects/${victim.project.id}/conversations/export`, '/v1/projects/x/conversations/export', {}],
      ['DELETE', `/v1/sources/${victim.project.sourceId}`, "/v1/sources/'%20OR%201=1--", {}],
      ['POST', `/v1/sources/upload?project_id=${victim.project.id}`, '/v1/sources/upload?project_id=x', { body: 'x' }],
      // A child of another parent is missing below one's own.
      ['DELETE', `${keyPath}/${victim.project.keyId}`, `${keyPath}/key_0`, {}],
      ['DELETE', `${own}/conversations/${victim.project.conversationId}`, `${own}/conversations/conv_0`, {}],
      ['GET', `${own}/conversations/${victim.project.conversationId}`, `${own}/conversations/conv_0`, {}],
      ['GET', `${own}/messages/${victim.project.messageId}/trace`, `${own}/messages/x/trace`, {}],
      ['GET', `${own}/conversations/${victim.project.conversationId}/messages`, `${own}/conversations/x/messages`, {}],
      ['POST', `${own}/messages/${victim.project.messageId}/feedback`, `${own}/messages/x/feedback`, { body: rating }],
    ];
    for (const [method, foreign, unknown, options] of pairs) {
      const one = await app.call(method, foreign, { ...options, token: fresh.token });
      const two = await app.call(method, unknown, { ...options, token: fresh.token });
      expect([one.status, one.text], `${method} ${foreign}`).toEqual([404, two.text]);
      expect(two.status).toBe(404);
    }
    const chat = (conversation_id: string) =>
      app.call('POST', `/v1/projects/${fresh.project.id}/chat`, {
        token: fresh.project.widget,
        origin: ORIGIN,
        body: { query: 'More?', conversation_id },
      });
    const foreign = await chat(victim.project.conversationId);
    const unknown = await chat('conv_0');
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect(foreign.text).not.toContain(other.email + owner.email);

    // It is unchanged.
    const still = await app.call('GET', `/v1/projects/${victim.project.id}`, { token: victim.token });
    expect(still.body).toMatchObject({ name: 'Project victim', id: victim.project.id });
    expect((await app.call('GET', `/v1/sources/${victim.project.sourceId}`, { token: victim.token })).status).toBe(200);
  });
});
