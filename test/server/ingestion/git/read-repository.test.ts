import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkRepositoryUrl, createGitClient } from '../../../../server/ingestion/git/git-client.ts';
import { REPOSITORY_LIMITS, type RepositoryLimits } from '../../../../server/ingestion/git/limits.ts';
import { readRepository } from '../../../../server/ingestion/git/read-repository.ts';
import { parseAddressRange } from '../../../../server/ingestion/web/url-policy.ts';
import { type GitServer, startGitServer, treeOf } from '../../../helpers/server/git-server.ts';

const HERE = [parseAddressRange('127.0.0.0/8')].filter((range) => range !== null);

let server: GitServer;
const client = createGitClient({ allowedRanges: HERE });
beforeEach(async () => {
  server = await startGitServer();
});
afterEach(() => server.close());

interface Wanted {
  url?: string;
  token?: string | null;
  branch?: string | null;
  known?: string | null;
  folder?: string;
  limits?: Partial<RepositoryLimits>;
  signal?: AbortSignal;
}

/** What is read of a repository, and its files as texts. */
async function read({ url = server.url, token = null, limits: given = {}, signal, ...wanted }: Wanted = {}) {
  const files: Record<string, string> = {};
  const limits = { ...REPOSITORY_LIMITS, ...given };
  const stop = signal ?? new AbortController().signal;
  const result = await readRepository({
    server: client.server({ url, token }, limits, stop),
    request: { branch: null, known: null, folder: '', ...wanted, limits },
    onFile: async (path, bytes) => {
      files[path] = Buffer.from(bytes).toString();
    },
    signal: stop,
  });
  return { ...result, files };
}

describe('reading a repository', () => {
  it('hands over the documents of the branch that the repository names, and what its author said', async () => {
    const id = server.commit(
      { 'README.md': '# Handbook', 'docs/intro.md': 'Begin here.', 'docs/logo.png': 'PNG', 'src/main.c': 'int main;' },
      { message: 'Write the introduction\n\nAnd more.', author: 'Bo Author', at: '2026-02-03T04:05:06Z' },
    );
    const { files, commit, branches, branch } = await read();
    expect(files).toEqual({ 'README.md': '# Handbook', 'docs/intro.md': 'Begin here.' });
    expect(commit).toEqual({
      ...{ id, author: 'Bo Author', authoredAt: Date.parse('2026-02-03T04:05:06Z') },
      subject: 'Write the introduction',
    });
    expect([branches, branch]).toEqual([{ names: ['main'], first: 'main' }, 'main']);
  });

  it('reads the settings of VitePress, which are hidden, in the folder and above it', async () => {
    const wanted = ['docs/.vitepress/config/de.ts', 'docs/.vitepress/config/index.ts', 'docs/de/a.md'];
    const others = ['docs/.vitepress/cache/deps.md', 'docs/.vitepress/config/notes.md', 'docs/.vitepress/index.ts'];
    server.commit(Object.fromEntries([...wanted, ...others].map((path) => [path, path])));
    for (const folder of ['docs', 'docs/de'])
      expect(Object.keys((await read({ folder })).files).sort()).toEqual(wanted);
  });

  it('reads the folder that is wanted, with the settings above it', async () => {
    server.commit({ 'docs/a.md': 'A', 'docs/b/c.md': 'C', 'blog/d.md': 'D', 'mkdocs.yml': 'site_name: X' });
    expect(Object.keys((await read({ folder: 'docs' })).files)).toEqual(['docs/a.md', 'docs/b/c.md', 'mkdocs.yml']);
    await expect(read({ folder: 'manual' })).rejects.toMatchObject({ code: 'folder_not_found' });
  });

  it('reads another branch, and none that is not there', async () => {
    server.commit({ 'a.md': 'Main' });
    server.git('checkout', '--quiet', '-b', 'next/2.0');
    server.commit({ 'a.md': 'Next' });
    expect((await read({ branch: 'next/2.0' })).files).toEqual({ 'a.md': 'Next' });
    expect((await read()).branches).toEqual({ names: ['main', 'next/2.0'], first: 'main' });
    await expect(read({ branch: 'gone' })).rejects.toMatchObject({ code: 'branch_not_found' });
  });

  it('asks for nothing but the list of branches while the branch has not moved', async () => {
    const known = server.commit({ 'a.md': 'A' });
    expect(await read({ known })).toMatchObject({ commit: null, files: {} });
    expect(server.requests.map(({ path }) => path)).toEqual(['/handbook.git/info/refs?service=git-upload-pack']);
  });

  it('asks for one commit, however long the history is', async () => {
    for (const text of ['1', '2', '3']) server.commit({ 'a.md': text.repeat(50_000), 'b.bin': Buffer.from(text) });
    expect((await read({ limits: { pack: 4_000 } })).files['a.md']).toBe('3'.repeat(50_000));
  });

  it('says that a repository without a branch is empty', async () => {
    await expect(read()).rejects.toMatchObject({ code: 'repository_empty' });
  });

  it('sends a token to the server of the repository, and shows it to no process', async () => {
    server.commit({ 'a.md': 'A' });
    server.require('a-secret-token');
    await expect(read()).rejects.toMatchObject({ code: 'repository_not_found' });
    const wrong = await read({ token: 'a-wrong-token' }).catch((error) => error);
    expect([wrong.code, JSON.stringify([wrong, String(wrong), wrong.stack])]).toEqual([
      'repository_not_found',
      expect.not.stringContaining('a-wrong-token'),
    ]);
    const seen: string[] = [];
    const limits = REPOSITORY_LIMITS;
    const { signal } = new AbortController();
    await readRepository({
      server: client.server({ url: server.url, token: 'a-secret-token' }, limits, signal),
      request: { branch: null, known: null, folder: '', limits },
      onFile: async () => {
        seen.push(...commandsAndEnvironments());
      },
      signal,
    });
    expect(seen.filter((text) => text.includes('a-secret-token'))).toEqual([]);
    expect((await read({ token: 'owner:a-secret-token' })).files).toEqual({ 'a.md': 'A' });
    expect(server.requests.at(-1)?.authorization).toBe(`Basic ${btoa('owner:a-secret-token')}`);
  });
});

