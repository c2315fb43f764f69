import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AuthenticationError,
  BadRequestError,
  Footnote,
  NotFoundError,
  PermissionDeniedError,
  type Project,
  type Source,
  SourceFailedError,
} from '@footnote/sdk';
import { fileFromPath } from '@footnote/sdk/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePng } from '../helpers/input/picture-files.ts';
import { sendJson, startModelServer, streamText } from '../helpers/models/model-server.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { supervised } from '../helpers/processes/supervised.ts';
import { authenticatorCode } from '../helpers/server/authenticator.ts';
import { type GitServer, startGitServer } from '../helpers/server/git-server.ts';
import { type LocalProvider, startProvider } from '../helpers/server/identity-provider.ts';
import { type MailServer, startMailServer } from '../helpers/server/mail-server.ts';
import { startReceiver } from '../helpers/server/webhook-receiver.ts';
import { until } from '../helpers/timing/until.ts';
import { EVERY_METHOD } from './every-method.ts';

const ORIGIN = 'https://docs.example.com';
const login = { email: 'keeper@example.org', password: 'a long enough password' };
const QUESTION = 'When does the harbour office open?';
const DOCUMENT = '# Harbour\n\nThe harbour office opens at seven. Ferries leave every hour.\n';

let provider: LocalProvider;
let server: ServerProcess;
let mail: MailServer;
let git: GitServer;
let guest: Footnote;
let owner: Footnote;
/** With the project's API key. */
let footnote: Footnote;
let project: Project;
let source: Source;
const folder = mkdtempSync(join(tmpdir(), 'footnote-sdk-'));
/** Operations called with success, which the last test checks. */
const called = new Set<string>();

/** The client, which records each operation that the real server answers. */
function noting(...given: ConstructorParameters<typeof Footnote>): Footnote {
  return new Footnote({
    ...given[0],
    async fetch(input, init) {
      const response = await fetch(input, init);
      if (response.ok) called.add(`${init?.method} ${new URL(String(input)).pathname}`);
      return response;
    },
  });
}

beforeAll(async () => {
  mail = await startMailServer();
  git = await startGitServer();
  provider = await startProvider({ helper: {} });
  const oidc = {
    ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId },
    OIDC_CLIENT_SECRET: provider.clientSecret,
  };
  const env = { SCRAPE_ALLOW_CIDRS: '127.0.0.0/8', MODELS_URL: 'http://127.0.0.1:9', SMTP_URL: mail.url, ...oidc };
  const trusted = { NODE_EXTRA_CA_CERTS: git.certificate };
  const { command, env: restartable } = await supervised();
  server = await startServer({
    command,
    env: { ...restartable, ...env, ...trusted, MAIL_FROM: 'footnote@example.com' },
  });
  provider.admit(server.url);
  guest = noting({ baseURL: server.baseURL });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.stop();
  await provider.close();
  await mail.close();
  await git.close();
});

