import type { Store } from '../../../server/store/types.ts';
import { type Called, DIMENSIONS, type TestApp } from './test-app.ts';

export const PASSWORD = 'correct horse battery';
export const ORIGIN = 'https://docs.example.com';

export interface ProjectFixture {
  id: string;
  key: string;
  keyId: string;
  /** A widget token that is not bound to an origin. The project allows `ORIGIN`. */
  widget: string;
  visitorId: string;
  sourceId: string;
  conversationId: string;
  /** The answer in that conversation. */
  messageId: string;
}

export interface OwnerFixture {
  email: string;
  token: string;
  project: ProjectFixture;
}

/** Throws with the response if the status is not the expected one. */
export function expectStatus(called: Called, status: number): Called {
  if (called.status !== status) throw new Error(`Expected ${status}, got ${called.status}: ${called.text}`);
  return called;
}

/** Registers an owner and logs in. */
export async function createOwner(app: TestApp, email: string): Promise<{ email: string; token: string }> {
  const account = { email, password: PASSWORD };
  const body = { ...account, name: 'Owner', setup_token: app.setupToken };
  expectStatus(await app.call('POST', '/v1/auth/register', { body }), 201);
  const login = expectStatus(await app.call('POST', '/v1/auth/login', { body: account }), 200);
  return { email, token: login.body.access_token };
}

/** Creates a project with all kinds of content. Its texts contain `canary`. */
export async function createProject(app: TestApp, token: string, canary: string): Promise<ProjectFixture> {
  const project = await app.call('POST', '/v1/projects', {
    token,
    body: { name: `Project ${canary}`, allowed_origins: [ORIGIN] },
  });
  const { id } = expectStatus(project, 201).body;
  const access = { widget_access: 'token' };
  expectStatus(await app.call('PATCH', `/v1/projects/${id}`, { token, body: access }), 200);
  const { key, id: keyId } = expectStatus(await app.call('POST', `/v1/projects/${id}/api-keys`, { token }), 201).body;
  const minted = expectStatus(await app.call('POST', '/v1/tokens/widget', { key }), 200).body;
  const source = expectStatus(
    await upload(app, { key }, `${canary}.md`, `# ${canary}\n\nThe secret of ${canary}.`),
    202,
  );
  const chat = await app.call('POST', `/v1/projects/${id}/chat`, {
    token: minted.token,
    origin: ORIGIN,
    body: { query: `What about ${canary}?` },
  });
  const { conversation_id: conversationId, message_id: messageId } = expectStatus(chat, 200).body;
  const { token: widget, visitor_id: visitorId } = minted;
  return { id, key, keyId, widget, visitorId, sourceId: source.body.id, conversationId, messageId };
}

/** Creates an owner with one project. */
export async function createOwnerWithProject(app: TestApp, name: string): Promise<OwnerFixture> {
  const owner = await createOwner(app, `${name}@example.org`);
  return { ...owner, project: await createProject(app, owner.token, name) };
}

/** Uploads a file as form data. */
export function upload(
  app: TestApp,
  credential: { key?: string; token?: string },
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  query = '',
): Promise<Called> {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return app.call('POST', `/v1/sources/upload${query}`, { ...credential, body: form });
}

/** Indexes a source's text without a worker, as one chunk with the given terms. Returns the chunk's id. */
export async function publish(
  store: Store,
  source: { projectId: string; id: string },
  text: string,
  terms = 'findme',
): Promise<string> {
  const job = await store.jobs.claim('test', Date.now() + 1000, 60_000);
  if (job?.sourceId !== source.id) throw new Error('Another job is waiting.');
  const generation = (await store.chunks.begin(job, { projectId: source.projectId, sourceId: source.id })) ?? 0;
  const embedding = new Float32Array(DIMENSIONS);
  embedding[0] = 1;
  const chunk = { seq: 0, start: 0, end: text.length, text, headings: ['Guide', 'Part <1>'], page: 7, embedding };
  await store.chunks.append(job, generation, [{ ...chunk, blocks: '[]', section: 0, headingTerms: 'guide', terms }]);
  const document = { title: 'The <b>guide</b>', language: 'en', text };
  const metadata = (await store.sources.byId(source.id))?.metadata ?? {};
  await store.chunks.publish(job, generation, { document, chunksCount: 1, metadata, at: Date.now() });
  const [hit] = await store.search.text(source.projectId, terms.split(' '), 1);
  if (!hit) throw new Error('The chunk is not found.');
  return hit.chunkId;
}