/** What any user of the machine, and the same user, can see of processes. */
function commandsAndEnvironments(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => ['cmdline', 'environ'].map((name) => join('/proc', pid, name)))
    .flatMap((path) => {
      try {
        return [readFileSync(path, 'utf8')];
      } catch {
        return [];
      }
    });
}

describe('a hostile repository', () => {
  it('has no branch whose name is an option of a program', async () => {
    server.commit({ 'a.md': 'A' });
    for (const branch of ['--upload-pack=touch x', '-c', '$(touch x)', '../main', 'HEAD:a', ''])
      await expect(read({ branch }), branch).rejects.toMatchObject({ code: 'branch_not_found' });
  });

  it('runs nothing: hooks, filters and settings are files as others', async () => {
    server.commit({
      'hooks/post-checkout': '#!/bin/sh\ntouch ran',
      '.gitattributes': '*.md filter=run',
      '.gitmodules': '[submodule "x"]\n\tpath = x\n\turl = --upload-pack=touch',
      config: '[core]\n\tfsmonitor = touch ran',
      'a.md': 'A',
    });
    expect((await read()).files).toEqual({ 'a.md': 'A' });
  });

  it('follows no links and no submodules, and takes no addresses of LFS for documents', async () => {
    server.commit({ 'a.md': 'A', 'big.md': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n' });
    symlinkSync('/etc/passwd', join(server.folder, 'users.md'));
    symlinkSync('..', join(server.folder, 'up'));
    server.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},other`);
    server.commit({});
    server.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},other`);
    server.git('commit', '--quiet', '-m', 'Add a submodule');
    server.git('push', '--quiet', 'origin', 'HEAD');
    expect(await read()).toMatchObject({
      files: { 'a.md': 'A' },
      leftOut: { links: 2, submodules: 1, lfs: 1, tooLarge: 0, names: 0 },
    });
  });

  it('hands over no name that leads out of a folder', async () => {
    const id = server.write('blob', Buffer.from('Text'));
    const inner = server.write('tree', treeOf([{ mode: '100644', name: 'b.md', id }]));
    const files = ['../../b.md', '/b.md', 'a\\b.md', 'c\n.md', `${'d'.repeat(250)}.md`];
    const entries = [
      ...files.map((name) => ({ mode: '100644', name, id })),
      ...['.', '..', '.GIT'].map((name) => ({ mode: '40000', name, id: inner })),
    ];
    const outcomes: string[] = [];
    for (const entry of entries) {
      server.serveTree([entry, { mode: '100644', name: 'good.md', id }]);
      const found = await read().catch((error) => error.code);
      outcomes.push(
        typeof found === 'string' ? found : `${Object.keys(found.files)}, left out: ${found.leftOut.names}`,
      );
    }
    // What isomorphic-git itself refuses is not read at all.
    for (const outcome of outcomes) expect(outcome).toMatch(/^(?:repository_unreadable|good\.md, left out: 1)$/);
  });

  it('cannot stand for billions of files', async () => {
    let entry = { mode: '100644', id: server.write('blob', Buffer.from('A')) };
    for (let depth = 0; depth < 10; depth += 1) {
      const names = Array.from({ length: 10 }, (_, at) => ({ ...entry, name: `f${at}${depth === 0 ? '.md' : ''}` }));
      entry = { mode: '40000', id: server.write('tree', treeOf(names)) };
    }
    server.serveTree([{ ...entry, name: 'a' }]);
    await expect(read({ limits: { entries: 5_000 } })).rejects.toMatchObject({ code: 'repository_too_large' });
    await expect(read({ limits: { depth: 5 } })).rejects.toMatchObject({ code: 'repository_too_large' });
  });

  it('cannot fill the memory with a small file that unpacks to a large one', async () => {
    server.commit({ 'zeros.md': Buffer.alloc(120 * 1024 * 1024) });
    const before = process.memoryUsage.rss();
    await expect(read({ limits: { resident: 150 } })).rejects.toMatchObject({ code: 'repository_too_large' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024);
  });

  it('cannot send more than is taken of a pack, of a list of branches, of a file and of all files', async () => {
    const random = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('base64');
    server.commit({ 'a.md': random, 'b.md': random.slice(1) });
    const refused = { code: 'repository_too_large' };
    await expect(read({ limits: { pack: 10_000 } })).rejects.toMatchObject(refused);
    await expect(read({ limits: { refs: 100 } })).rejects.toMatchObject(refused);
    await expect(read({ limits: { total: 100_000 } })).rejects.toMatchObject(refused);
    await expect(read({ limits: { files: 1 } })).rejects.toMatchObject(refused);
    expect(await read({ limits: { file: 10_000 } })).toMatchObject({ files: {}, leftOut: { tooLarge: 2 } });
  });

  it('cannot keep a process for ever', async () => {
    server.commit({ 'a.md': 'A' });
    server.answer(() => true);
    await expect(read({ limits: { time: 200 } })).rejects.toMatchObject({ code: 'repository_too_large' });
    const stop = new AbortController();
    const reading = read({ signal: stop.signal });
    stop.abort(new Error('stopped'));
    await expect(reading).rejects.toThrow('stopped');
  });

  it('is not read where its server is no git server, or sends what cannot be read', async () => {
    const plain = 'application/x-git-upload-pack-advertisement';
    const answers: [number, Record<string, string>, string, string][] = [
      [200, { 'content-type': 'text/html' }, 'A page of the network', 'repository_not_found'],
      [200, { 'content-type': plain, 'content-encoding': 'gzip' }, 'x', 'repository_unreadable'],
      [200, { 'content-type': plain }, 'no line of git', 'repository_unreadable'],
      [403, { 'content-type': plain }, 'x', 'repository_not_found'],
      [503, { 'content-type': plain }, 'x', 'page_unavailable'],
    ];
    for (const [status, headers, body, code] of answers) {
      server.answer((_, response) => {
        response.writeHead(status, headers).end(body);
        return true;
      });
      const failure = await read().catch((error) => error);
      expect([failure.code, failure.message]).toEqual([code, expect.not.stringContaining('network')]);
    }
  });

  it('is not read from a pack that was changed on its way', async () => {
    server.commit({ 'a.md': 'A' });
    server.answer((request, response) => {
      if (request.method === 'GET') return false;
      const pack = Buffer.concat([Buffer.from('PACK'), Buffer.from([0, 0, 0, 2, 0, 0, 0, 9]), Buffer.alloc(200, 7)]);
      const lines = ['0008NAK\n', `${(pack.length + 5).toString(16).padStart(4, '0')}\x01`].map((line) =>
        Buffer.from(line),
      );
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
      response.end(Buffer.concat([...lines, pack, Buffer.from('0000')]));
      return true;
    });
    await expect(read()).rejects.toMatchObject({ code: 'repository_unreadable' });
  });
});

describe('the address of a repository', () => {
  it('may lead on to another name on the same server, and no further', async () => {
    server.commit({ 'a.md': 'A' });
    server.require('a-secret-token');
    const elsewhere = await startGitServer();
    const short = server.url.replace(/\.git$/, '');
    const to = (location: string) =>
      server.answer((request, response) => {
        if (!request.url?.startsWith('/handbook/')) return false;
        response.writeHead(301, { location }).end();
        return true;
      });
    const refs = 'info/refs?service=git-upload-pack';
    to(`/handbook.git/${refs}`);
    expect((await read({ url: short, token: 'a-secret-token' })).files).toEqual({ 'a.md': 'A' });
    for (const target of [
      `${elsewhere.url}/${refs}`,
      `http://127.0.0.1:1/${refs}`,
      'file:///etc/passwd',
      `/handbook/${refs}`,
      'nowhere:',
    ]) {
      to(target);
      await expect(read({ url: short, token: 'a-secret-token' }), target).rejects.toMatchObject({
        code: 'repository_moved',
      });
    }
    to('/users');
    await expect(read({ url: short })).rejects.toMatchObject({ code: 'repository_not_found' });
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });

  it('must not lead into a private network, by its text or by a lookup', async () => {
    server.commit({ 'a.md': 'A' });
    const { port } = new URL(server.url);
    const guarded = createGitClient({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    const { signal } = new AbortController();
    for (const url of [
      server.url,
      server.url.replace('127.0.0.1', '[::ffff:7f00:1]'),
      `https://git.example.com:${port}/handbook.git`,
      'https://git.example.com/handbook.git',
    ]) {
      const asked = guarded
        .server({ url, token: null }, REPOSITORY_LIMITS, signal)
        .ask({ path: 'info/refs', body: null });
      await expect(asked, url).rejects.toMatchObject({ code: 'url_not_allowed' });
    }
    expect(server.requests).toEqual([]);
    await guarded.close();
  });

  it('is looked up once for each connection, which goes to the address that was looked up', async () => {
    server.commit({ 'a.md': 'A' });
    let lookups = 0;
    const named = createGitClient({
      allowedRanges: HERE,
      resolve: async () => {
        lookups += 1;
        // A second lookup would lead elsewhere.
        return [{ address: lookups === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }];
      },
    });
    const url = server.url.replace('127.0.0.1', 'git.example.com');
    const { signal } = new AbortController();
    const answer = await named
      .server({ url, token: null }, REPOSITORY_LIMITS, signal)
      .ask({ path: 'info/refs', body: null });
    for await (const part of answer.bytes) expect(part.length).toBeGreaterThan(0);
    expect([lookups, server.requests.length]).toEqual([1, 1]);
    await named.close();
  });

  it('is an https address with a path, without a user name, a query or a fragment of its own', () => {
    const ours = checkRepositoryUrl('https://git.example.com/a/b.git/?x=1#y');
    expect(ours).toBe('https://git.example.com/a/b.git');
    for (const text of [
      ...[
        'http://git.example.com/a',
        'git://git.example.com/a',
        'ssh://git@git.example.com/a',
        'git@git.example.com:a/b',
      ],
      ...['file:///srv/a', 'ext::sh -c touch% x', 'https://user:secret@git.example.com/a', 'https://git.example.com/'],
      ...['https://10.0.0.1/a', 'https://localhost/a', 'https://git.example.com:8443/a', '--upload-pack=x', ''],
    ])
      expect(checkRepositoryUrl(text), text).toBeNull();
  });
});
