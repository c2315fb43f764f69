import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { Footnote, type Repository, type RepositoryWithSecret } from '@footnote/sdk';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, type ServerSettings, startServer } from '../helpers/processes/server-process.ts';
import { type GitServer, startGitServer } from '../helpers/server/git-server.ts';
import { until } from '../helpers/timing/until.ts';

const TOKEN = 'a-secret-token-of-the-forge';
let git: GitServer;
let server: ServerProcess;
let owner: Footnote;
let projectId: string;
let made: RepositoryWithSecret;

beforeAll(async () => {
  git = await startGitServer();
  git.require(TOKEN);
  await begin();
  projectId = (await owner.projects.create({ name: 'Handbook' })).id;
});
afterAll(async () => {
  await server.stop();
  await git.close();
});

/** Starts a server, with its owner. */
async function begin(settings: ServerSettings = {}): Promise<void> {
  const env = { SCRAPE_ALLOW_CIDRS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: git.certificate };
  server = await startServer({ ...settings, env });
  const login = { email: 'keeper@example.org', password: 'a long enough password' };
  const guest = new Footnote({ baseURL: server.baseURL });
  if (server.setupToken) await guest.auth.register({ ...login, name: 'Keeper', setup_token: server.setupToken });
  owner = guest.withOptions({ accessToken: (await guest.auth.login(login)).access_token });
}

/** Waits until nothing of the repository is queued or read. */
async function settled(): Promise<Repository> {
  let row: Repository | null = null;
  await until(async () => {
    row = await owner.repositories.retrieve(projectId, made.id);
    return row.state === 'idle';
  }, 'the repository is read');
  return row as unknown as Repository;
}

/** The sources by the paths of their files: id and address. */
async function sources(): Promise<Record<string, { id: string; url: string | undefined; edit: string | undefined }>> {
  const { items } = await owner.sources.list(projectId, { limit: 100 });
  return Object.fromEntries(
    items.map(({ id, external_id = '', url, edit_url: edit }) => [external_id, { id, url, edit }]),
  );
}

const synced = async () => {
  await owner.repositories.sync(projectId, made.id);
  return settled();
};

