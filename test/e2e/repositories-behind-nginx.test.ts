import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:https';
import { promisify } from 'node:util';
import { Footnote, type Repository } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../deploy/programs.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { type GitBehindNginx, startGitBehindNginx } from '../helpers/server/git-behind-nginx.ts';
import { type GitServer, startGitServer } from '../helpers/server/git-server.ts';
import { until } from '../helpers/timing/until.ts';

const TOKEN = 'a-secret-token-of-the-forge';
const USERS = { 'x-access-token': TOKEN, reader: 'another-secret' };
/** Larger than what nginx keeps in memory of an answer, and nothing that can be compressed. */
const LARGE = randomBytes(3_000_000).toString('base64');

describe.skipIf(!runs('nginx', '-v'))('a repository of git behind nginx (needs nginx)', () => {
  let git: GitServer;
  let nginx: GitBehindNginx;
  let server: ServerProcess;
  let owner: Footnote;
  let projectId: string;

  beforeAll(async () => {
    git = await startGitServer();
    nginx = await startGitBehindNginx(git, USERS);
    git.commit({
      'docs/index.md': '# Handbook\n\nAll about kettles.',
      'docs/warranty.md': '# Warranty\n\nThe warranty of a kettle lasts two years from the day of purchase.',
      'docs/large.txt': LARGE,
    });
    server = await startServer({
      env: { SCRAPE_ALLOW_CIDRS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: git.certificate },
    });
    const guest = new Footnote({ baseURL: server.baseURL });
    const login = { email: 'keeper@example.org', password: 'a long enough password' };
    await guest.auth.register({ ...login, name: 'Keeper', setup_token: server.setupToken });
    owner = guest.withOptions({ accessToken: (await guest.auth.login(login)).access_token });
    projectId = (await owner.projects.create({ name: 'Handbook' })).id;
  });
  afterAll(async () => {
    await server?.stop();
    await nginx?.end();
    await git?.close();
  });

  const look = (url: string, token?: string) =>
    owner.repositories.look(projectId, { url, folder: 'docs', include: ['*.md'], ...(token && { token }) });

  /** Asks nginx for the branches, and returns the headers of its answer. */
  async function headersFrom(encoding: string): Promise<Record<string, unknown>> {
    const asked = request(`${nginx.open}/info/refs?service=git-upload-pack`, {
      headers: { 'accept-encoding': encoding },
    }).end();
    const [response] = await once(asked, 'response');
    response.resume();
    return response.headers;
  }

  it('is read as nginx sends it: in chunks, and uncompressed although it compresses for others', async () => {
    expect(await headersFrom('gzip')).toMatchObject({ 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' });
    const plain = await headersFrom('identity');
    expect(plain).toMatchObject({ server: expect.stringContaining('nginx'), 'transfer-encoding': 'chunked' });
    expect(plain).not.toHaveProperty('content-encoding');
    const all = await owner.repositories.look(projectId, { url: nginx.open, folder: 'docs' });
    expect(all.files.map(({ path, size }) => [path, size])).toContainEqual(['docs/large.txt', LARGE.length]);
  });

  it.each([
    ['its token alone', TOKEN],
    ['a name and a password', `reader:${USERS.reader}`],
  ])('is read with %s where nginx asks for a password', async (_, token) => {
    expect(await look(nginx.closed, token)).toMatchObject({ branches: ['main'], total: 2 });
  });

  it.each([
    ['no token', undefined],
    ['a wrong one', 'a-wrong-token'],
    ['that of another name', `reader:${TOKEN}`],
  ])('is refused with words that say so, with %s', async (_, token) => {
    await expect(look(nginx.closed, token)).rejects.toMatchObject({
      ...{ status: 400, code: 'repository_not_found' },
      message: expect.stringContaining('it needs a token that may read it'),
    });
  });

  it('is followed by a redirect on the server, and not to another name of it', async () => {
    expect(await look(nginx.renamed)).toMatchObject({ total: 2 });
    const before = git.requests.length;
    await expect(look(nginx.moved, TOKEN)).rejects.toMatchObject({
      ...{ status: 400, code: 'repository_moved' },
      message: expect.stringContaining('leads on to another server'),
    });
    expect(git.requests.slice(before)).toEqual([]);
  });

  it('becomes sources, and is read again after git has pushed through nginx', async () => {
    const { id } = await owner.repositories.create(projectId, {
      ...{ url: nginx.closed, token: TOKEN, folder: 'docs', include: ['*.md'], forge: 'gitea' },
    });
    const settled = async () => {
      let row: Repository | null = null;
      await until(async () => {
        row = await owner.repositories.retrieve(projectId, id);
        return row.state === 'idle';
      }, 'the repository is read');
      return row as unknown as Repository;
    };
    expect((await settled()).last_read).toMatchObject({ outcome: 'completed', added: 2 });

    const served = git.git('remote', 'get-url', 'origin');
    git.git('-C', served, 'config', 'http.receivepack', 'true');
    git.git('clone', '--quiet', served, 'copy');
    const copy = ['-C', `${git.folder}/copy`];
    git.git(...copy, 'mv', 'docs/warranty.md', 'docs/guarantee.md');
    git.git(...copy, 'commit', '--quiet', '-m', 'Rename a page');
    const login = nginx.closed.replace('https://', `https://reader:${USERS.reader}@`);
    // Not waited for with this thread, which answers it.
    await promisify(execFile)('git', [...copy, 'push', '--quiet', login, 'HEAD:main'], {
      env: { PATH: process.env.PATH, HOME: git.folder, GIT_SSL_CAINFO: git.certificate, GIT_TERMINAL_PROMPT: '0' },
    });

    await owner.repositories.sync(projectId, id);
    const { last_read } = await settled();
    expect(last_read).toMatchObject({ outcome: 'completed', renamed: 1, unchanged: 1 });
    expect(last_read?.commit?.subject).toBe('Rename a page');
    expect(server.output()).not.toContain(TOKEN);
  });
});
