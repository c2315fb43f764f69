import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerEvent, Question } from '../../../../server/answering/types.ts';
import { FOUND_METADATA } from '../../../../server/platform/found-metadata.ts';
import { randomBase62 } from '../../../../server/platform/ids.ts';
import { addressAt } from '../../../../server/store/types/address-at.ts';
import {
  createOwner,
  createOwnerWithProject,
  createProject,
  expectStatus,
  type OwnerFixture,
  publish,
} from '../../../helpers/server/owner-with-project.ts';
import { type Called, echo, startApp, type TestApp } from '../../../helpers/server/test-app.ts';
import { makeZip } from '../../ingestion/make-files.ts';

let app: TestApp;
let owner: OwnerFixture;
let account: Omit<OwnerFixture, 'project'>;
let key: string;
let sources: string;

/** Answers with the first passage that is found. */
async function* quoteFirst(question: Question): AsyncGenerator<AnswerEvent> {
  const { projectId, text } = question;
  const [hit] = await app.store.search.text(projectId, [text], 1);
  const [chunk] = await app.store.chunks.byIds(projectId, [hit?.chunkId ?? '']);
  if (!chunk) return yield* echo(question);
  yield {
    type: 'citations',
    citations: [
      {
        ...{ id: 1, source_id: chunk.sourceId, chunkId: chunk.id, title: chunk.title, text: chunk.text },
        ...{ quote: chunk.text, quoteStart: 0, quoteEnd: chunk.text.length },
        ...{ address: addressAt(chunk, chunk.start), indexedAt: chunk.indexedAt },
      },
    ],
  };
  yield { type: 'text', delta: 'As it says [1].' };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  yield { type: 'finish', reason: 'stop', usage, suggestions: [], unsupported: [] };
}

beforeAll(async () => {
  app = await startApp({ answer: quoteFirst });
  account = await createOwner(app, 'owner@example.com');
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = { ...account, project: await createProject(app, account.token, `project-${randomBase62(8)}`) };
  key = owner.project.key;
  sources = `/v1/projects/${owner.project.id}/sources`;
  // The fixture's own source is none of ours.
  await app.call('DELETE', `/v1/sources/${owner.project.sourceId}`, { key });
});
afterEach(() => app.store.projects.delete(owner.project.id));

const originals = () => readdir(join(app.store.files.temporaryDirectory, '../uploads'));
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const list = async () => expectStatus(await app.call('GET', `${sources}?limit=100`, { key }), 200).body.items;

function form(parts: [field: string, content: string | Blob, name?: string][]): FormData {
  const body = new FormData();
  for (const [field, content, name] of parts) {
    if (name === undefined) body.append(field, content as string);
    else body.append(field, typeof content === 'string' ? new Blob([content]) : content, name);
  }
  return body;
}

const put = (id: string, content: string, fields: Record<string, string> = {}): Promise<Called> =>
  app.call('PUT', `${sources}/by-external-id/${id}`, {
    key,
    body: form([['file', content, 'page.md'], ...Object.entries(fields)]),
  });

const batch = (...parts: Parameters<typeof form>[0]): Promise<Called> =>
  app.call('POST', `${sources}/batch`, { key, body: form(parts) });

/** The outcome of each file of a batch. */
const outcomes = ({ body }: Called): [string, string][] =>
  body.items.map(({ name, outcome, error }: Record<string, { code: string } & string>) => [
    name,
    error?.code ?? outcome,
  ]);