describe('a git repository as a source', () => {
  it('is looked at before: its branches, and the files that would be read', async () => {
    git.commit({
      'mkdocs.yml': 'site_name: Handbook\n',
      'docs/index.md': '# Handbook\n\nAll about kettles.',
      'docs/warranty.md': '# Warranty\n\nThe warranty of a kettle lasts two years from the day of purchase.',
      'docs/delivery.md': '# Delivery\n\nA kettle arrives within five working days after it was ordered.',
      'docs/drafts/later.md': '# Later\n\nNot yet.',
      'docs/logo.png': 'PNG',
    });
    const given = { url: git.url, token: TOKEN, folder: 'docs', base_url: 'https://docs.example.com' };
    await expect(owner.repositories.look(projectId, { ...given, token: 'wrong' })).rejects.toMatchObject({
      code: 'repository_not_found',
    });
    await expect(owner.repositories.look(projectId, { ...given, branch: 'gone' })).rejects.toMatchObject({
      code: 'branch_not_found',
    });
    await expect(owner.repositories.look(projectId, { url: git.url.replace('https', 'http') })).rejects.toMatchObject({
      code: 'url_not_allowed',
    });
    const seen = await owner.repositories.look(projectId, { ...given, exclude: ['drafts/**'] });
    expect(seen).toMatchObject({
      branches: ['main'],
      default_branch: 'main',
      branch: 'main',
      site: 'mkdocs',
      total: 3,
    });
    expect(seen.files.map(({ path, url }) => [path, url])).toEqual([
      ['docs/delivery.md', 'https://docs.example.com/delivery/'],
      ['docs/index.md', 'https://docs.example.com/'],
      ['docs/warranty.md', 'https://docs.example.com/warranty/'],
    ]);
    expect(await sources()).toEqual({});
  });

  it('becomes sources, whose citations lead to the built site', async () => {
    made = await owner.repositories.create(projectId, {
      ...{ url: git.url, token: TOKEN, folder: 'docs', exclude: ['drafts/**'] },
      ...{ base_url: 'https://docs.example.com', forge: 'gitea' },
    });
    const { last_read, head, next_at, checked_at } = await settled();
    expect(last_read).toMatchObject({ outcome: 'completed', added: 3, changed: 0, failed: [], site: 'mkdocs' });
    expect(head).toMatchObject({ author: 'Ann Writer', authored_at: '2026-03-01T12:00:00.000Z' });
    const wait = Date.parse(next_at ?? '') - Date.parse(checked_at ?? '');
    expect(wait).toBeGreaterThanOrEqual(0.9 * 3_600_000);
    expect(wait).toBeLessThanOrEqual(1.1 * 3_600_000);
    const byPath = await sources();
    expect(Object.keys(byPath).sort()).toEqual(
      ['delivery', 'index', 'warranty'].map((name) => `handbook/docs/${name}.md`),
    );
    expect(byPath['handbook/docs/warranty.md']?.edit).toBe(
      `${git.url.replace('.git', '')}/_edit/main/docs/warranty.md`,
    );
    const { key } = await owner.projects.apiKeys.create(projectId, { name: 'Search' });
    const reader = new Footnote({ baseURL: server.baseURL, apiKey: key });
    const found = await reader.search.create(projectId, { query: 'How long is the warranty?' });
    expect(JSON.stringify(found)).toContain('https://docs.example.com/warranty/');
  });

  it('follows its branch: new, changed, renamed and removed files, and a force-push', async () => {
    const before = await sources();
    git.commit({
      'docs/index.md': null,
      'docs/delivery.md': '# Delivery\n\nA kettle arrives within three working days after it was ordered.',
      'docs/returns.md': '# Returns\n\nA kettle can be returned within thirty days.',
    });
    git.git('mv', 'docs/warranty.md', 'docs/guarantee.md');
    git.commit({});
    git.git('commit', '--quiet', '--amend', '-m', 'Rewrite');
    git.git('push', '--quiet', '--force', 'origin', 'HEAD');
    const { last_read } = await synced();
    expect(last_read).toMatchObject({ added: 1, changed: 1, renamed: 1, removed: 1, unchanged: 0 });
    expect(last_read?.commit?.subject).toBe('Rewrite');
    expect(last_read?.changes).toContainEqual({
      ...{ path: 'docs/guarantee.md', change: 'renamed', former_path: 'docs/warranty.md' },
    });
    const after = await sources();
    expect(Object.keys(after).sort()).toEqual(
      ['delivery', 'guarantee', 'returns'].map((name) => `handbook/docs/${name}.md`),
    );
    expect(after['handbook/docs/guarantee.md']?.id).toBe(before['handbook/docs/warranty.md']?.id);
    expect(after['handbook/docs/guarantee.md']?.url).toBe('https://docs.example.com/guarantee/');
    expect(after['handbook/docs/delivery.md']?.id).toBe(before['handbook/docs/delivery.md']?.id);
  });

  it('takes a commit back that breaks a golden question, and tries it again only on request', async () => {
    const before = await sources();
    await owner.goldenQuestions.create(projectId, {
      ...{ question: 'How long does the warranty of a kettle last?', text: 'two years' },
    });
    await owner.repositories.update(projectId, made.id, { gate: true });
    const { head } = await settled();
    git.commit({
      'docs/guarantee.md': '# Warranty\n\nThe warranty of a kettle lasts one year from the day of purchase.',
      'docs/more.md': '# More\n\nMore about kettles.',
    });
    const { last_read, head: still } = await synced();
    expect(last_read).toMatchObject({
      ...{ outcome: 'taken_back', broken: ['How long does the warranty of a kettle last?'] },
    });
    expect(still).toEqual(head);
    const after = await sources();
    expect(after).toEqual(before);
    git.commit({ 'docs/guarantee.md': '# Warranty\n\nThe warranty of a kettle lasts two years. Keep the receipt.' });
    expect((await synced()).last_read).toMatchObject({ outcome: 'completed', added: 1, changed: 1 });
    await owner.repositories.update(projectId, made.id, { gate: false });
    await settled();
  });

  it('takes a commit back that a server was stopped in, by what golden questions said before it', async () => {
    const before = await sources();
    const { head } = await owner.repositories.retrieve(projectId, made.id);
    git.commit({
      'docs/guarantee.md': '# Warranty\n\nThe warranty of a kettle lasts one year from the day of purchase.',
      'docs/late.md': '# Late\n\nOf late, kettles are red.',
    });
    expect((await synced()).last_read).toMatchObject({ outcome: 'completed', added: 1, changed: 1 });
    await server.stop();
    // As it is left by a server that is killed while it asks the golden questions the second time.
    const db = new Database(join(server.dataDir, 'footnote.db'));
    db.prepare("update repositories set state = 'queued', due_at = 1, gate = 1, gate_before = '[]', head = ?").run(
      JSON.stringify(head),
    );
    db.close();
    await begin({ dataDir: server.dataDir });
    expect(await settled()).toMatchObject({
      ...{ head, last_read: { outcome: 'taken_back', broken: ['How long does the warranty of a kettle last?'] } },
    });
    expect(await sources()).toEqual(before);
    git.commit({
      'docs/guarantee.md': '# Warranty\n\nThe warranty of a kettle lasts two years. Keep the receipt.',
      'docs/late.md': null,
    });
    await owner.repositories.update(projectId, made.id, { gate: false });
    expect((await settled()).last_read).toMatchObject({ outcome: 'completed', broken: [] });
  });

  it('says what could not be read, and goes on with what was', async () => {
    git.commit({ 'docs/plan.pdf': 'no PDF', 'docs/size.md': '# Size\n\nA kettle holds two litres.' });
    const { last_read } = await synced();
    expect(last_read).toMatchObject({ outcome: 'completed', added: 2 });
    expect(last_read?.failed).toMatchObject([{ path: 'docs/plan.pdf', error: { message: expect.any(String) } }]);
    git.require('another token');
    const failed = await synced();
    expect(failed.last_read).toMatchObject({ outcome: 'failed', error: { code: 'repository_not_found' } });
    expect(failed.head?.id).toBe(last_read?.commit?.id);
    git.require(TOKEN);
    git.commit({ 'docs/plan.pdf': null });
    expect((await synced()).last_read).toMatchObject({ outcome: 'completed', removed: 0, failed: [] });
  });

  it('is read again at a push that its forge has signed, once', async () => {
    const commit = git.commit({ 'docs/news.md': '# News\n\nKettles are blue now.' });
    const body = JSON.stringify({ ref: 'refs/heads/main', after: commit });
    const push = (headers: Record<string, string>, text = body) =>
      fetch(server.url + new URL(made.push_url).pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: text,
      });
    const hmac = (text: string, secret = made.push_secret) => createHmac('sha256', secret).update(text).digest('hex');
    for (const [headers, text] of [
      [{}, body],
      [{ 'x-hub-signature-256': `sha256=${hmac(body, 'wrong')}` }, body],
      [{ 'x-hub-signature-256': `sha256=${hmac('other')}` }, body],
      [{ 'x-hub-signature': `sha1=${createHmac('sha1', made.push_secret).update(body).digest('hex')}` }, body],
      [{ 'x-gitlab-token': 'wrong' }, body],
      [{ 'x-gitlab-token': '' }, body],
    ] as [Record<string, string>, string][])
      expect((await push(headers, text)).status, JSON.stringify(headers)).toBe(401);
    expect((await push({ 'x-hub-signature-256': `sha256=${hmac(body)}` })).status).toBe(202);
    const { last_read } = await settled();
    expect(last_read).toMatchObject({ added: 1, commit: { id: commit } });
    const again = await push({ 'x-gitea-signature': hmac(body) });
    expect([again.status, (await again.json()).code]).toEqual([400, 'already_received']);
    expect((await push({ 'x-gitlab-token': made.push_secret }, `${body} `)).status).toBe(202);
    await settled();
    const { push_secret } = await owner.repositories.rotate(projectId, made.id);
    expect((await push({ 'x-gitlab-token': made.push_secret }, `${body}  `)).status).toBe(401);
    expect((await push({ 'x-gitlab-token': push_secret }, `${body}  `)).status).toBe(202);
    await settled();
  });

  it('leads to the file in the forge, at the commit, where there is no site', async () => {
    await owner.repositories.update(projectId, made.id, { base_url: null });
    const { head } = await settled();
    const url = (await sources())['handbook/docs/size.md']?.url;
    expect(url).toBe(`${git.url.replace('.git', '')}/src/commit/${head?.id}/docs/size.md`);
    git.commit({ 'docs/colours.md': '---\ntitle: Colours\n---\n\n# Colours\n\nA kettle is red, or turquoise.\n' });
    const { head: now } = await synced();
    const { key } = await owner.projects.apiKeys.create(projectId, { name: 'Lines' });
    const reader = new Footnote({ baseURL: server.baseURL, apiKey: key });
    const found = await reader.search.create(projectId, { query: 'turquoise' });
    expect(JSON.stringify(found)).toContain(`/src/commit/${now?.id}/docs/colours.md?display=source#L7:~:text=`);
  });

  it('shows its token nowhere, and is gone with its sources', async () => {
    const answers = [made, await settled(), await owner.repositories.list(projectId), await sources()];
    expect(JSON.stringify(answers)).not.toContain(TOKEN);
    expect(server.output()).not.toContain(TOKEN);
    expect(server.output()).not.toContain(made.push_secret);
    await owner.repositories.delete(projectId, made.id);
    expect(await sources()).toEqual({});
    await expect(owner.repositories.retrieve(projectId, made.id)).rejects.toMatchObject({ status: 404 });
  });
});