describe('the whole API through the SDK', () => {
  it('registers an account, and reports errors by field', async () => {
    expect(await guest.health.retrieve()).toMatchObject({ status: 'ok' });
    const error = await guest.auth.register({ email: 'no', password: 'short', name: '' }).catch((thrown) => thrown);
    expect(BadRequestError.isInstance(error)).toBe(true);
    expect(error.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['email', 'name', 'password']);
    const user = await guest.auth.register({ ...login, name: 'Keeper', setup_token: server.setupToken });
    const { access_token } = await guest.auth.login(login);
    owner = guest.withOptions({ accessToken: access_token });
    expect(await owner.auth.me()).toEqual(user);
    expect(await owner.auth.updateMe({ name: 'Harbour keeper' })).toMatchObject({ name: 'Harbour keeper' });
    await expect(guest.auth.login({ ...login, password: 'a wrong password' })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
  });

  it('creates, updates and lists projects', async () => {
    for (const name of ['One', 'Two', 'Harbour']) project = await owner.projects.create({ name });
    expect(await owner.projects.update(project.id, { allowed_origins: [ORIGIN] })).toMatchObject({ name: 'Harbour' });
    expect(await owner.projects.retrieve(project.id)).toMatchObject({ allowed_origins: [ORIGIN] });
    const page = await owner.projects.list({ limit: 2 });
    expect([page.items.length, page.total, page.hasNext()]).toEqual([2, 3, true]);
    const names: string[] = [];
    for await (const { name } of owner.projects.list({ limit: 2 })) names.push(name);
    expect(names).toEqual(['Harbour', 'Two', 'One']);
    await owner.projects.delete((await page.next()).items[0]?.id ?? '');
    expect((await owner.projects.list()).total).toBe(2);
  });

  it('creates one project per idempotency key', async () => {
    const { total } = await owner.projects.list();
    const again = () => owner.projects.create({ name: 'Once' }, { idempotencyKey: 'once-and-no-more' });
    const [first, second] = [await again(), await again()];
    expect(second.id).toBe(first.id);
    expect((await owner.projects.list()).total).toBe(total + 1);
  });

  it('creates a key, which gives access to its project and nothing else', async () => {
    const made = await owner.projects.apiKeys.create(project.id, { name: 'CI' });
    footnote = noting({ baseURL: server.baseURL, apiKey: made.key });
    expect((await owner.projects.apiKeys.list(project.id)).items).toMatchObject([{ id: made.id, name: 'CI' }]);
    await expect(footnote.projects.list()).rejects.toBeInstanceOf(PermissionDeniedError);
    const spare = await owner.projects.apiKeys.create(project.id);
    const rotated = await owner.projects.apiKeys.rotate(project.id, spare.id, { overlap_seconds: 60 });
    expect([rotated.id, rotated.key === spare.key]).toEqual([spare.id, false]);
    await owner.projects.apiKeys.delete(project.id, spare.id);
    await expect(
      noting({ baseURL: server.baseURL, apiKey: spare.key }).sources.list(project.id),
    ).rejects.toBeInstanceOf(AuthenticationError);
  });

  it('hands a question over to a person, who closes it', async () => {
    const handover = { consent: 'You may answer me by mail.' };
    await owner.projects.update(project.id, { handover });
    const { token } = await footnote.widgetTokens.create({ origin: ORIGIN });
    const visitor = noting({ baseURL: server.baseURL, accessToken: token, defaultHeaders: { origin: ORIGIN } });
    const asked = { email: 'visitor@example.com', question: 'May I moor here?', consent: true } as const;
    const { id } = await visitor.handovers.create(project.id, asked);
    expect((await owner.projects.handovers.list(project.id, { status: 'open' })).items).toMatchObject([
      { id, ...handover },
    ]);
    const closed = await owner.projects.handovers.update(project.id, id, { status: 'closed', assignee: 'Keeper' });
    expect(await owner.projects.handovers.retrieve(project.id, id)).toEqual(closed);
    expect(await owner.projects.handovers.delete(project.id, id)).toEqual({ id, deleted: true });
    await owner.projects.update(project.id, { handover: null });
  });

  it('looks at a repository, adds it and sees it read', async () => {
    const { repositories } = footnote;
    const commit = git.commit({ 'docs/pier.md': '# Pier\n\nThe pier has forty berths.' });
    const seen = await repositories.look(project.id, { url: git.url, folder: 'docs' });
    expect(seen).toMatchObject({ branches: ['main'], total: 1, commit: { id: commit } });
    const made = await repositories.create(project.id, { url: git.url, folder: 'docs', refresh_hours: null });
    expect(made.push_secret).toMatch(/^whsec_/);
    const again = await repositories.look(project.id, { url: git.url, repository_id: made.id, include: ['docs/**'] });
    expect(again).toMatchObject({ total: 1, commit: { id: commit } });
    const state = async () => (await repositories.retrieve(project.id, made.id)).state;
    await until(async () => (await state()) === 'idle', 'the repository is read');
    expect((await repositories.list(project.id)).items).toMatchObject([{ id: made.id, head: { id: commit } }]);
    expect((await repositories.update(project.id, made.id, { exclude: ['old/**'] })).exclude).toEqual(['old/**']);
    expect((await repositories.sync(project.id, made.id)).id).toBe(made.id);
    expect((await repositories.rotate(project.id, made.id)).push_secret).not.toBe(made.push_secret);
    expect(await repositories.delete(project.id, made.id)).toEqual({ id: made.id, deleted: true });
  });

  it('creates a webhook, and sees what was sent to it', async () => {
    const { webhooks } = owner.projects;
    const receiver = await startReceiver();
    const made = await webhooks.create(project.id, { url: receiver.url, events: ['sync.finished'] });
    expect(made.secret).toMatch(/^whsec_/);
    expect((await webhooks.list(project.id)).items).toMatchObject([{ id: made.id, events: ['sync.finished'] }]);
    expect((await webhooks.rotate(project.id, made.id)).secret).not.toBe(made.secret);
    const sent = await webhooks.test(project.id, made.id);
    const delivered = async () => (await webhooks.deliveries(project.id, made.id, { status: 'delivered' })).items;
    await expect.poll(delivered).toMatchObject([{ id: sent.id, response_status: 204 }]);
    expect(await webhooks.redeliver(project.id, made.id, sent.id)).toMatchObject({ id: sent.id, status: 'pending' });
    const changed = await webhooks.update(project.id, made.id, { enabled: false });
    expect(await webhooks.retrieve(project.id, made.id)).toEqual(changed);
    expect(await webhooks.delete(project.id, made.id)).toEqual({ id: made.id, deleted: true });
    await receiver.close();
  });

  it('invites a person, who works on the project until the owner or the operator says otherwise', async () => {
    const account = { email: 'helper@example.com', password: login.password };
    const { members, invitations } = owner.projects;
    const made = await invitations.create(project.id, { email: account.email, role: 'viewer' });
    expect((await invitations.list(project.id)).items).toMatchObject([{ id: made.id, email: account.email }]);
    expect(await guest.projects.invitations.look({ token: made.token })).toMatchObject({
      project_name: 'Harbour',
      role: 'viewer',
    });
    await invitations.delete(project.id, made.id);
    const { token } = await invitations.create(project.id, { email: account.email, role: 'viewer' });
    const { id } = await guest.auth.register({ ...account, name: 'Helper' });
    const signIn = async () => guest.withOptions({ accessToken: (await guest.auth.login(account)).access_token });
    const helper = await signIn();
    expect(await helper.projects.invitations.accept({ token })).toEqual({ project_id: project.id, role: 'viewer' });
    expect(await members.update(project.id, id, { role: 'editor' })).toMatchObject({ role: 'editor' });
    expect((await members.list(project.id)).items.map(({ role }) => role)).toEqual(['owner', 'editor']);

    const given = (await owner.projects.list()).items.find(({ name }) => name === 'Two');
    if (!given) throw new Error('The project is gone.');
    const open = await invitations.create(given.id, { email: null, role: 'viewer' });
    await helper.projects.invitations.accept({ token: open.token });
    expect(await members.transfer(given.id, { user_id: id })).toEqual({ transferred: true, owner_id: id });
    await helper.projects.delete(given.id);

    const atProvider = async (login: string) => {
      const { url, flow } = await guest.auth.provider.begin();
      return { flow, response: await provider.signIn(url, login) };
    };
    expect(await helper.auth.provider.link(await atProvider('helper'))).toEqual({ linked: true });
    expect(await helper.auth.provider.retrieve()).toEqual({ linked: true });
    const { access_token } = await guest.auth.provider.signIn(await atProvider('helper'));
    expect((await guest.withOptions({ accessToken: access_token }).auth.me()).id).toBe(id);
    expect(await helper.auth.provider.unlink()).toEqual({ linked: false });

    expect((await owner.server.projects.list({ search: project.name })).items).toMatchObject([{ id: project.id }]);
    const quotas = { sources: 900, bytes: null, daily_questions: null };
    expect(await owner.server.projects.setQuotas(project.id, quotas)).toEqual(quotas);
    const { backups } = owner.server;
    expect((await backups.schedule({ every_hours: 720, keep: 2 })).schedule).toMatchObject({ every_hours: 720 });
    expect((await backups.unschedule()).next_at).toBeNull();
    await backups.create();
    await until(async () => (await backups.list()).running === null, 'a backup has been made');
    const [kept] = (await backups.list()).backups;
    if (!kept) throw new Error('There is no backup.');
    const { url } = await backups.link('folder', kept.name);
    const bytes = await (await fetch(new URL(url, server.baseURL))).bytes();
    expect(bytes).toHaveLength(kept.size);
    await backups.examine('folder', kept.name);
    await until(async () => (await backups.list()).examined !== null, 'the backup is examined');
    expect((await backups.list()).examined?.error).toBeNull();
    expect((await backups.restore({ name: kept.name })).planned_restore).toMatchObject({ name: kept.name });
    expect((await backups.cancelRestore()).planned_restore).toBeNull();
    expect((await backups.delete('folder', kept.name)).backups).toEqual([]);
    const upload = await backups.uploads.create({ size: bytes.length });
    const part = new Blob([bytes.slice(0, 1_000)]);
    expect(await backups.uploads.append(upload.id, { part, offset: 0 })).toMatchObject({ received: 1_000 });
    expect((await backups.uploads.retrieve(upload.id)).received).toBe(1_000);
    await backups.uploads.append(upload.id, { part: new Blob([bytes.slice(1_000)]), offset: 1_000 });
    await backups.uploads.finish(upload.id);
    await until(async () => (await backups.list()).running === null, 'the upload is examined');
    expect((await backups.delete('folder', upload.name)).backups).toEqual([]);
    const { id: abandoned } = await backups.uploads.create();
    expect((await backups.uploads.delete(abandoned)).upload).toBeNull();
    expect((await backups.cancel()).running).toBeNull();

    expect((await owner.server.users.list({ search: 'helper' })).items).toMatchObject([
      { id, projects: 0, linked: false },
    ]);
    expect((await owner.server.users.deactivate(id)).deactivated_at).not.toBeNull();
    expect((await owner.server.users.list({ deactivated: true })).items).toMatchObject([{ id }]);
    await expect(helper.auth.me()).rejects.toMatchObject({ code: 'token_revoked' });
    await owner.server.users.reactivate(id);
    expect((await (await signIn()).projects.retrieve(project.id)).role).toBe('editor');
    expect((await owner.server.users.unlink(id)).id).toBe(id);
    await members.delete(project.id, id);
    expect((await members.list(project.id)).total).toBe(1);
  });

  it('uploads files of every kind and texts, and waits until they can be asked', async () => {
    const path = join(folder, 'ferries.md');
    writeFileSync(path, '# Ferries\n\nThe last ferry leaves at ten in the evening.\n');
    const stages = new Set<string>();
    const sources = [
      await footnote.sources.upload({ file: new Blob([DOCUMENT]), name: 'harbour.md' }),
      await footnote.sources.upload({ file: await fileFromPath(path) }),
      await footnote.sources.upload({ file: new File(['<p>Boats are for hire.</p>'], 'boats.html') }),
      await footnote.sources.upload({ file: new TextEncoder().encode('Fish is sold on Fridays.'), name: 'fish.txt' }),
      await footnote.sources.upload({ file: new Blob(['Nets are mended here.']).stream(), name: 'nets.txt' }),
      await footnote.sources.addText({ title: 'Tides', text: 'High tide is at noon.' }),
    ];
    const ready = await footnote.sources.waitUntilReady(sources, { onProgress: ({ status }) => stages.add(status) });
    expect(ready.map(({ status }) => status)).toEqual(sources.map(() => 'completed'));
    expect(stages).toContain('completed');
    source = ready[0] as Source;
    expect(await footnote.sources.retrieve(source.id)).toMatchObject({ metadata: { filename: 'harbour.md' } });
    expect((await footnote.sources.list(project.id)).total).toBe(6);
    await footnote.sources.waitUntilReady(await footnote.sources.sync(source.id));
    const again = { file: new Blob([DOCUMENT]), name: 'harbour-2.md' };
    const replaced = await footnote.sources.waitUntilReady(await footnote.sources.replace(source.id, again));
    expect(replaced).toMatchObject({ id: source.id, metadata: { filename: 'harbour-2.md' } });
    const tides = await footnote.sources.replaceText(ready[5]?.id ?? '', {
      title: 'Tides',
      text: 'Low tide is at six.',
    });
    await footnote.sources.waitUntilReady(tides);
    const broken = await footnote.sources.replace(source.id, {
      file: new Blob(['%PDF-1.4 broken']),
      name: 'broken.pdf',
    });
    await expect(footnote.sources.waitUntilReady(broken)).rejects.toBeInstanceOf(SourceFailedError);
    expect(await footnote.sources.retrieve(source.id)).toMatchObject({
      status: 'completed',
      metadata: { filename: 'harbour-2.md' },
    });
  });

  it('adds a page by its address, and refuses an invalid address', async () => {
    const url = 'http://127.0.0.1:9/';
    const page = await footnote.sources.addUrl({ url });
    expect(page).toMatchObject({ type: 'url', status: 'pending', metadata: { url } });
    // A single page is not a site.
    await expect(footnote.sources.crawl(page.id)).rejects.toBeInstanceOf(NotFoundError);
    const site = await footnote.sources.addUrl({ url, crawl: { max_pages: 1 } });
    expect((await footnote.sources.crawl(site.id)).offset).toBe(0);
    const changed = await footnote.sources.update(site.id, { refresh_hours: 24, crawl: { max_depth: 2 } });
    expect(changed).toMatchObject({ refresh_hours: 24, crawl: { max_pages: 1, max_depth: 2 } });
    await expect(footnote.sources.addUrl({ url: 'ftp://example.com/' })).rejects.toMatchObject({
      code: 'url_not_allowed',
    });
  });

  it('puts sources by their external ids, one by one and many at once', async () => {
    const page = { file: new Blob(['# Moorings']), name: 'moorings.md', url: 'https://docs.example.com/moorings' };
    const put = await footnote.sources.put(project.id, 'guide/moorings.md', { ...page, metadata: { version: '2' } });
    expect(put).toMatchObject({ external_id: 'guide/moorings.md', url: page.url, metadata: { version: '2' } });
    const text = { title: 'Ferries', text: 'They leave at eight.' };
    expect(await footnote.sources.put(project.id, 'ferries', text)).toMatchObject({ external_id: 'ferries' });
    const files = [
      { file: new Blob(['# Moorings']), name: 'guide/moorings.md' },
      { file: new Blob(['# Tolls']), name: 'tolls.md', external_id: 'guide/tolls.md' },
    ];
    const report = await footnote.sources.batch(project.id, { files, remove: ['ferries'] });
    expect(report.items.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['ferries', 'removed'],
      ['guide/moorings.md', 'unchanged'],
      ['tolls.md', 'created'],
    ]);
    const gone = await footnote.sources.batch(project.id, { remove: ['guide/moorings.md', 'guide/tolls.md'] });
    expect(gone).toMatchObject({ removed: 2, refused: 0 });
  });

  it('reports why a file cannot be read', async () => {
    await expect(footnote.sources.upload({ file: new Blob(['x']), name: 'x.png' })).rejects.toMatchObject({
      code: 'unsupported_file_type',
    });
    const empty = await footnote.sources.upload({ file: new Blob(['%PDF-1.4 broken']), name: 'broken.pdf' });
    const error = await footnote.sources.waitUntilReady(empty).catch((thrown) => thrown);
    expect(SourceFailedError.isInstance(error)).toBe(true);
    expect(error.sources[0]).toMatchObject({ id: empty.id, status: 'failed', error: { code: expect.any(String) } });
    expect(await footnote.sources.delete(empty.id)).toEqual({ id: empty.id, deleted: true });
    await expect(footnote.sources.retrieve(empty.id)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('finds passages, also while the query is being typed', async () => {
    const { results } = await footnote.search.create(project.id, { query: 'harbour office', limit: 3 });
    expect(results[0]).toMatchObject({
      source_id: source.id,
      text: expect.stringContaining('The harbour office opens'),
    });
    const { text = '', highlights = [] } = results[0] ?? {};
    expect(highlights.map(({ start, end }) => text.slice(start, end).toLowerCase())).toContain('harbour');
    const typed = await footnote.search.create(project.id, { query: 'harbour off', typing: true, text_length: 40 });
    expect(typed.results[0]).toMatchObject({ id: results[0]?.id });
    expect(typed.results[0]?.text.length).toBeLessThanOrEqual(40);
    const filtered = await footnote.search.create(project.id, { query: 'harbour', filter: { source_id: 'src_none' } });
    expect(filtered).toEqual({ results: [] });
    const ask = (source_id: string) => footnote.chat.create(project.id, { query: QUESTION, filter: { source_id } });
    expect((await ask('src_none')).finish_reason).toBe('refused');
    expect((await ask(source.id)).citations[0]).toMatchObject({ source_id: source.id });
  });

  it('answers the same with and without a stream, with the passage', async () => {
    const json = await footnote.chat.create(project.id, { query: QUESTION });
    expect(json.response).toMatch(/The harbour office opens at seven\..*\[1\]/s);
    expect(json.citations[0]).toMatchObject({ source_id: source.id, quote: expect.stringContaining('seven') });
    const stream = footnote.chat.stream(project.id, { query: QUESTION });
    let text = '';
    for await (const part of stream) if (part.type === 'text-delta') text += part.delta;
    const streamed = await stream.finalAnswer();
    expect([text, streamed.response]).toEqual([json.response, json.response]);
    const unsigned = (citations: object[]) => citations.map((citation) => ({ ...citation, url: '' }));
    expect(unsigned(streamed.citations)).toEqual(unsigned(json.citations));
    expect({ ...streamed, citations: [], message_id: '', conversation_id: '' }).toEqual({
      ...json,
      citations: [],
      message_id: '',
      conversation_id: '',
    });
  });

  it('keeps conversations, accepts ratings, and deletes both', async () => {
    const { conversation_id, message_id } = await footnote.chat.create(project.id, { query: QUESTION });
    expect(
      await footnote.feedback.create(project.id, message_id, { rating: 'down', comment: 'Too short' }),
    ).toMatchObject({
      rating: 'down',
    });
    const [rated] = (await footnote.feedback.list(project.id)).items;
    expect(await footnote.feedback.update(project.id, rated?.id ?? '', { state: 'seen' })).toMatchObject({
      state: 'seen',
    });
    const { items } = await footnote.conversations.messages(project.id, conversation_id);
    expect(items.map(({ role, rating }) => [role, rating])).toEqual([
      ['user', null],
      ['assistant', 'down'],
    ]);
    const before = (await owner.conversations.list(project.id)).total;
    await owner.conversations.delete(project.id, conversation_id);
    expect((await owner.conversations.list(project.id)).total).toBe(before - 1);
  });

  it('lists models for the operator, and switches to one', async () => {
    const { models } = owner.server;
    expect(await models.retrieve()).toMatchObject({ embedder: { engine: 'builtin' }, offline: false });
    expect((await models.pull('bge-small-en-v1.5')).models[0]?.state).toMatch(/^(waiting|downloading)$/);
    await models.cancel('bge-small-en-v1.5');
    const ocr = expect.objectContaining({ name: 'ocr', installed: null, adding: expect.any(Object) });
    expect((await models.addEngine('ocr', { languages: ['eng'] })).engines).toContainEqual(ocr);
    const { engines } = await models.cancelEngine('ocr');
    expect(engines.filter(({ adding, error }) => adding !== null || error !== null)).toEqual([]);
    expect((await models.removeEngine('ocr')).engines).toEqual(engines);
    const brought = join(server.dataDir, 'models-to-add');
    mkdirSync(brought);
    writeFileSync(join(brought, 'mine.gguf'), 'no model');
    const added = await models.add('mine', { file: 'mine.gguf', purpose: 'generation' });
    expect(added.brought).toMatchObject({ folder: brought, files: [{ file: 'mine.gguf' }] });
    expect((await models.cancelAdd('mine')).brought).toMatchObject({ adding: null, failed: null });
    expect((await models.remove('qwen3.5-2b')).models).toContainEqual(
      expect.objectContaining({ name: 'qwen3.5-2b', state: 'absent', own: null }),
    );
    expect((await models.use('extractive')).answerer).toMatchObject({ engine: 'extractive', decided_by: 'choice' });
  });

  it('connects to a model server, and forgets it', async () => {
    const { modelServer } = owner.server;
    const upstream = await startModelServer();
    upstream.answerWith(({ path }, response) =>
      path === '/v1/models' ? sendJson(response, 200, { data: [{ id: 'small' }] }) : streamText(response, 'Hello.'),
    );
    const served = { url: upstream.url, model: 'small' };
    expect((await modelServer.find()).servers).toBeInstanceOf(Array);
    expect(await modelServer.models({ url: upstream.url })).toEqual({ url: upstream.url, models: ['small'] });
    expect(await modelServer.try({ ...served, question: 'Hello?' })).toMatchObject({ answer: 'Hello.' });
    expect((await modelServer.check(served)).probes).toHaveLength(6);
    expect((await modelServer.use({ ...served, anyway: true })).answerer).toMatchObject({
      engine: 'openai',
      model: 'small',
    });
    expect((await modelServer.forget()).answerer).toMatchObject({ engine: 'extractive' });
    await upstream.close();
  });

  it('shows the owner what was asked, how it was answered, and what was not answered', async () => {
    expect(await guest.setup.retrieve()).toMatchObject({ accounts: true, registration: 'open' });
    const { items: done } = await owner.server.auditLog.list({ action: 'projects.create' });
    expect(done[0]).toMatchObject({ outcome: 'done', target: { name: expect.any(String) }, same_address: true });
    expect((await owner.auth.auditLog.list({ action: 'projects.create' })).items).toEqual(done);
    expect(await (await owner.auth.auditLog.export()).blob()).toHaveProperty(
      'type',
      'application/jsonl; charset=utf-8',
    );
    expect(await (await owner.server.auditLog.export({ format: 'csv' })).blob()).toHaveProperty(
      'type',
      'text/csv; charset=utf-8',
    );
    const { version, last_backup } = await owner.server.retrieve();
    expect({ version, last_backup }).toMatchObject({
      version: expect.any(String),
      last_backup: { size: expect.any(Number) },
    });
    expect(await owner.auth.me()).toMatchObject({ operator: true });
    const { token } = await owner.widgetTokens.create({ project_id: project.id, trace: true });
    const tracing = noting({ baseURL: server.baseURL, accessToken: token, defaultHeaders: { origin: ORIGIN } });
    const asked = await tracing.chat.create(project.id, { query: QUESTION });
    const trace = await owner.conversations.trace(project.id, asked.message_id);
    expect(trace).toMatchObject({ verdict: { outcome: 'answered' }, engines: { answerer: 'extractive' } });
    expect(trace.passages[0]).toMatchObject({
      chunk_id: expect.stringMatching(/^\d+$/),
      use: 'cited',
      cited_as: 1,
      text_rank: expect.any(Number),
      vector_score: expect.any(Number),
    });
    const stages = ['understand', 'retrieve', 'rerank', 'generate', 'first_text'] as const;
    for (const stage of stages) expect(trace.timings[stage], stage).toBeGreaterThanOrEqual(0);
    const refused = await tracing.chat.stream(project.id, { query: 'Who painted the submarine?' }).finalAnswer();
    const why = await owner.conversations.trace(project.id, refused.message_id);
    expect(why.verdict).toMatchObject({ outcome: 'refused', reason: expect.any(String) });
    await expect(owner.conversations.trace(project.id, 'msg_0')).rejects.toBeInstanceOf(NotFoundError);

    const found = await footnote.conversations.list(project.id, { search: 'submarine', refused: true });
    const id = found.items[0]?.id ?? '';
    expect(await footnote.conversations.retrieve(project.id, id)).toMatchObject({ refused_count: 1 });
    const groups = await footnote.unanswered.list(project.id);
    const group = groups.items.find(({ question }) => question.includes('submarine'));
    expect(group).toMatchObject({ id: refused.message_id, count: 1 });
    const [weakest] = (await footnote.unanswered.weakest(project.id)).items;
    const { certainty, question } = weakest ?? {};
    expect(certainty).toBeGreaterThan(0);
    expect(weakest?.questions).toContainEqual(expect.objectContaining({ certainty }));
    expect(weakest?.questions).toContainEqual(expect.objectContaining({ text: question }));
    expect(await footnote.unanswered.dismiss(project.id, { message_ids: [refused.message_id] })).toEqual({
      dismissed: 1,
    });
    const refusedQuestion = 'Who painted the submarine?';
    const curated = await footnote.curatedAnswers.create(project.id, { question: refusedQuestion, answer: 'In May.' });
    expect(await footnote.chat.create(project.id, { query: refusedQuestion })).toMatchObject({
      response: 'In May.',
      curated: { id: curated.id, links: [] },
    });
    expect((await footnote.curatedAnswers.match(project.id, { query: refusedQuestion })).match).toMatchObject({
      uses: 1,
    });
    const answers = [{ question: refusedQuestion, answer: 'In June.' }];
    expect(await footnote.curatedAnswers.import(project.id, { answers })).toMatchObject({ updated: 1 });
    expect(await footnote.curatedAnswers.retrieve(project.id, curated.id)).toMatchObject({ answer: 'In June.' });
    expect(await footnote.curatedAnswers.update(project.id, curated.id, { enabled: false })).toMatchObject({
      state: 'disabled',
    });
    expect((await footnote.curatedAnswers.list(project.id)).items).toHaveLength(1);
    await footnote.curatedAnswers.delete(project.id, curated.id);
    const golden = await footnote.goldenQuestions.create(project.id, { question: QUESTION, text: 'opens at seven' });
    const begun = await footnote.goldenQuestions.check(project.id);
    const state = async () => (await footnote.goldenQuestions.retrieveCheck(project.id, begun.id)).state;
    await until(async () => (await state()) !== 'running', 'the check is over');
    expect(await footnote.goldenQuestions.cancelCheck(project.id, begun.id)).toMatchObject({
      state: 'done',
      broken: 0,
    });
    expect((await footnote.goldenQuestions.checks(project.id)).items).toHaveLength(1);
    expect((await footnote.goldenQuestions.list(project.id)).items).toEqual([golden]);
    await footnote.goldenQuestions.delete(project.id, golden.id);
    const file = await footnote.conversations.export(project.id, { format: 'csv' });
    expect([file.filename, file.type]).toEqual([
      expect.stringMatching(/^conversations-.*\.csv$/),
      'text/csv; charset=utf-8',
    ]);
    const whole = await (await footnote.conversations.export(project.id, { format: 'csv' })).blob();
    let text = '';
    for await (const some of file) text += some;
    expect(text.startsWith('\ufeffconversation_id,')).toBe(true);
    expect(Buffer.from(await whole.arrayBuffer()).equals(Buffer.from(text))).toBe(true);
    expect((await footnote.projects.overview(project.id)).top_questions.length).toBeGreaterThan(0);
    const { days, totals } = await footnote.projects.usage(project.id);
    expect([days.length, totals.refused >= 1, totals.requests]).toEqual([30, true, totals.answered + totals.refused]);

    expect(await (await footnote.sources.original(source.id)).blob()).toMatchObject({ size: DOCUMENT.length });
    const passages = await footnote.sources.passages(source.id);
    expect(passages.items[0]).toMatchObject({ seq: 0, headings: ['Harbour'], start: expect.any(Number) });
    const { total, by_status } = await footnote.sources.counts(project.id);
    expect((await footnote.sources.list(project.id, { status: 'completed' })).total).toBe(by_status.completed);
    expect((await footnote.sources.list(project.id, { parent_id: 'none' })).total).toBe(total);
    expect(await owner.conversations.deleteAll(project.id, { visitor_id: 'nobody' })).toEqual({
      deleted: true,
      count: 0,
    });
  });

  it('lets a page chat with a token, until all tokens are revoked', async () => {
    const { token } = await footnote.widgetTokens.create({ origin: ORIGIN, visitor_id: 'visitor 7' });
    const page = noting({ baseURL: server.baseURL, accessToken: token, defaultHeaders: { origin: ORIGIN } });
    const logo = new Blob([makePng(new Uint8Array(12), 4, 3)]);
    const { widget_images } = await owner.projects.widget.putImage(project.id, 'logo', logo);
    expect(await page.widget.config(project.id)).toMatchObject({ language: project.language, widget_images });
    expect((await fetch(server.url + widget_images.logo?.path)).headers.get('content-type')).toBe('image/png');
    // They are looked for in the background, so that some may have been found by now.
    const { state, questions, asked } = await owner.projects.widget.suggestions(project.id);
    expect(['pending', 'made']).toContain(state);
    expect(asked).toBeGreaterThanOrEqual(questions.length);
    const refused = await owner.projects.widget.refuseSuggestion(project.id, { question: QUESTION });
    expect(refused.questions.map(({ question }) => question)).not.toContain(QUESTION);
    const without = await owner.projects.widget.deleteImage(project.id, 'logo');
    expect(without.widget_images).toEqual({ logo: null, avatar: null });
    expect((await page.chat.stream(project.id, { query: QUESTION }).finalAnswer()).citations).toHaveLength(1);
    expect((await page.conversations.list(project.id)).items).toMatchObject([{ visitor_id: 'visitor 7' }]);
    const elsewhere = page.withOptions({ defaultHeaders: { origin: 'https://evil.example' } });
    await expect(elsewhere.chat.stream(project.id, { query: QUESTION }).finalAnswer()).rejects.toMatchObject({
      status: 403,
      code: 'origin_not_allowed',
    });
    expect(await owner.projects.widget.revoke(project.id)).toEqual({ revoked: true });
    await expect(page.chat.create(project.id, { query: QUESTION })).rejects.toBeInstanceOf(AuthenticationError);
  });

  it('replaces a forgotten password with the link of a mail', async () => {
    expect(await guest.auth.requestPasswordReset({ email: login.email })).toEqual({ requested: true });
    // The others are invitations.
    const resets = () => mail.mails.filter(({ data }) => data.includes('Subject: A new password'));
    await expect.poll(() => resets().length).toBe(1);
    const text = resets()[0]?.data.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    const token = /#token=(\S+)/.exec(text)?.[1] ?? '';
    expect(await guest.auth.resetPassword({ token, password: login.password })).toEqual({ reset: true });
    await expect(owner.auth.me()).rejects.toBeInstanceOf(AuthenticationError);
    owner = guest.withOptions({ accessToken: (await guest.auth.login(login)).access_token });
  });

  it('restarts the server, which goes on with the same data', async () => {
    const { started_at } = await owner.server.restart();
    const isBack = () => owner.server.retrieve({ maxRetries: 0 }).then((state) => state.started_at !== started_at);
    await until(() => isBack().catch(() => false), 'the server is back');
    expect((await owner.projects.retrieve(project.id)).id).toBe(project.id);
  });

  it('logs out, and deletes the account with all its data', async () => {
    const { access_token } = await guest.auth.login(login);
    const second = guest.withOptions({ accessToken: access_token });
    const third = guest.withOptions({ accessToken: (await guest.auth.login(login)).access_token });
    const { items } = await third.auth.sessions.list();
    expect(items.map(({ current }) => current)).toEqual([true, false, false]);
    await third.auth.sessions.delete(items[0]?.id ?? '');
    await expect(third.auth.me()).rejects.toMatchObject({ code: 'token_revoked' });
    expect(await second.auth.logout()).toEqual({ revoked: true });
    const { confirmed_until } = await owner.auth.confirm({ password: login.password });
    expect(Date.parse(confirmed_until)).toBeGreaterThan(Date.now());
    const { secret } = await owner.auth.secondFactor.setUp();
    const { recovery_codes } = await owner.auth.secondFactor.enable({ code: authenticatorCode(secret) });
    await expect(guest.auth.login(login)).rejects.toMatchObject({ status: 401, code: 'second_factor_required' });
    const code = recovery_codes[0] ?? '';
    expect((await guest.auth.login({ ...login, code })).token_type).toBe('bearer');
    expect((await owner.auth.secondFactor.renewRecoveryCodes()).recovery_codes).toHaveLength(10);
    expect(await owner.auth.secondFactor.retrieve()).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    expect(await owner.auth.secondFactor.disable()).toMatchObject({ enabled: false });
    expect(await owner.auth.sessions.deleteOthers()).toEqual({ ended: true, count: 1 });
    await expect(second.auth.me()).rejects.toMatchObject({ code: 'token_revoked' });
    await owner.auth.deleteMe({ current_password: login.password });
    await expect(footnote.sources.list(project.id)).rejects.toBeInstanceOf(AuthenticationError);
  });

  it('has been called completely: no operation is left', () => {
    const left = EVERY_METHOD.filter(({ asks }) => {
      const [method, path = ''] = asks.split('?')[0]?.split(' ') ?? [];
      const route = new RegExp(`^${method} ${path.replace(/(?<=\/)[a-z](?=\/|$)/g, '[^/]+')}$`);
      return ![...called].some((each) => route.test(each));
    });
    expect(left.map(({ method }) => method)).toEqual([]);
  });
});