describe('a source with an external id', () => {
  it('is made, left alone, described and replaced, and keeps its id', async () => {
    const made = expectStatus(await put('guide/install.md', '# Install'), 202).body;
    expect(made).toMatchObject({
      external_id: 'guide/install.md',
      content_hash: sha256('# Install'),
      status: 'processing',
      metadata: { filename: 'page.md' },
    });
    expect(made).not.toHaveProperty('url');
    await publish(app.store, { projectId: owner.project.id, id: made.id }, 'Install');
    const before = await originals();

    const same = expectStatus(await put('guide%2Finstall.md', '# Install'), 200).body;
    expect(same).toMatchObject({ id: made.id, status: 'completed', updated_at: expect.any(String) });
    const fields = { url: 'https://docs.example.com/install', metadata: '{"version":"2.1","tags":"cli, setup"}' };
    const described = expectStatus(await put('guide/install.md', '# Install', fields), 200).body;
    expect(described).toMatchObject({
      status: 'completed',
      url: 'https://docs.example.com/install',
      metadata: { filename: 'page.md', version: '2.1', tags: 'cli, setup' },
    });
    expect(await originals()).toEqual(before);

    const replaced = expectStatus(await put('guide/install.md', '# Install it'), 202).body;
    expect(replaced).toMatchObject({
      id: made.id,
      status: 'pending',
      content_hash: sha256('# Install it'),
      // What was not sent stays.
      url: 'https://docs.example.com/install',
      metadata: { version: '2.1' },
    });
    // The latest counts, without waiting for the one before.
    const latest = expectStatus(await put('guide/install.md', '# Install it now', { url: 'null' }), 202).body;
    expect(latest).toMatchObject({ id: made.id, content_hash: sha256('# Install it now') });
    expect(latest).not.toHaveProperty('url');
    expect(await originals()).toHaveLength(2);
    expect(await list()).toHaveLength(1);
    expect(await app.temporaryFiles()).toEqual([]);
  });

  it('is read again with the same content after it could not be read', async () => {
    const made = expectStatus(await put('a.md', '# A'), 202).body;
    const job = await app.store.jobs.claim('test', Date.now() + 1000, 60_000);
    if (job) await app.store.sources.fail(job, made.id, { code: 'internal', message: 'No.' });
    expect(expectStatus(await put('a.md', '# A'), 202).body).toMatchObject({ id: made.id, status: 'pending' });
    expect((await put('a.md', '# A')).status).toBe(200);
  });

  it('may be a text, which a file does not replace', async () => {
    const path = `${sources}/by-external-id/hours`;
    const text = { title: 'Hours', text: 'We open at nine.', metadata: { language: 'en' } };
    const made = expectStatus(await app.call('PUT', path, { key, body: text }), 202).body;
    expect(made).toMatchObject({ type: 'text', metadata: { title: 'Hours', language: 'en' } });
    expect((await app.call('PUT', path, { key, body: text })).status).toBe(200);
    const renamed = await app.call('PUT', path, { key, body: { ...text, title: 'Opening hours' } });
    expect(expectStatus(renamed, 202).body.id).toBe(made.id);
    expect((await put('hours', '# Hours')).body.code).toBe('not_replaceable');
  });

  it('is found by its own project only', async () => {
    const mine = expectStatus(await put('a.md', '# A'), 202).body;
    const other = await createOwnerWithProject(app, 'other');
    const path = `/v1/projects/${other.project.id}/sources/by-external-id/a.md`;
    const body = form([['file', '# A', 'a.md']]);
    const theirs = expectStatus(await app.call('PUT', path, { key: other.project.key, body }), 202).body;
    expect(theirs.id).not.toBe(mine.id);
    expect((await app.call('PUT', path, { key, body: form([['file', '# A', 'a.md']]) })).status).toBe(404);
    await app.store.projects.delete(other.project.id);
  });

  it('is one, however many requests make it at the same time', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, (_, at) => put('a.md', `# A ${at}`)));
    expect(made.filter(({ status }) => status !== 202 && status !== 429)).toEqual([]);
    expect(await list()).toHaveLength(1);
    expect(await originals()).toHaveLength(1);
  });

  it.each([
    ['a control character in its id', 'a%0Ab', {}, 'external_id'],
    ['too long an id', 'a'.repeat(501), {}, 'external_id'],
    ['nothing but spaces as its id', '%20', {}, 'external_id'],
    ['the address of no page', 'a.md', { url: 'javascript:alert(1)' }, 'url'],
    ['an address with a user name', 'a.md', { url: 'https://bank.example@evil.example/' }, 'url'],
    ['a metadata name of the server', 'a.md', { metadata: '{"filename":"x"}' }, 'metadata.filename'],
    ['an odd metadata name', 'a.md', { metadata: '{"a b":"x"}' }, 'metadata.a b'],
    ['nested metadata', 'a.md', { metadata: '{"version":{"major":"2"}}' }, 'metadata.version'],
    ['long metadata', 'a.md', { metadata: JSON.stringify({ a: 'x'.repeat(501) }) }, 'metadata.a'],
    ['metadata that is not JSON', 'a.md', { metadata: 'version=2' }, 'metadata'],
    [
      'too much metadata',
      'a.md',
      { metadata: JSON.stringify(Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`n${at}`, 'x']))) },
      'metadata',
    ],
    ['an unknown field', 'a.md', { status: 'completed' }, 'status'],
  ])('is refused with %s', async (_, id, fields, field) => {
    const refused = await put(id, '# A', fields as Record<string, string>);
    expect([refused.status, refused.body.code, refused.body.errors?.[0]?.field]).toEqual([
      400,
      'invalid_request',
      field,
    ]);
    expect(await list()).toEqual([]);
    expect(await app.temporaryFiles()).toEqual([]);
  });

  it('says what is wrong with a name of its metadata', async () => {
    const saying = async (name: string) =>
      (await put('a.md', '# A', { metadata: JSON.stringify({ [name]: 'x' }) })).body.errors?.[0]?.message;
    expect(await saying('title')).toBe('is set by the server');
    expect(await saying('a b')).toMatch(/^must have letters/);
  });

  it('has metadata under no name that the server uses', async () => {
    const { components } = (await app.call('GET', '/v1/openapi.json')).body;
    expect(Object.keys(components.schemas.SourceMetadata.properties)).toEqual([...FOUND_METADATA]);
  });

  it('is opened by citations and results at its own address, with the heading and the words that are quoted', async () => {
    const url = 'https://docs.example.com/install';
    const { id } = expectStatus(await put('guide/install.md', '# Install', { url }), 202).body;
    await publish(app.store, { projectId: owner.project.id, id }, 'Run npm install first.', 'findme npm');
    const cited = async () =>
      (await app.call('POST', `/v1/projects/${owner.project.id}/chat`, { key, body: { query: 'findme' } })).body
        .citations[0].url;
    const found = async () =>
      (await app.call('POST', `/v1/projects/${owner.project.id}/search`, { key, body: { query: 'npm' } })).body
        .results[0].url;
    const opened = `${url}#part-1:~:text=Run%20npm%20install%20first`;
    expect([await cited(), await found()]).toEqual([opened, opened]);
    await app.call('PATCH', `/v1/sources/${id}`, { key, body: { url: `${url}#first-steps` } });
    expect(await cited()).toBe(`${url}#first-steps:~:text=Run%20npm%20install%20first`);
    await app.call('PATCH', `/v1/sources/${id}`, { key, body: { url: null } });
    expect(await cited()).toMatch('/v1/passages/');
  });
});

