import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { check } from '../../../../server/commands/check/check.ts';
import { sync } from '../../../../server/commands/sync/sync.ts';
import { runCommandHere } from '../../../helpers/processes/run-command-here.ts';
import { type ServerProcess, startServer } from '../../../helpers/processes/server-process.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const home = mkdtempSync(join(tmpdir(), 'footnote-sync-'));
const docs = join(home, 'docs');
afterAll(() => rmSync(home, { recursive: true, force: true }));

function write(files: Record<string, string>, folder = docs): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

describe('a folder of documentation', () => {
  let server: ServerProcess;
  let owner: Footnote;
  let projectId: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    server = await startServer();
    const guest = new Footnote({ baseURL: server.baseURL });
    const account = { email: 'ada@example.org', password: 'correct horse battery' };
    await guest.auth.register({ ...account, name: 'Ada', setup_token: server.setupToken });
    owner = guest.withOptions({ accessToken: (await guest.auth.login(account)).access_token });
    projectId = (await owner.projects.create({ name: 'Docs' })).id;
    const { key } = await owner.projects.apiKeys.create(projectId, { scopes: ['ingest', 'read', 'ask'] });
    env = { FOOTNOTE_URL: server.baseURL, FOOTNOTE_PROJECT: projectId, FOOTNOTE_API_KEY: key };
    write({
      'index.md': '# Welcome\n\nThis is the harbour.',
      'guide/01-install.md': '# Install\n\nThe crane lifts 117 tonnes of cargo.',
      'guide/old.md': '# Old\n\nGone soon.',
      'guide/_part.md': 'Not a page.',
      'guide/section.md': '---\ntitle: Only a section\n---\n',
      'logo.png': 'not a document',
      '.hidden/secret.md': '# Secret',
      'node_modules/some/README.md': '# Not ours',
      'requirements-docs.txt': 'sphinx==8.2.3',
      'venv/pyvenv.cfg': 'home = /usr/bin',
      'venv/lib/LICENSE.txt': 'Not ours',
    });
    write({ 'docusaurus.config.ts': '' }, home);
    symlinkSync('/etc', join(docs, 'etc'));
  });
  afterAll(() => server?.stop());

  const run = (...options: string[]) => runCommandHere(sync, [docs, ...options], env);
  const base = ['--base-url', 'https://docs.example.com/docs/'];
  const sources = async () => {
    const found: Record<string, string | undefined> = {};
    for await (const { external_id = '', url } of owner.sources.list(projectId)) found[external_id] = url;
    return found;
  };

  it('is only shown with --dry-run', async () => {
    const summary = join(home, 'summary.md');
    const ended = await run(...base, '--dry-run', '--summary', summary);
    expect(readFileSync(summary, 'utf8')).toContain(
      '### Footnote: 3 new, 0 changed, 0 removed in `docs/`\n\nNothing was sent',
    );
    expect(ended).toMatchObject({ code: 0, errorOut: '' });
    expect(ended.out.split('\n').slice(1)).toEqual([
      '+ docs/guide/01-install.md  https://docs.example.com/docs/guide/install',
      '+ docs/guide/old.md  https://docs.example.com/docs/guide/old',
      '+ docs/index.md  https://docs.example.com/docs/',
      'Nothing was sent (--dry-run).',
    ]);
    expect(await sources()).toEqual({});
  });

  it('is of every format, without settings and pictures', async () => {
    const other = join(home, 'other');
    const names = ['a.rst', 'b.ipynb', 'c.csv', 'd.xlsx', 'e.pptx', 'f.json', 'g.yaml', 'h.png'];
    write(Object.fromEntries(names.map((name) => [name, '{}'])), other);
    write({ 'api.json': '{"openapi": "3.1.0"}', 'old.yml': "swagger: '2.0'" }, other);
    const ended = await runCommandHere(sync, [other, '--dry-run'], env);
    const shown = ended.out.split('\n').flatMap((line) => /^\+ other\/(\S+)/.exec(line)?.[1] ?? []);
    expect(shown).toEqual(['a.rst', 'api.json', 'b.ipynb', 'c.csv', 'd.xlsx', 'e.pptx', 'old.yml']);
  });

  it('is sent, read and cited at the pages of the site', async () => {
    const ended = await run(...base, '--metadata', 'version=2.1');
    expect(ended).toMatchObject({ code: 0, errorOut: '' });
    expect(ended.out).toContain('(docusaurus): 3 new, 0 changed, 0 unchanged.');
    expect(ended.out).toContain('3 of 3 files read');
    expect(await sources()).toEqual({
      'docs/index.md': 'https://docs.example.com/docs/',
      'docs/guide/01-install.md': 'https://docs.example.com/docs/guide/install',
      'docs/guide/old.md': 'https://docs.example.com/docs/guide/old',
    });
    const client = new Footnote({ baseURL: server.baseURL, apiKey: env.FOOTNOTE_API_KEY ?? '' });
    const answer = await client.chat.create(projectId, { query: 'How many tonnes does the crane lift?' });
    expect(answer.citations[0]?.url).toMatch(
      /^https:\/\/docs\.example\.com\/docs\/guide\/install#:~:text=The%20crane%20lifts/,
    );
  });

  it('is sent once where the name of a file has a line break, a quotation mark or what stands for one', async () => {
    const folder = mkdtempSync(join(home, 'names-'));
    write({ 'a\nb.md': '# A', 'c"d.md': '# C', 'e%22f.md': '# E', 'g\u200ch.md': '# G', 'i%0Aj.md': '# I' }, folder);
    const options = [
      folder,
      '--prefix',
      'names',
      '--base-url',
      'https://docs.example.com',
      '--site',
      'plain',
      '--prune',
    ];
    const ended = await runCommandHere(sync, options, env);
    expect(ended).toMatchObject({ code: 0, errorOut: '' });
    const sent = Object.entries(await sources()).filter(([id]) => id.startsWith('names/'));
    expect(Object.fromEntries(sent)).toEqual({
      'names/a b.md': 'https://docs.example.com/a%0Ab.md',
      'names/c"d.md': 'https://docs.example.com/c%22d.md',
      'names/e%22f.md': 'https://docs.example.com/e%2522f.md',
      'names/gh.md': 'https://docs.example.com/g%E2%80%8Ch.md',
      'names/i%0Aj.md': 'https://docs.example.com/i%250Aj.md',
    });
    expect((await runCommandHere(sync, options, env)).out).toContain('0 new, 0 changed, 0 to remove, 5 unchanged.');
    for await (const { id, external_id } of owner.sources.list(projectId))
      if (external_id?.startsWith('names/')) await owner.sources.delete(id);
  });

  it('is sent with the version and the language that the site says, and keeps what its owner has said', async () => {
    const site = join(home, 'versions');
    write(
      {
        'docusaurus.config.js': "export default { i18n: { defaultLocale: 'en', locales: ['en', 'de'] } };",
        'versions.json': '["1.0"]',
        'docs/a.md': '# A\n\nThe newest.',
        'versioned_docs/version-1.0/a.md': '# A\n\nThe older.',
      },
      site,
    );
    const { id } = await owner.projects.create({ name: 'Versions' });
    const { key } = await owner.projects.apiKeys.create(id, { scopes: ['ingest', 'read'] });
    const send = (...words: string[]) =>
      runCommandHere(sync, [site, ...words], { ...env, FOOTNOTE_PROJECT: id, FOOTNOTE_API_KEY: key });
    const said = async () => {
      const { items } = await owner.sources.list(id);
      return Object.fromEntries(items.map(({ external_id, metadata }) => [external_id, metadata]));
    };
    expect(await send()).toMatchObject({ code: 0, errorOut: '' });
    expect(await said()).toMatchObject({
      'versions/docs/a.md': { version: 'current', language: 'en' },
      'versions/versioned_docs/version-1.0/a.md': { version: '1.0', language: 'en' },
    });
    expect((await send()).out).toContain('0 new, 0 changed, 2 unchanged.');
    expect((await send('--metadata', 'product=pump', '--metadata', 'version=2')).code).toBe(0);
    expect((await send('--include', 'docs/**')).out).toContain('1 with a new address or metadata');
    expect(await said()).toMatchObject({
      'versions/docs/a.md': { version: 'current', language: 'en', product: 'pump' },
      'versions/versioned_docs/version-1.0/a.md': { version: '2', language: 'en', product: 'pump' },
    });
  });

  it('is not sent again, and what is new, changed or gone is', async () => {
    const options = [...base, '--metadata', 'version=2.1'];
    const same = await run(...options);
    expect(same.out).toContain('0 new, 0 changed, 3 unchanged.\nDone.');
    write({ 'guide/01-install.md': '# Install\n\nThe crane lifts 240 tonnes.', 'guide/new.md': '# New\n\nFresh.' });
    rmSync(join(docs, 'guide/old.md'));
    const kept = await run(...options, '--exclude', '**/new.md');
    expect(kept.out).toContain('0 new, 1 changed, 1 unchanged.');
    expect(kept.out).toContain('1 source below docs/ without a file here; --prune removes them.');
    await owner.sources.put(projectId, 'elsewhere.md', { file: new Blob(['# Else']), name: 'elsewhere.md' });
    const pruned = await run(...options, '--prune');
    expect(pruned.out).toContain('1 new, 0 changed, 1 to remove, 2 unchanged.');
    expect(Object.keys(await sources()).sort()).toEqual([
      'docs/guide/01-install.md',
      'docs/guide/new.md',
      'docs/index.md',
      'elsewhere.md',
    ]);
    const moved = await run(
      '--base-url',
      'https://new.example.com',
      '--metadata',
      'version=2.2',
      '--include',
      'index.md',
    );
    expect(moved.out).toContain('0 new, 0 changed, 1 with a new address or metadata, 0 unchanged.');
    expect((await sources())['docs/index.md']).toBe('https://new.example.com/');
  });

  it('says which golden questions a change broke, and is taken back with --gate', async () => {
    const answers = { 'How many tonnes does the crane lift?': '240 tonnes', 'What is the moon made of?': 'cheese' };
    for (const [question, text] of Object.entries(answers))
      await owner.goldenQuestions.create(projectId, { question, text });
    const options = [...base, '--metadata', 'version=2.1', '--prune'];
    await run(...options);
    const before = await sources();
    const content = async () => {
      const { items } = await owner.sources.list(projectId, { search: '01-install.md' });
      return (await (await owner.sources.original(items[0]?.id ?? '')).blob()).text();
    };
    write({ 'guide/01-install.md': '# Install\n\nThe crane is painted green.', 'guide/more.md': '# More\n\nMore.' });
    rmSync(join(docs, 'guide/new.md'));
    const exitCode = process.exitCode;
    const gated = await run(...options, '--gate');
    expect(process.exitCode).toBe(1);
    process.exitCode = exitCode;
    // What was broken before is not the change's fault.
    expect(gated.out).toContain('The change broke 1 of 2 golden questions.');
    expect(gated.out).toContain('Broken: How many tonnes does the crane lift? – ');
    expect(gated.out).not.toContain('Broken: What is the moon made of?');
    expect(gated.out).toContain('The sources are as they were before.');
    expect(await sources()).toEqual(before);
    expect(await content()).toContain('240 tonnes');
    const client = new Footnote({ baseURL: server.baseURL, apiKey: env.FOOTNOTE_API_KEY ?? '' });
    const answer = await client.chat.create(projectId, { query: 'How many tonnes does the crane lift?' });
    expect(answer.response).toContain('240 tonnes');

    // A trial is taken back in any case, and its summary tells both answers.
    const summary = join(home, 'summary.md');
    const tried = await run(...options, '--trial', '--summary', summary);
    expect(process.exitCode).toBe(1);
    process.exitCode = exitCode;
    expect(tried.out).toContain('The sources are as they were before.');
    expect(await content()).toContain('240 tonnes');
    const comment = readFileSync(summary, 'utf8');
    expect(comment).toContain('The change was tried and taken back.');
    expect(comment).toContain('**1 of 2 golden questions broken:**');
    expect(comment).toMatch(
      /- `How many tonnes does the crane lift\?`: .+\n {2}- before: `.*240 tonnes.*`\n {2}- after: /,
    );
    expect(comment).not.toContain('What is the moon made of?');
    write({ 'guide/01-install.md': '# Install\n\nThe crane lifts 240 tonnes today.' });
    expect(await run(...options, '--trial', '--summary', summary)).toMatchObject({ code: 0, errorOut: '' });
    expect(readFileSync(summary, 'utf8')).toContain('No golden question is broken (2 questions asked).');
    expect(await content()).not.toContain('today');
    write({ 'guide/01-install.md': '# Install\n\nThe crane is painted green.' });

    // Without it, the change stays, and the report says what it broke.
    const free = await run(...options);
    expect(free).toMatchObject({ code: 0 });
    expect(free.out).toContain('The change broke 1 of 2 golden questions.');
    expect(await content()).toContain('painted green');

    const checked = await runCommandHere(check, [], env);
    expect(process.exitCode).toBe(1);
    process.exitCode = exitCode;
    expect(checked.out).toContain('2 of 2 golden questions are broken.');
    write({ 'guide/01-install.md': '# Install\n\nThe crane lifts 240 tonnes.' });
    const repaired = await run(...options, '--gate');
    expect(repaired).toMatchObject({ code: 0 });
    expect(repaired.out).toContain('No golden question was broken (2 questions asked).');

    const { key } = await owner.projects.apiKeys.create(projectId, { scopes: ['ingest', 'read'] });
    const unasked = { ...env, FOOTNOTE_API_KEY: key };
    write({ 'guide/more.md': '# More\n\nEven more.' });
    expect((await runCommandHere(sync, [docs, ...options, '--gate'], unasked)).code).toBe(1);
    expect((await runCommandHere(sync, [docs, ...options], unasked)).out).toContain('needs a key with the scope "ask"');
    for (const { id } of (await owner.goldenQuestions.list(projectId)).items)
      await owner.goldenQuestions.delete(projectId, id);
    write({ 'guide/more.md': '# More\n\nMost.' });
    expect((await run(...options, '--gate')).errorOut).toContain('--gate and --trial need golden questions');
  });

  it('sends pages with what they include, at the addresses of Antora', async () => {
    const folder = join(home, 'harbour');
    const pages = 'modules/ROOT/pages';
    write(
      {
        'antora.yml': 'name: harbour\nversion: "2.0"\n',
        [`${pages}/crane.adoc`]: '= Crane\n\ninclude::partial$load.adoc[]\n\ninclude::partial$gone.adoc[]\n',
        'modules/ROOT/partials/load.adoc': 'The blue crane lifts 44 containers.',
      },
      folder,
    );
    const options = [folder, '--site', 'antora', '--base-url', 'https://docs.example.com'];
    const ended = await runCommandHere(sync, options, env);
    expect(ended).toMatchObject({ code: 0, errorOut: '' });
    expect(ended.out).toContain(`Not in the folder: harbour/${pages}/crane.adoc includes partial$gone.adoc`);
    const client = new Footnote({ baseURL: server.baseURL, apiKey: env.FOOTNOTE_API_KEY ?? '' });
    const { results } = await client.search.create(projectId, { query: 'blue crane containers' });
    expect(results[0]?.text).toContain('lifts 44 containers');
    expect(results[0]?.url).toMatch(/^https:\/\/docs\.example\.com\/harbour\/2\.0\/crane\.html/);
    expect((await runCommandHere(sync, [...options, '--dry-run'], env)).out).toContain('0 new, 0 changed, 1 unchanged');
    write({ 'modules/ROOT/partials/load.adoc': 'The blue crane lifts 45 containers.' }, folder);
    expect((await runCommandHere(sync, [...options, '--dry-run'], env)).out).toContain('0 new, 1 changed, 0 unchanged');
  });

  it('says for each file what was left out, and sums it up', async () => {
    const folder = join(home, 'pages');
    const prose = 'The crane lifts containers from the ships onto the quay, whatever the weather is like. ';
    write(
      {
        'a.html': `<main><h1>Crane</h1><p>${prose}</p><img src="a.png"></main><nav><a href="/">Start</a></nav><footer>Harbour</footer>`,
        'b.html': `<main><h1>Ships</h1><p>${prose.repeat(3)}</p></main><footer><p>${prose.repeat(9)}</p></footer>`,
        'c.md': '# Fine\n\nAll of it.',
      },
      folder,
    );
    const ended = await runCommandHere(sync, [folder], env);
    expect(ended.out.slice(ended.out.indexOf('Left out of')).split('\n')).toEqual([
      'Left out of pages/a.html: menus and links (5 characters), footers (7 characters), 1 picture without text.',
      expect.stringMatching(/^Left out of pages\/b\.html: footers \(\d+ characters\)\.$/),
      expect.stringMatching(/^Little read of pages\/b\.html: Only 2\d % of the text .* was taken for footers\./),
      expect.stringMatching(/^Left out of 2 of 3 files: \d+ characters and 1 picture\.$/),
      'Less than half was read of 1 file.',
      'Done.',
    ]);
    expect((await runCommandHere(sync, [folder], env)).out).not.toContain('Left out');
  });

  it('ends with 1 and names what could not be read or was not taken', async () => {
    const folder = join(home, 'broken');
    write({ 'fine.md': '# Fine\n\nText.', 'broken.pdf': '%PDF-1.4 broken', 'not-a.docx': 'text' }, folder);
    const before = process.exitCode;
    const ended = await runCommandHere(sync, [folder], env);
    expect(process.exitCode).toBe(1);
    process.exitCode = before;
    expect(ended.out).toMatch(
      /Not taken: broken\/not-a\.docx: .+\nNot read: broken\/broken\.pdf: .+\nDone, except for 2 files\./,
    );
    // They are tried again; what is fine is not.
    expect((await runCommandHere(sync, [folder, '--dry-run'], env)).out).toContain('1 new, 1 changed, 1 unchanged');
  });

  it.each([
    ['no folder', ['/does/not/exist'], {}, /there is no folder/],
    ['an empty folder', [join(home, 'empty')], {}, /there are no documents/],
    ['no key', [docs], { FOOTNOTE_API_KEY: '' }, /set FOOTNOTE_API_KEY/],
    ['no project', [docs], { FOOTNOTE_PROJECT: '' }, /name the project/],
    ['a wrong key', [docs], { FOOTNOTE_API_KEY: 'chat_wrong' }, /not valid/],
    ['a project of others', [docs], { FOOTNOTE_PROJECT: 'proj_other' }, /does not exist/],
    ['an unknown generator', [docs, '--site', 'docsify'], {}, /--site must be one of plain, docusaurus/],
    ['no web address', [docs, '--base-url', 'docs.example.com'], {}, /--base-url must be/],
    ['odd metadata', [docs, '--metadata', 'version'], {}, /NAME=VALUE/],
  ])('is refused with %s', async (_, words, settings, message) => {
    mkdirSync(join(home, 'empty'), { recursive: true });
    const ended = await runCommandHere(sync, words, { ...env, ...settings });
    expect(ended.code).toBe(1);
    expect(ended.errorOut).toMatch(message);
  });

  it.each<[string, number, string, RegExp]>([
    ['a page', 200, '<html>', /answers, but not as a Footnote server does/],
    ['an error of its own', 404, 'Not found', /answers with the status 404, and not as a Footnote server does/],
  ])('names an address that answers with %s', async (_, status, text, message) => {
    const other = createServer((_request, response) => response.writeHead(status).end(text)).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = `http://127.0.0.1:${(other.address() as { port: number }).port}`;
    const ended = await runCommandHere(sync, [docs, '--dry-run', '--server', address], env);
    other.close();
    expect(ended).toMatchObject({ code: 1, errorOut: expect.stringMatching(message) });
    expect(ended.errorOut).toContain(`${address}/v1`);
  });

  it('waits where the server asks for it, says so, and tries again what was not answered', async () => {
    const seen: string[] = [];
    const busy = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      request.resume();
      if (seen.length === 1) return response.socket?.destroy();
      if (seen.length === 2)
        return response
          .writeHead(429, { 'retry-after': '2' })
          .end('{"code":"rate_limited","detail":"Too many requests."}');
      response.end(JSON.stringify({ items: [], total: 0, limit: 100, offset: 0 }));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => busy.once('listening', resolve));
    const { port } = busy.address() as { port: number };
    const ended = await runCommandHere(sync, [docs, '--dry-run', '--server', `http://127.0.0.1:${port}/v1/`], env);
    busy.close();
    expect(ended).toMatchObject({ code: 0, errorOut: '' });
    expect(ended.out).toMatch(/^Too many requests\. Trying again in 2 s …$/m);
    expect(seen).toEqual(Array(3).fill(`GET /v1/projects/${projectId}/sources?limit=100&offset=0`));
  });

  it('lists what was read before no further than to the last of what it sent', async () => {
    const folder = mkdtempSync(join(home, 'small-'));
    write({ 'one.md': '# One', 'two.md': '# Two' }, folder);
    const completed = Array.from({ length: 1_000 }, (_, at) => ({ id: `src_${at}`, error: null, reading: null }));
    const listed: string[] = [];
    const server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://localhost');
      const [status, offset] = [searchParams.get('status'), Number(searchParams.get('offset'))];
      const all = status === 'completed' ? completed : [];
      if (status === 'completed') listed.push(String(offset));
      const entry = (name: string, at: number) => ({
        name,
        external_id: name,
        outcome: 'created',
        source_id: `src_${at}`,
      });
      const batch = { items: [entry('one.md', 30), entry('two.md', 140)] };
      const list = { items: all.slice(offset, offset + 100), total: all.length, limit: 100, offset };
      request.resume().once('end', () => response.end(JSON.stringify(request.method === 'POST' ? batch : list)));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const ended = await runCommandHere(sync, [folder, '--server', `http://127.0.0.1:${port}`], env);
    server.close();
    expect(ended).toMatchObject({ code: 0, errorOut: '' });
    expect(listed).toEqual(['0', '100']);
  });
});
