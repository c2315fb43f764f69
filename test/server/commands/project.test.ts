import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync } from 'node:zlib';
import { Footnote, type Message, type Source } from '@footnote/sdk';
import Database from 'better-sqlite3';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importProject } from '../../../server/commands/project/import.ts';
import { archivedProject } from '../../../server/commands/project/project-archive.ts';
import { BUDGET_DEFAULTS, PROJECT_DEFAULTS } from '../../../server/services/projects.ts';
import { makePng } from '../../helpers/input/picture-files.ts';
import { runCommand } from '../../helpers/processes/run-command.ts';
import { runCommandHere } from '../../helpers/processes/run-command-here.ts';
import { type ServerProcess, startServer } from '../../helpers/processes/server-process.ts';
import { querySqlite } from '../../helpers/stores/rows.ts';

const home = mkdtempSync(join(tmpdir(), 'footnote-project-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const PASSWORD = 'correct horse battery';
const from = join(home, 'from');
const to = join(home, 'to');
const file = join(home, 'ships.fnp');
const LOGO = makePng(new Uint8Array(12), 4, 3);

async function ownerOf(server: ServerProcess, email: string): Promise<Footnote> {
  const guest = new Footnote({ baseURL: server.baseURL });
  const account = { email, password: PASSWORD, name: 'Owner', setup_token: server.setupToken };
  await guest.auth.register(account).catch(() => undefined);
  const { access_token } = await guest.auth.login({ email, password: PASSWORD });
  return guest.withOptions({ accessToken: access_token });
}

const ask = async (server: ServerProcess, owner: Footnote, projectId: string, query: string) => {
  const { key } = await owner.projects.apiKeys.create(projectId);
  return new Footnote({ baseURL: server.baseURL, apiKey: key }).chat.create(projectId, { query });
};

const project = {
  name: 'Ships',
  description: '',
  allowedOrigins: [],
  widgetAccess: 'token',
  language: 'auto',
  widget: {
    title: '',
    greeting: '',
    placeholder: '',
    suggestions: [],
    accent: '#336699',
    theme: 'auto',
    position: 'bottom-right',
    locale: 'auto',
    contact: '',
  },
  openOriginals: false,
  dailyBudget: null,
  retentionDays: null,
  handover: null,
  recordPages: false,
  alertMails: true,
};

/** Builds a project's archive by hand. */
async function archiveOf(entries: Record<string, string | Buffer>): Promise<string> {
  const tar = pack();
  const files = Object.entries(entries).map(([path, content]) => {
    const bytes = Buffer.from(content);
    tar.entry({ name: path }, bytes);
    return { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  });
  const manifest = {
    format: 'footnote-project',
    formatVersion: 1,
    footnote: '0.1.0',
    createdAt: '2026-11-21T12:00:00Z',
    files,
  };
  tar.entry({ name: 'manifest.json' }, JSON.stringify(manifest));
  tar.finalize();
  const made = join(home, 'made.fnp');
  writeFileSync(made, zstdCompressSync(await buffer(tar)));
  return made;
}

describe('footnote export and footnote import', () => {
  let answer: Awaited<ReturnType<typeof ask>>;
  /** Credentials of the exported project. */
  let apiKey: string;
  let widgetToken: string;

  beforeAll(async () => {
    const server = await startServer({ dataDir: from });
    const owner = await ownerOf(server, 'ada@example.org');
    const { id } = await owner.projects.create({ name: 'Ships', allowed_origins: ['https://ships.example'] });
    await owner.projects.update(id, { widget: { title: 'Ask the crew' }, widget_access: 'public' });
    await owner.projects.widget.putImage(id, 'logo', new Blob([LOGO]));
    const lamp = new Blob(['# Lamps\n\nThe lamp of the ship burns for 117 hours.']);
    const sources = [
      await owner.sources.put(id, 'ship/lamps.md', {
        ...{ file: lamp, name: 'lamps.md', url: 'https://ships.example/lamps', metadata: { version: '2' } },
      }),
      await owner.sources.addText({ project_id: id, title: 'Ropes', text: 'Every rope is twelve fathoms long.' }),
    ];
    await owner.sources.waitUntilReady(sources);
    answer = await ask(server, owner, id, 'How long does the lamp burn?');
    apiKey = (await owner.projects.apiKeys.create(id)).key;
    widgetToken = (await owner.widgetTokens.create({ project_id: id })).token;
    const [lampSource] = sources;
    // The server runs meanwhile.
    const made = await runCommand(['export', 'Ships', file, '--conversations'], { DATA_DIR: from });
    expect(made).toMatchObject({ code: 0, errorOut: '' });
    expect(made.out).toMatch(/the project Ships with 2 sources\.\nIn it: 1 conversation\./);
    expect(await runCommand(['export', id, join(home, 'bare.fnp')], { DATA_DIR: from })).toMatchObject({
      code: 0,
      out: expect.stringContaining('add --conversations'),
    });
    expect(lampSource?.id).toBe(answer.citations[0]?.source_id);
    await server.stop();
    const other = await startServer({ dataDir: to });
    await ownerOf(other, 'bob@example.org');
    const refused = await runCommand(['import', file, '--owner', 'bob@example.org'], { DATA_DIR: to });
    expect(refused).toMatchObject({ code: 1, errorOut: expect.stringContaining('Another Footnote process is using') });
    await other.stop();
  });

  it('give no credential of a project access to its copy on the same server', async () => {
    const imported = await runCommandHere(importProject, [file, '--owner', 'ada@example.org'], { DATA_DIR: from });
    const [, copy = ''] = /\((proj_\w+)\)/.exec(imported.out) ?? [];
    expect(imported.out).toContain('It has no API keys yet.');
    const server = await startServer({ dataDir: from });
    const owner = await ownerOf(server, 'ada@example.org');
    expect((await owner.projects.apiKeys.list(copy)).items).toEqual([]);
    const ask = (headers: Record<string, string>) =>
      fetch(`${server.baseURL}/projects/${copy}/chat`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query: 'How long does the lamp burn?' }),
      });
    for (const credential of [
      { 'x-api-key': apiKey },
      { authorization: `Bearer ${widgetToken}`, origin: 'https://ships.example' },
    ]) {
      expect((await ask(credential)).status).toBe(404);
    }
    await server.stop();
  });

  it('move a project to another account, where it is read again and gives the same answers', async () => {
    const imported = await runCommand(['import', file, '--owner', 'bob@example.org'], { DATA_DIR: to });
    expect(imported).toMatchObject({ code: 0, errorOut: '' });
    expect(imported.out).toMatch(
      /The project Ships \(proj_\w+\) is bob@example\.org's, with 2 sources\.\nWith it: 1 conversation\./,
    );
    const again = await runCommand(['import', file, '--owner', 'BOB@example.org'], { DATA_DIR: to });
    expect(again.out).toContain('The project Ships (2) ');

    const server = await startServer({ dataDir: to });
    const owner = await ownerOf(server, 'bob@example.org');
    const projects = [];
    for await (const one of owner.projects.list()) projects.push(one);
    const moved = projects.find(({ name }) => name === 'Ships');
    expect(moved).toMatchObject({
      allowed_origins: ['https://ships.example'],
      widget_access: 'public',
      widget: { title: 'Ask the crew' },
      widget_images: { logo: { width: 4, height: 3 }, avatar: null },
    });
    const logo = await fetch(server.url + moved?.widget_images.logo?.path);
    expect(Buffer.from(await logo.arrayBuffer())).toEqual(LOGO);
    const id = moved?.id ?? '';
    const sources = [];
    for await (const source of owner.sources.list(id)) sources.push(source);
    await owner.sources.waitUntilReady(sources);
    const talks = [];
    for await (const one of owner.conversations.list(id)) talks.push(one);
    expect(talks).toHaveLength(1);
    const messages = [];
    for await (const one of owner.conversations.messages(id, talks[0]?.id ?? '')) messages.push(one);
    const told = messages.at(-1);
    const lamp = sources.find(({ metadata }) => metadata.filename === 'lamps.md');
    const url = 'https://ships.example/lamps';
    expect(lamp).toMatchObject({ external_id: 'ship/lamps.md', url, metadata: { version: '2' } });
    expect(told?.citations?.[0]).toMatchObject({ quote: answer.citations[0]?.quote, source_id: lamp?.id });
    expect(told?.certainty).toBeGreaterThan(0.3);
    const now = await ask(server, owner, id, 'How long does the lamp burn?');
    expect(now.response).toBe(answer.response);
    expect(now.citations.map(({ quote }) => quote)).toEqual(answer.citations.map(({ quote }) => quote));
    await server.stop();
  });

  it('list what exists if the project or the account does not', async () => {
    const none = await runCommand(['export', 'Boats', join(home, 'x.fnp')], { DATA_DIR: from });
    expect(none).toMatchObject({
      code: 1,
      errorOut: expect.stringMatching(/no project Boats\. There are:\n {2}proj_\w+ {2}Ships/),
    });
    expect(existsSync(join(home, 'x.fnp'))).toBe(false);
    const nobody = await runCommand(['import', file, '--owner', 'eve@example.org'], { DATA_DIR: to });
    expect(nobody).toMatchObject({ code: 1, errorOut: expect.stringContaining('no account with the e-mail address') });
  });

  const json = JSON.stringify;
  const sources = json([{ id: 'a', createdAt: 1, type: 'file', name: '../../etc/cron.d/x.md', original: 0 }]);
  it.each<[string, Record<string, string | Buffer>, RegExp]>([
    ['no project', { 'sources.json': '[]' }, /project\.json is missing/],
    [
      'settings with an invalid value',
      { 'project.json': json({ ...project, widgetAccess: 'all' }), 'sources.json': '[]' },
      /widgetAccess/,
    ],
    [
      'a setting of a newer version',
      { 'project.json': json({ ...project, ofANewerVersion: 1 }), 'sources.json': '[]' },
      /Unrecognized key: "ofANewerVersion"/,
    ],
    [
      'a setting of a newer version in a group',
      { 'project.json': json({ ...project, widget: { ...project.widget, ofANewerVersion: 1 } }), 'sources.json': '[]' },
      /Unrecognized key: "ofANewerVersion"/,
    ],
    [
      'a logo that is no picture',
      { 'project.json': json({ ...project, widgetImages: { logo: 'PHN2Zz4=', avatar: null } }), 'sources.json': '[]' },
      /widgetImages\.logo: This is not a PNG, JPEG or WebP picture/,
    ],
    ['invalid settings', { 'project.json': 'null', 'sources.json': '[]' }, /project\.json is not valid/],
    ['invalid sources', { 'project.json': json(project), 'sources.json': '{' }, /sources\.json is not valid JSON/],
    [
      'a line break in an external id',
      {
        'project.json': json(project),
        'sources.json': json([{ ...JSON.parse(sources)[0], externalId: 'docs/a\nb.md' }]),
      },
      /sources\.json is not valid \(0\.externalId/,
    ],
    [
      'an invalid conversation',
      { 'project.json': json(project), 'sources.json': '[]', 'conversations.jsonl': '{"a":1}\n' },
      /conversations\.jsonl is not valid/,
    ],
    [
      'another name',
      { 'project.json': json(project), 'sources.json': '[]', 'originals/../../x': 'x' },
      /holds a file named/,
    ],
  ])('refuse an archive with %s, and add nothing', async (_what, entries, expected) => {
    const before = querySqlite<{ n: number }>(to, 'select count(*) as n from projects');
    const { code, errorOut } = await runCommandHere(
      importProject,
      [await archiveOf(entries), '--owner', 'bob@example.org'],
      {
        DATA_DIR: to,
      },
    );
    expect([code, errorOut]).toEqual([1, expect.stringMatching(expected)]);
    expect(querySqlite(to, 'select count(*) as n from projects')).toEqual(before);
  });

  it('import what is allowed, under harmless names, and report the rest', async () => {
    const made = await archiveOf({
      'project.json': json({ ...project, name: 'Odd', allowedOrigins: ['https://ok.example', 'javascript:alert(1)'] }),
      'sources.json': json([
        ...JSON.parse(sources),
        { id: 'b', createdAt: 1, type: 'file', name: 'program.exe', original: 1 },
        { id: 'c', createdAt: 1, type: 'url', url: 'http://127.0.0.1/admin', refreshHours: null, crawl: null },
        { id: 'd', createdAt: 1, type: 'text', title: 'Gone', original: 7 },
      ]),
      'originals/0': '# Fine',
      'originals/1': 'MZ',
    });
    const { code, out } = await runCommandHere(importProject, [made, '--owner', 'bob@example.org'], { DATA_DIR: to });
    expect([code, out]).toEqual([0, expect.stringContaining('with 1 source.')]);
    expect(out.match(/Not imported: /g)).toHaveLength(3);
    const [row] = querySqlite<{ metadata: string }>(
      to,
      "select metadata from sources where project_id = (select id from projects where name = 'Odd')",
    );
    expect(JSON.parse(row?.metadata ?? '')).toMatchObject({ filename: expect.not.stringContaining('/') });
    expect(querySqlite(to, "select allowed_origins from projects where name = 'Odd'")).toEqual([
      { allowed_origins: '["https://ok.example"]' },
    ]);
  });

  it('take the repositories along, without their tokens, and their documents with them', async () => {
    const data = join(home, 'repositories');
    const server = await startServer({ dataDir: data, env: { SCRAPE_ALLOW_CIDRS: '127.0.0.0/8' } });
    const owner = await ownerOf(server, 'ada@example.org');
    const { id } = await owner.projects.create({ name: 'Docs' });
    await owner.goldenQuestions.create(id, { question: 'Does the lamp burn?', text: 'burns' });
    const address = 'https://127.0.0.1:1/team/handbook.git';
    const closed = await owner.repositories.create(id, {
      ...{ url: address, token: 'secret-token', branch: 'main', folder: 'docs', exclude: ['drafts/**'] },
      ...{ base_url: 'https://docs.example.com', gate: true, refresh_hours: 6 },
    });
    await owner.repositories.create(id, { url: 'https://127.0.0.2:1/wiki' });
    const source = await owner.sources.put(id, 'handbook/docs/lamps.md', {
      ...{ file: new Blob(['# Lamps\n\nThe lamp burns.']), name: 'lamps.md' },
    });
    await owner.sources.waitUntilReady([source]);
    await server.stop();
    const db = new Database(join(data, 'footnote.db'));
    db.prepare('update sources set repository_id = ?, edit_url = ?').run(closed.id, 'https://git.example.com/edit');
    db.close();

    const made = join(home, 'docs.fnp');
    const exported = await runCommand(['export', 'Docs', made], { DATA_DIR: data });
    expect(exported).toMatchObject({ code: 0, errorOut: '' });
    expect(exported.out).toContain('In it: 2 git repositories, without tokens.');
    const imported = await runCommandHere(importProject, [made, '--owner', 'ada@example.org'], {
      ...{ DATA_DIR: data, SCRAPE_ALLOW_CIDRS: '127.0.0.1/32' },
    });
    expect(imported).toMatchObject({ code: 0, errorOut: '' });
    expect(imported.out).toContain(`${address} needs a token`);
    expect(imported.out).toContain(
      'Not imported: the repository "https://127.0.0.2:1/wiki" (its address is not allowed)',
    );

    const again = await startServer({ dataDir: data });
    const ada = await ownerOf(again, 'ada@example.org');
    const [, copy = ''] = /\((proj_\w+)\)/.exec(imported.out) ?? [];
    const { items } = await ada.repositories.list(copy);
    expect(items).toMatchObject([
      {
        ...{
          url: address,
          branch: 'main',
          folder: 'docs',
          exclude: ['drafts/**'],
          base_url: 'https://docs.example.com',
        },
        ...{
          prefix: 'handbook/',
          has_token: false,
          gate: false,
          refresh_hours: 6,
          state: 'idle',
          next_at: null,
          head: null,
        },
        last_read: { outcome: 'failed', error: { code: 'token_needed' } },
      },
    ]);
    const moved = await ada.sources.list(copy);
    expect(moved.items).toMatchObject([
      {
        ...{
          external_id: 'handbook/docs/lamps.md',
          repository_id: items[0]?.id,
          edit_url: 'https://git.example.com/edit',
        },
      },
    ]);
    await again.stop();
  });

  it('share the default of every setting with a new project', () => {
    const { name } = project;
    // Except that an archive that does not say who may ask lets no stranger ask.
    const defaults = { ...PROJECT_DEFAULTS, widgetAccess: 'token' };
    expect(archivedProject.parse({ name })).toEqual({ name, ...defaults });
    expect(archivedProject.parse({ name, widget: {}, dailyBudget: {} })).toEqual({
      name,
      ...defaults,
      dailyBudget: BUDGET_DEFAULTS,
    });
  });

  it('give the settings that an older archive lacks their defaults', async () => {
    const { name, widget, language } = project;
    const { contact: _newer, ...older } = widget;
    const made = await archiveOf({
      'project.json': json({ name, language, widget: older, dailyBudget: { requests: 5 } }),
      'sources.json': '[]',
    });
    const { code, out } = await runCommandHere(importProject, [made, '--owner', 'bob@example.org'], { DATA_DIR: to });
    expect([code, out]).toEqual([0, expect.stringContaining("is bob@example.org's")]);
    const [row] = querySqlite<Record<string, string>>(to, 'select * from projects order by rowid desc limit 1');
    expect(row).toMatchObject({ description: '', widget_access: 'token', open_originals: 0, retention_days: null });
    expect(JSON.parse(row?.widget ?? '')).toEqual({
      ...widget,
      contact: '',
      launcher_label: '',
      keep_history: false,
      texts: [],
      suggest: true,
    });
    expect(JSON.parse(row?.daily_budget ?? '')).toEqual({ requests: 5, per_visitor: null, message: '' });
  });

  it('keep no link to anything but a web page, neither from an archive nor from the database', async () => {
    const given = [
      'javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:msgbox(1)',
      ' JavaScript:x',
    ];
    const hostile = [...given, 'java\tscript:alert(1)', 'http://127.0.0.1/admin', 'https://bank.example@evil.example/'];
    // It is recent, as old conversations are deleted.
    const at = Date.now();
    const PAGE = 'https://docs.example.com/ropes';
    const citation = (address: string | null, id: number) => ({
      id,
      sourceId: 'ropes',
      title: `Ropes ${id}`,
      page: null,
      heading: null,
      text: 'Every rope is long.',
      quote: 'Every rope is long.',
      quoteStart: 0,
      quoteEnd: 19,
      address,
      indexedAt: 1,
    });
    const said = { finishReason: 'stop', usage: null, rating: null, comment: null, createdAt: at };
    const answer = { ...said, role: 'assistant', text: 'Long. [1]', citations: [PAGE, ...hostile].map(citation) };
    const made = await archiveOf({
      'project.json': json({ ...project, name: 'Hostile' }),
      'sources.json': json([
        { id: 'ropes', createdAt: 1, type: 'text', title: 'Ropes', original: 0 },
        ...hostile.map((url) => ({ id: url, createdAt: 1, type: 'url', url, refreshHours: null, crawl: null })),
      ]),
      'originals/0': 'Every rope is long.',
      'conversations.jsonl': `${json({ createdAt: at, updatedAt: at, messages: [answer] })}\n`,
    });
    const { code, out } = await runCommandHere(importProject, [made, '--owner', 'bob@example.org'], { DATA_DIR: to });
    expect([code, out]).toEqual([0, expect.stringContaining('with 1 source.')]);
    expect(out.match(/Not imported: /g)).toHaveLength(hostile.length);
    expect(out).toContain(
      `Citations imported without a link: ${hostile.length}, as their addresses are not allowed (such as "javascript:alert(1)", `,
    );
    expect(out).not.toContain('\t');

    const stored = querySqlite<{ id: string; citations: string }>(
      to,
      "select id, citations from messages where text = 'Long. [1]'",
    );
    expect(JSON.parse(stored[0]?.citations ?? '').map(({ address }: { address: string }) => address)).toEqual([
      PAGE,
      ...hostile.map(() => null),
    ]);
    // An earlier version accepted such addresses.
    const database = new Database(join(to, 'footnote.db'));
    database
      .prepare('update messages set citations = ? where id = ?')
      .run(json([PAGE, ...given].map((address, id) => ({ ...citation(address, id), chunkId: '0' }))), stored[0]?.id);
    database
      .prepare("update sources set metadata = ? where project_id = (select id from projects where name = 'Hostile')")
      .run(json({ title: 'Ropes', url: given[0], final_url: given[1], canonical_url: given[2] }));
    database.close();

    const server = await startServer({ dataDir: to });
    const owner = await ownerOf(server, 'bob@example.org');
    const projects = [];
    for await (const one of owner.projects.list()) projects.push(one);
    const id = projects.find(({ name }) => name === 'Hostile')?.id ?? '';
    const served: Source[] = [];
    for await (const source of owner.sources.list(id)) served.push(source);
    expect(served.map(({ metadata: { url, final_url, canonical_url } }) => [url, final_url, canonical_url])).toEqual([
      [undefined, undefined, undefined],
    ]);
    const messages: Message[] = [];
    for await (const talk of owner.conversations.list(id)) {
      for await (const message of owner.conversations.messages(id, talk.id)) messages.push(message);
    }
    const links = messages.flatMap(({ citations }) => citations.map(({ url }) => url));
    expect(links).toEqual([
      expect.stringMatching(/^https:\/\/docs\.example\.com\/ropes#/),
      ...given.map(() => expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1\/passages\//)),
    ]);
    await server.stop();
  });
});
