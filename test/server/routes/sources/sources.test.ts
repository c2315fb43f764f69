import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOwnerWithProject,
  expectStatus,
  type OwnerFixture,
  publish,
  upload,
} from '../../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';
import { expectLinear } from '../../../helpers/timing/growth.ts';

let app: TestApp;
let owner: OwnerFixture;
let credential: { key: string };
beforeAll(async () => {
  app = await startApp({ env: { maxUploadMegabytes: 1 } });
  owner = await createOwnerWithProject(app, 'owner');
  credential = { key: owner.project.key };
});
afterAll(async () => {
  // No test leaves temporary files of uploads behind.
  expect(await app.temporaryFiles()).toEqual([]);
  await app.close();
});

const form = (...parts: [name: string, content: Blob | string, filename?: string][]) => {
  const data = new FormData();
  for (const [name, content, filename] of parts) {
    if (typeof content === 'string') data.append(name, content);
    else data.append(name, content, filename);
  }
  return app.call('POST', '/v1/sources/upload', { ...credential, body: data });
};
const markdown = (text = '# A') => new Blob([text]);
/** The body of a form with one part, which is a file if it is named so. */
const field = (name: string, headers = '', value = 'text') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${name === 'file' ? '; filename="a.md"' : ''}\r\n${headers}\r\n${value}\r\n--x--\r\n`;

describe('an upload', () => {
  it('is accepted as processing, notifies the worker, and can be retrieved', async () => {
    const before = app.notified();
    const called = await upload(app, credential, 'notes.md', '# Notes\n\nText.');
    expect(called.status).toBe(202);
    expect(called.body).toEqual({
      id: expect.stringMatching(/^src_/),
      content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      project_id: owner.project.id,
      type: 'file',
      status: 'processing',
      metadata: { filename: 'notes.md', content_type: 'text/markdown', size: 14 },
      chunks_count: 0,
      progress: { stage: 'queued', done: 0, total: 0 },
      error: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      completed_at: null,
    });
    expect(app.notified()).toBe(before + 1);
    expect((await app.call('GET', `/v1/sources/${called.body.id}`, credential)).body).toEqual(called.body);
    const list = await app.call('GET', `/v1/projects/${owner.project.id}/sources?limit=1`, credential);
    expect(list.body.items).toEqual([called.body]);
  });

  it('needs a project from the owner, but not with a key', async () => {
    const path = `?project_id=${owner.project.id}`;
    expect((await upload(app, { token: owner.token }, 'a.md', '# A', path)).status).toBe(202);
    const unnamed = await upload(app, { token: owner.token }, 'a.md', '# A');
    expect([unnamed.status, unnamed.body.code]).toEqual([400, 'project_id_required']);
    expect((await upload(app, credential, 'a.md', '# A', path)).status).toBe(202);
    expect((await upload(app, credential, 'a.md', '# A', '?project=1')).body.errors[0].field).toBe('project');
  });

  it.each([
    ['../../etc/passwd.md', 'passwd.md'],
    ['C:\\Users\\a\\notes.md', 'notes.md'],
    ['a\u202egnp.md', 'agnp.md'],
    ['tab\tand\u0007bell.md', 'tabandbell.md'],
    [`${'x'.repeat(5000)}.md`, `${'x'.repeat(252)}.md`],
    ['con.txt', 'con.txt'],
    ['<img src=x onerror=alert(1)>.md', '<img src=x onerror=alert(1)>.md'],
    ['日本語の資料.md', '日本語の資料.md'],
  ])('named %s is shown as %s', async (sent, shown) => {
    const called = await upload(app, credential, sent, '# A');
    expect([called.status, called.body.metadata?.filename]).toEqual([202, shown]);
  });

  it.each([
    ['an unknown extension', 'tool.exe', 'MZ', 'unsupported_file_type'],
    ['no extension', 'Setup', 'MZ\u0090', 'unsupported_file_type'],
    ['a program that says it is a PDF', 'a.pdf', 'MZ\u0090', 'unsupported_file_type'],
    ['a PDF that says it is Markdown', 'a.md', '%PDF-1.7\n', 'unsupported_file_type'],
    ['text that says it is a Word file', 'a.docx', 'hello', 'unsupported_file_type'],
    ['nothing in it', 'a.md', '', 'file_empty'],
  ])('with %s is refused', async (_, name, content, code) => {
    const called = await upload(app, credential, name, content);
    expect([called.status, called.body.code]).toEqual([400, code]);
  });

  it('is told which formats there are only where its own is none of them', async () => {
    const { body: damaged } = await upload(app, credential, 'a.pdf', 'not a PDF any more');
    expect(damaged.detail).toBe(
      'The content of this file does not match its extension (.pdf). It is damaged, or of another type.',
    );
    const { body: unknown } = await upload(app, credential, 'tool.exe', 'MZ');
    expect(unknown.detail).toMatch(/^This file type is not supported\. Supported are PDF \(/);
  });

  it('that is too large is refused, however its length is declared', async () => {
    const large = new Uint8Array(1024 * 1024 + 1).fill(97);
    const known = await upload(app, credential, 'large.txt', large);
    expect([known.status, known.body.code]).toEqual([400, 'file_too_large']);
    const much = await upload(app, credential, 'large.txt', new Uint8Array(3 * 1024 * 1024).fill(97));
    expect([much.status, much.body.code]).toEqual([400, 'file_too_large']);
    expect((await upload(app, credential, 'fits.txt', large.subarray(1))).status).toBe(202);

    // Chunked, so its length is unknown.
    const boundary = 'b0undary';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n`;
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(head));
        for (let part = 0; part < 20; part++) controller.enqueue(large.subarray(0, 100_000));
        controller.close();
      },
    });
    const response = await fetch(`${app.url}/v1/sources/upload`, {
      method: 'POST',
      headers: { 'x-api-key': credential.key, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
      // Required for a body of unknown length, but missing in the types.
      ...{ duplex: 'half' },
    });
    expect([response.status, (await response.json()).code]).toEqual([400, 'file_too_large']);
  });

  it('needs exactly one field', async () => {
    expect((await form(['document', markdown(), 'a.md'])).body.code).toBe('file_required');
    expect((await form(['file', 'just text'])).body.code).toBe('file_required');
    expect((await form()).status).toBe(400);
    const two = await form(['file', markdown(), 'a.md'], ['file', markdown(), 'b.md']);
    expect([two.status, two.body.code]).toEqual([400, 'invalid_body']);
    const extra = await form(['file', markdown(), 'a.md'], ['title', 'Mine']);
    expect(extra.body.errors).toEqual([{ field: 'title', message: 'is not a known field' }]);
    const json = await app.call('POST', '/v1/sources/upload', { ...credential, body: { file: 'x' } });
    expect([json.status, json.body.code]).toEqual([400, 'file_required']);
  });

  it.each<[how: string, disposition: string, filename: string, type: string]>([
    ['in Latin-1', 'filename="Gr\xf6\xdfe.csv"', 'Größe.csv', 'text/csv'],
    ['as an encoded word', 'filename="=?utf-8?B?R3LDtsOfZS5hZG9j?="', 'Größe.adoc', 'text/asciidoc'],
    [
      'in both ways',
      `filename="=?utf-8?B?R3LDtsOfZS50eHQ=?="; filename*=utf-8''Gr%C3%B6%C3%9Fe.rst`,
      'Größe.rst',
      'text/x-rst',
    ],
    ['with a path and a turn of direction in it', "filename*=utf-8''..%2Fa%E2%80%AEgnp.md", 'agnp.md', 'text/markdown'],
    [
      'with a joiner',
      "filename*=utf-8''%DA%A9%D8%AA%D8%A7%D8%A8%E2%80%8C%D9%87%D8%A7.md",
      'کتاب\u200cها.md',
      'text/markdown',
    ],
  ])('is known by its name that was sent %s', async (_, disposition, filename, content_type) => {
    const body = `--x\r\nContent-Disposition: form-data; name=file; ${disposition}\r\n\r\nA;B\r\n1;2\r\n--x--\r\n`;
    const response = await fetch(`${app.url}/v1/sources/upload`, {
      method: 'POST',
      headers: { 'x-api-key': credential.key, 'content-type': 'multipart/form-data; boundary=x' },
      body: Buffer.from(body, 'latin1'),
    });
    expect([response.status, (await response.json()).metadata]).toMatchObject([202, { filename, content_type }]);
  });

  it('names a field that it does not know as it was sent', async () => {
    const extra = await form(['file', markdown(), 'a.md'], ['größe', 'ß']);
    expect(extra.body.errors).toEqual([{ field: 'größe', message: 'is not a known field' }]);
  });

  describe('without a content type, as some clients send one', () => {
    const part = (filename: string, content: string) =>
      `--x\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n${content}\r\n--x--\r\n`;
    const AS_FORM = { 'content-type': 'multipart/form-data; boundary=x' };

    it.each(['/v1/sources/upload', '/v1/sources'])(
      'is taken by its name and its first bytes: POST %s',
      async (path) => {
        const text = `# Kept\n\n${'Every byte of it. '.repeat(20_000)}`;
        const accepted = expectStatus(
          await app.call('POST', path, { ...credential, body: part('kept.md', text), headers: AS_FORM }),
          202,
        ).body;
        expect(accepted.metadata).toEqual({ filename: 'kept.md', content_type: 'text/markdown', size: text.length });
        const { fileId } = (await app.store.sources.byId(accepted.id)) ?? {};
        const kept = await app.store.files.find(fileId ?? '');
        expect(kept && (await textOf(kept.stream()))).toBe(text);
        for (const [name, content, code] of [
          ['tool.exe', 'MZ', 'unsupported_file_type'],
          ['not-a.pdf', '<html></html>', 'unsupported_file_type'],
          ['file', '\x7fELF\x02', 'unsupported_file_type'],
          ['', 'PK\x03\x04', 'unsupported_file_type'],
          ['empty.md', '', 'file_empty'],
        ] as const) {
          const refused = await app.call('POST', path, { ...credential, body: part(name, content), headers: AS_FORM });
          expect([refused.status, refused.body.code]).toEqual([400, code]);
        }
        expect(await app.temporaryFiles()).toEqual([]);
      },
    );

    it.each([
      ['file', 'Plain words.', 'text/plain', 'file'],
      ['-', '# A heading\n\nIts text.', 'text/markdown', 'file'],
      ['', '<!doctype html><title>A page</title>', 'text/html', 'file'],
      ['report', '%PDF-1.7\n', 'application/pdf', 'report'],
    ])('is taken by its content if its name %j says nothing', async (name, content, content_type, filename) => {
      for (const type of ['', 'Content-Type: application/octet-stream\r\n']) {
        const body = part(name, content).replace('\r\n\r\n', `\r\n${type}\r\n`);
        const called = await app.call('POST', '/v1/sources/upload', { ...credential, body, headers: AS_FORM });
        expect(expectStatus(called, 202).body.metadata).toMatchObject({ filename, content_type });
      }
    });

    it.each([
      'application/octet-stream',
      'binary/octet-stream',
      'TEXT/HTML; CHARSET="UTF-8"',
      'text/html,text/html',
      'text/plain',
      'application/pdf',
      'image/png',
      'html',
      ';',
    ])('is taken by its name, whatever its content type says: %s', async (type) => {
      const body = part('kept.html', '<p>Kept').replace('\r\n\r\n', `\r\nContent-Type: ${type}\r\n\r\n`);
      const called = await app.call('POST', '/v1/sources/upload', { ...credential, body, headers: AS_FORM });
      expect(expectStatus(called, 202).body.metadata).toMatchObject({
        filename: 'kept.html',
        content_type: 'text/html',
      });
    });

    it('replaces another: PUT /v1/sources/{id}/file', async () => {
      const alone = await startApp();
      const { project } = await createOwnerWithProject(alone, 'alone');
      await publish(alone.store, { projectId: project.id, id: project.sourceId }, 'Old text.');
      const put = (body: string) =>
        alone.call('PUT', `/v1/sources/${project.sourceId}/file`, { key: project.key, body, headers: AS_FORM });
      expect((await put(part('tool.exe', 'MZ'))).body.code).toBe('unsupported_file_type');
      expect(expectStatus(await put(part('second.md', '# Second')), 202).body.status).toBe('pending');
      await alone.close();
    });
  });

  it.each([
    ['no boundary', 'multipart/form-data', '--x\r\n\r\n'],
    [
      'no end',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\nContent-Type: text/plain\r\n\r\ntext',
    ],
    ['garbage', 'multipart/form-data; boundary=x', '\u0000\u0001garbage'],
    [
      'no name',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data\r\nContent-Type: text/plain\r\n\r\ntext\r\n--x--\r\n',
    ],
    [
      'an odd encoding',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: x-odd\r\n\r\ntext\r\n--x--\r\n',
    ],
    [
      'a thousand fields',
      'multipart/form-data; boundary=x',
      `${Array.from({ length: 1000 }, (_, at) => `--x\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n1\r\n`).join('')}--x--\r\n`,
    ],
    ['a name of brackets', 'multipart/form-data; boundary=x', field(`a${'[b]'.repeat(10_000)}`)],
    ['a name of a megabyte', 'multipart/form-data; boundary=x', field('a'.repeat(1_000_000))],
    ['the name of a prototype', 'multipart/form-data; boundary=x', field('__proto__')],
    [
      'a header of a megabyte',
      'multipart/form-data; boundary=x',
      field('file', `X-Long: ${'a'.repeat(1_000_000)}\r\n`),
    ],
    ['headers without end', 'multipart/form-data; boundary=x', field('file', 'X-Short: a\r\n'.repeat(50_000))],
    ['another boundary', 'multipart/form-data; boundary=other', field('file')],
    ['a boundary of 10 kB', `multipart/form-data; boundary=${'x'.repeat(10_000)}`, field('file')],
    ['a value of a megabyte', 'multipart/form-data; boundary=x', field('title', '', 'a'.repeat(1_100_000))],
  ])('as a form with %s is a 400, and leaves nothing behind', async (_, type, body) => {
    const called = await app.call('POST', '/v1/sources/upload', {
      ...credential,
      headers: { 'content-type': type },
      body,
    });
    expect(called.status).toBe(400);
    await expect.poll(() => app.temporaryFiles()).toEqual([]);
  });

  it.each<[string, number, (many: number) => string]>([
    ['letters of a name', 1_000_000, (many) => field('a'.repeat(many))],
    ['brackets of a name', 300_000, (many) => field(`a${'[b]'.repeat(many)}`)],
    ['letters of a header', 1_000_000, (many) => field('file', `X-Long: ${'a'.repeat(many)}\r\n`)],
    ['headers', 50_000, (many) => field('file', 'X-Short: a\r\n'.repeat(many))],
  ])('as a form with any number of %s is refused in linear time', (_, most, form) =>
    expectLinear(most, (many) =>
      app.call('POST', '/v1/sources/upload', {
        ...credential,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: form(many),
      }),
    ),
  );

  it('that is aborted at any point leaves no file behind', async () => {
    const { port } = new URL(app.url);
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\nContent-Type: text/plain\r\n\r\n`;
    // Even at once, before the server listens to the connection.
    for (const wait of [0, 1, 2, 3, 5, 60]) {
      for (const sent of [0, 10, head.length, head.length + 1, 20_000, 200_000]) {
        const socket = connect(Number(port), '127.0.0.1');
        const body = head + 'a'.repeat(300_000);
        socket.write(
          `POST /v1/sources/upload HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${credential.key}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 500000\r\n\r\n${body.slice(0, sent)}`,
        );
        await new Promise((resolve) => setTimeout(resolve, wait));
        socket.destroy();
      }
    }
    await expect.poll(() => app.temporaryFiles()).toEqual([]);
    expect((await app.call('GET', '/health')).status).toBe(200);
  });

  it('is not even read if it is not allowed', async () => {
    const body = new FormData();
    body.append('file', markdown('x'.repeat(500_000)), 'a.md');
    const path = `/v1/sources/upload?project_id=proj_unknown`;
    expect((await app.call('POST', path, { token: owner.token, body })).status).toBe(404);
    expect((await app.call('POST', path, { body })).status).toBe(401);
  });
});

describe('a deleted source', () => {
  it('is gone, with its file, and cannot be deleted twice', async () => {
    const { id } = (await upload(app, credential, 'gone.md', '# Gone')).body;
    const fileId = (await app.store.sources.byId(id))?.fileId ?? '';
    expect(await app.store.files.find(fileId)).not.toBeNull();
    const gone = await app.call('DELETE', `/v1/sources/${id}`, credential);
    expect([gone.status, gone.body]).toEqual([200, { id, deleted: true }]);
    expect((await app.call('DELETE', `/v1/sources/${id}`, credential)).status).toBe(404);
    expect((await app.call('GET', `/v1/sources/${id}`, credential)).status).toBe(404);
    expect(await app.store.files.find(fileId)).toBeNull();
  });
});

describe('a source that is read again', () => {
  it('is queued once, with the same key at every attempt, and counts against the limit of its project', async () => {
    const alone = await startApp({ env: { rateLimits: { general: 0, chat: 0, search: 0, ingestion: 5 } } });
    const { token, project } = await createOwnerWithProject(alone, 'alone');
    await publish(alone.store, { projectId: project.id, id: project.sourceId }, 'Old text.');
    const sync = (credential: { key?: string; token?: string }, headers = {}) =>
      alone.call('POST', `/v1/sources/${project.sourceId}/sync`, { ...credential, headers });
    const keyed = { 'idempotency-key': 'again' };
    const first = await sync({ token }, keyed);
    expect(first.body).toMatchObject({ id: project.sourceId, status: 'pending', chunks_count: 1, error: null });
    expect([first.status, (await sync({ token }, keyed)).text]).toEqual([202, first.text]);
    const busy = await sync({ key: project.key });
    expect([busy.status, busy.body.code, busy.headers.get('retry-after')]).toEqual([429, 'in_progress', '5']);
    // With the upload, four of the five per minute are used: requests of owner and key count together.
    expect((await alone.call('POST', `/v1/projects/${project.id}/ingestion/url`, { token, body: {} })).status).toBe(
      400,
    );
    expect((await sync({ key: project.key })).body.code).toBe('rate_limited');
    await alone.close();
  });
});

describe('a text', () => {
  it('is accepted with a title, and refused if either is missing', async () => {
    const add = (body: unknown) => app.call('POST', '/v1/sources', { ...credential, body });
    const called = await add({ type: 'text', title: ' Notes ', text: 'Some text.' });
    expect(called.body).toMatchObject({ type: 'text', status: 'processing', metadata: { title: 'Notes' } });
    for (const [body, field] of [
      [{ type: 'text', text: 'a' }, 'title'],
      [{ type: 'text', title: 'a' }, 'text'],
      [{ type: 'text', title: 'a', text: ' \n' }, 'text'],
      [{ type: 'text', title: 'a', text: 'b', url: 'x' }, 'url'],
      [{ title: 'a', text: 'b' }, 'type'],
    ] as const) {
      expect((await add(body)).body).toMatchObject({ code: 'invalid_request', errors: [{ field }] });
    }
    expect((await add({ type: 'text', title: 'a', text: 'x'.repeat(1024 * 1024) })).body.code).toBe('body_too_large');
    expect(
      (await app.call('POST', '/v1/sources', { token: owner.token, body: { type: 'url', url: 'x' } })).body.code,
    ).toBe('project_id_required');
  });

  it('may also be a file at the same address', async () => {
    const body = new FormData();
    body.append('file', markdown(), 'a.md');
    const called = await app.call('POST', '/v1/sources', { ...credential, body });
    expect(called.body).toMatchObject({ type: 'file', status: 'processing', metadata: { filename: 'a.md' } });
  });
});