describe('a description', () => {
  it('can be changed for any source, and is searched for', async () => {
    const { id } = expectStatus(await put('guide/install.md', '# Install'), 202).body;
    const change = (body: object) => app.call('PATCH', `/v1/sources/${id}`, { key, body });
    const changed = expectStatus(await change({ url: 'https://docs.example.com/x', metadata: { version: '3' } }), 200);
    expect(changed.body).toMatchObject({ url: 'https://docs.example.com/x', metadata: { version: '3' } });
    expect((await change({ metadata: {} })).body.metadata).not.toHaveProperty('version');
    expect((await change({ url: 'ftp://docs.example.com/x' })).status).toBe(400);
    for (const words of ['guide/inst', 'docs.example'])
      expect((await app.call('GET', `${sources}?search=${words}`, { key })).body.total).toBe(1);
  });
});

describe('a batch', () => {
  it('makes, keeps, replaces, describes and removes, with a report of each', async () => {
    const first = await batch(
      ['files', '# A', 'docs/a.md'],
      ['files', '# B', 'docs/b.md'],
      ['files', 'C', 'docs/c.txt'],
    );
    expect(expectStatus(first, 202).body).toMatchObject({ created: 3, replaced: 0, refused: 0 });
    const before = new Map((await list()).map((source: { external_id: string }) => [source.external_id, source]));
    const said = [
      { name: 'docs/a.md', url: 'https://docs.example.com/a' },
      { name: 'new.md', external_id: 'docs/d.md', metadata: { version: '2' } },
    ];
    const second = await batch(
      ['files', '# A', 'docs/a.md'],
      ['files', '# B, changed', 'docs/b.md'],
      ['files', '# D', 'new.md'],
      ['sources', JSON.stringify(said)],
      ['remove', '["docs/c.txt", "docs/never.md"]'],
    );
    expect(outcomes(expectStatus(second, 202))).toEqual([
      ['docs/c.txt', 'removed'],
      ['docs/never.md', 'absent'],
      ['docs/a.md', 'updated'],
      ['docs/b.md', 'replaced'],
      ['new.md', 'created'],
    ]);
    expect(second.body).toMatchObject({ created: 1, replaced: 1, updated: 1, unchanged: 0, removed: 1, refused: 0 });
    const after = await list();
    expect(after.map(({ external_id }: { external_id: string }) => external_id).sort()).toEqual([
      'docs/a.md',
      'docs/b.md',
      'docs/d.md',
    ]);
    for (const { external_id, id } of after)
      if (before.has(external_id)) expect((before.get(external_id) as { id: string }).id).toBe(id);
    const third = await batch(['files', '# A', 'docs/a.md']);
    expect(third.body).toMatchObject({ unchanged: 1, items: [{ outcome: 'unchanged', external_id: 'docs/a.md' }] });
    expect(await app.temporaryFiles()).toEqual([]);
  });

  it.each<[string, string, string | undefined, string]>([
    ['a line break', 'a\nb.md', 'a\nb.md', 'a b.md'],
    ['a line break that only the browser wrote', 'a\nb.md', undefined, 'a%0Ab.md'],
    ['a control character and characters that are not seen', 'a\x01\u202eb\u200c.md', undefined, 'a b.md'],
    ['what browsers write for a quotation mark', 'a%22b.md', 'a%22b.md', 'a%22b.md'],
    ['a quotation mark', 'a"b.md', 'a"b.md', 'a"b.md'],
  ])('takes a file with %s in its name once, under a name of one line', async (_, name, said, id) => {
    const details = said === undefined ? [] : [['sources', JSON.stringify([{ name: said }])] as [string, string]];
    const report = expectStatus(await batch(['files', '# A', name], ...details), 202).body;
    expect(report.items).toMatchObject([{ outcome: 'created', external_id: id }]);
    expect(await list()).toMatchObject([{ external_id: id }]);
  });

  it('refuses the view of a database that Notion exports beside all of it', async () => {
    const [boats, crew] = ['a8', 'b9'].map((start) => `Boats ${start}${'3'.repeat(30)}`);
    const report = await batch(
      ['files', 'Name\nAda', `${boats}.csv`],
      ['files', 'Name,Owner\nAda,Bo', `${boats}_all.csv`],
      ['files', 'Name\nCy', `${crew}.csv`],
      ['files', 'Name\nDi', 'crew.csv'],
      ['files', 'Name\nDi', 'crew_all.csv'],
    );
    expect(outcomes(expectStatus(report, 202))).toEqual([
      [`${boats}.csv`, 'part_of_table'],
      [`${boats}_all.csv`, 'created'],
      [`${crew}.csv`, 'created'],
      ['crew.csv', 'created'],
      ['crew_all.csv', 'created'],
    ]);
  });

  it('refuses each file by itself', async () => {
    const report = await batch(
      ['files', '# A', 'a.md'],
      ['files', '# Again', 'a.md'],
      ['files', 'MZ', 'tool.exe'],
      ['files', '', 'empty.md'],
      ['files', '<html></html>', 'not-a.pdf'],
      ['files', '# Long', `${'x'.repeat(600)}.md`],
      ['sources', '[{"name":"missing.md"}]'],
    );
    expect(outcomes(expectStatus(report, 202)).map(([, outcome]) => outcome)).toEqual([
      'sent_twice',
      'invalid_request',
      'not_sent',
      'created',
      'unsupported_file_type',
      'file_empty',
      'unsupported_file_type',
    ]);
    expect(report.body).toMatchObject({ created: 1, refused: 6 });
    expect(report.body.items.at(-1).error.message).toMatch('.pdf');
    expect(await originals()).toHaveLength(1);
  });

  it('is not done twice with the same Idempotency-Key', async () => {
    const send = (...parts: Parameters<typeof form>[0]) =>
      app.call('POST', `${sources}/batch`, { key, body: form(parts), headers: { 'idempotency-key': 'once' } });
    const nameless = ['sources', '[{"name":"a.md","external_id":null}]'] as [string, string];
    const first = expectStatus(await send(['files', '# A', 'a.md'], nameless), 202).body;
    expect(expectStatus(await send(['files', '# A', 'a.md'], nameless), 202).body).toEqual(first);
    expect(await list()).toHaveLength(1);
    const other = await send(['files', '# B', 'a.md'], nameless);
    expect([other.status, other.body.code]).toEqual([400, 'idempotency_mismatch']);
    const more = await send(['files', '# A', 'a.md'], nameless, ['remove', '["x"]']);
    expect(more.status).toBe(400);
  });

  it('makes a new source of each file without an external id', async () => {
    const nameless = ['sources', '[{"name":"a.md","external_id":null}]'] as [string, string];
    for (let turn = 0; turn < 2; turn += 1)
      expect((await batch(['files', '# A', 'a.md'], nameless)).body.items).toMatchObject([
        { outcome: 'created', external_id: null },
      ]);
    expect(await list()).toHaveLength(2);
  });

  it.each([
    ['zip', async (files: [string, string][]) => makeZip(files.map(([name, content]) => ({ name, content })))],
    [
      'tar.gz',
      async (files: [string, string][]) => {
        const tar = pack();
        for (const [name, content] of files) tar.entry({ name }, content);
        tar.entry({ name: 'docs/link.md', type: 'symlink', linkname: 'a.md' });
        tar.finalize();
        return gzipSync(await buffer(tar));
      },
    ],
  ])('may be a %s file', async (kind, made) => {
    const files: [string, string][] = [
      ['docs/a.md', '# A'],
      ['docs/logo.png', '\x89PNG'],
      ['docs/.git/config.md', 'x'],
    ];
    const archive = new Blob([new Uint8Array(await made(files))]);
    const said = ['sources', '[{"name":"docs/a.md","url":"https://docs.example.com/a"}]'] as [string, string];
    const report = expectStatus(await batch(['archive', archive, 'docs'], said), 202);
    const link = kind === 'zip' ? [] : [['docs/link.md', 'not_a_file']];
    expect(outcomes(report)).toEqual([...link, ['docs/a.md', 'created'], ['docs/logo.png', 'unsupported_file_type']]);
    expect(await list()).toMatchObject([{ external_id: 'docs/a.md', url: 'https://docs.example.com/a' }]);
    expect(await app.temporaryFiles()).toEqual([]);
  });

  it('may be an archive with line breaks in names', async () => {
    const zip = makeZip([{ name: 'docs/a\nb.md', content: '# A' }]);
    const said = ['sources', JSON.stringify([{ name: 'docs/a\nb.md', metadata: { version: '2' } }])] as [
      string,
      string,
    ];
    const report = expectStatus(await batch(['archive', new Blob([new Uint8Array(zip)]), 'docs.zip'], said), 202);
    expect(report.body.items).toMatchObject([{ outcome: 'created', external_id: 'docs/a b.md' }]);
    expect(await list()).toMatchObject([{ external_id: 'docs/a b.md', metadata: { version: '2' } }]);
  });

  it('has the pages of an archive with what they include of it', async () => {
    const files = {
      'docs/page.adoc': '= Lamp\n\ninclude::part.adoc[tag=oil]',
      'docs/part.adoc': 'tag::oil[]\nNine hours.',
    };
    const zip = makeZip(Object.entries(files).map(([name, content]) => ({ name, content })));
    const report = expectStatus(await batch(['archive', new Blob([new Uint8Array(zip)]), 'docs.zip']), 202);
    const [page] = report.body.items;
    const { metadata } = (await app.store.sources.byId(page?.source_id ?? '')) ?? {};
    expect(metadata).toMatchObject({ size: '= Lamp\n\nNine hours.'.length });
  });

  it('is refused as a whole if its form or its archive cannot be used', async () => {
    const evil = new Blob([new Uint8Array(makeZip([{ name: '../../evil.md', content: '# Evil' }]))]);
    const many = Array.from({ length: 1001 }, (_, at) => ['files', 'x', `${at}.md`] as [string, string, string]);
    for (const [parts, code] of [
      [[['archive', evil, 'a.zip']], 'invalid_archive'],
      [[['archive', 'text', 'a.zip']], 'invalid_archive'],
      [
        [
          ['archive', evil, 'a.zip'],
          ['files', '# A', 'a.md'],
        ],
        'invalid_body',
      ],
      [[['other', '# A', 'a.md']], 'invalid_body'],
      [
        [
          ['files', '# A', 'a.md'],
          ['sources', '{}'],
        ],
        'invalid_request',
      ],
      [
        [
          ['files', '# A', 'a.md'],
          ['sources', '['],
        ],
        'invalid_request',
      ],
      [
        [
          ['files', '# A', 'a.md'],
          ['remove', '[1]'],
        ],
        'invalid_request',
      ],
      [
        [
          ['files', '# A', 'a.md'],
          ['prune', 'yes'],
        ],
        'invalid_request',
      ],
      [many, 'too_many_files'],
    ] as [Parameters<typeof form>[0], string][]) {
      const refused = await batch(...parts);
      expect([refused.status, refused.body.code]).toEqual([400, code]);
    }
    expect((await app.call('POST', `${sources}/batch`, { key, body: {} })).body.code).toBe('file_required');
    expect(await list()).toEqual([]);
    expect(await app.temporaryFiles()).toEqual([]);
  });

  it('removes without a file, and is in the audit log', async () => {
    await batch(['files', '# A', 'a.md']);
    expect(outcomes(await batch(['remove', '["a.md"]']))).toEqual([['a.md', 'removed']]);
    expect(await list()).toEqual([]);
    const log = expectStatus(await app.call('GET', '/v1/auth/audit-log', { token: owner.token }), 200).body.items;
    expect(log.map(({ action }: { action: string }) => action)).toContain('sources.batch');
  });

  it('counts once against the limit', async () => {
    const limited = await startApp({ env: { rateLimits: { general: 0, chat: 0, search: 0, ingestion: 3 } } });
    // Its own source is the first.
    const { project } = await createOwnerWithProject(limited, 'limited');
    const body = form(
      Array.from({ length: 20 }, (_, at) => ['files', `# ${at}`, `${at}.md`] as [string, string, string]),
    );
    const path = `/v1/projects/${project.id}/sources/batch`;
    const sent = await limited.call('POST', path, { key: project.key, body });
    expect([sent.status, sent.body.created]).toEqual([202, 20]);
    expect((await limited.call('POST', path, { key: project.key, body: form([['remove', '[]']]) })).status).toBe(202);
    expect((await limited.call('POST', path, { key: project.key, body: form([['remove', '[]']]) })).status).toBe(429);
    await limited.close();
  });

  it('takes as many sources as the project may have, after those that are removed', async () => {
    const small = await startApp({
      env: { quotas: { projects: 9, sources: 2, bytes: null, projectBytes: null, dailyQuestions: null } },
    });
    const { project } = await createOwnerWithProject(small, 'small');
    const path = `/v1/projects/${project.id}/sources/batch`;
    const send = async (...parts: Parameters<typeof form>[0]) =>
      outcomes(await small.call('POST', path, { key: project.key, body: form(parts) }));
    // One place is that of the fixture's source.
    expect(await send(['files', '# A', 'a.md'], ['files', '# B', 'b.md'])).toEqual([
      ['a.md', 'created'],
      ['b.md', 'quota_reached'],
    ]);
    expect(await send(['files', '# B', 'b.md'], ['remove', '["a.md"]'])).toEqual([
      ['a.md', 'removed'],
      ['b.md', 'created'],
    ]);
    await small.close();
  });
});
