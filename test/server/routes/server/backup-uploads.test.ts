import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, zstdCompressSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createBackupUploads } from '../../../../server/services/server/backup-uploads.ts';
import { createOwner, createOwnerWithProject, type OwnerFixture } from '../../../helpers/server/owner-with-project.ts';
import { type Called, startApp, type TestApp } from '../../../helpers/server/test-app.ts';
import { querySqlite } from '../../../helpers/stores/rows.ts';
import { until } from '../../../helpers/timing/until.ts';

const MB = 2 ** 20;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const outcome = ({ status, body }: Called) => `${status} ${body.code ?? ''}`.trim();

describe('the upload of a backup', () => {
  let app: TestApp;
  let operator: OwnerFixture;
  let other: { token: string };
  /** A real backup of this server. */
  let backup: Buffer<ArrayBuffer>;
  beforeAll(async () => {
    app = await startApp();
    operator = await createOwnerWithProject(app, 'operator');
    other = await createOwner(app, 'other@example.org');
    await call('POST', 'backups', {});
    const [{ name }] = (await settled()).backups;
    backup = readFileSync(join(app.dataDir, 'backups', name));
    await call('DELETE', `backups/folder/${name}`);
  });
  afterEach(async () => {
    const { upload, backups } = await settled();
    if (upload) await call('DELETE', `backup-uploads/${upload.id}`);
    for (const { name } of backups) await call('DELETE', `backups/folder/${name}`);
    // Nothing is left of any of them.
    expect(readdirSync(join(app.dataDir, 'backups'))).toEqual([]);
    expect(readdirSync(app.dataDir).filter((entry) => /restoring|replaced/.test(entry))).toEqual([]);
    expect(await app.temporaryFiles()).toEqual([]);
  });
  afterAll(() => app.close());

  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, `/v1/server/${path}`, { token: operator.token, body });
  const settled = async () => {
    await until(async () => (await call('GET', 'backups')).body.running === null, 'the work has ended');
    return (await call('GET', 'backups')).body;
  };
  const begin = async (body: object = {}) => {
    const { body: upload } = await call('POST', 'backup-uploads', body);
    return upload as { id: string; name: string };
  };
  const form = (bytes: Uint8Array<ArrayBuffer>, fields: Record<string, string>) => {
    const made = new FormData();
    made.append('file', new Blob([bytes]), '../../../etc/passwd');
    for (const [name, text] of Object.entries(fields)) made.append(name, text);
    return made;
  };
  const append = (id: string, bytes: Uint8Array<ArrayBuffer>, offset: number, fields: Record<string, string> = {}) =>
    call('PUT', `backup-uploads/${id}`, form(bytes, { offset: String(offset), ...fields }));
  /** Uploads all of it as one part, and returns what came of its examination. */
  const uploaded = async (bytes: Uint8Array<ArrayBuffer>, order: object = {}) => {
    const { id } = await begin(order);
    const sent = await append(id, bytes, 0);
    if (sent.status !== 200) return outcome(sent);
    await call('POST', `backup-uploads/${id}/finish`);
    return (await settled()).examined;
  };

  it('is in parts, of which each is checked, and ends with a dry run that makes it a backup like any other', async () => {
    const begun = await call('POST', 'backup-uploads', { size: backup.length, sha256: sha256(backup) });
    expect([begun.status, begun.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^bup_/),
        name: expect.stringMatching(/^footnote-uploaded-\d{4}-.*Z\.fnb$/),
        size: backup.length,
        received: 0,
        started_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ]);
    const { id, name } = begun.body;
    const half = Math.floor(backup.length / 2);
    const first = backup.subarray(0, half);
    expect((await append(id, first, 0, { sha256: sha256(first) })).body).toMatchObject({ id, received: half });
    // Only its owner can read what has arrived, and no list of backups shows it.
    expect(statSync(join(app.dataDir, 'backups', '.upload', name)).mode & 0o777).toBe(0o600);
    expect((await call('GET', 'backups')).body).toMatchObject({ backups: [], upload: { id, received: half } });
    expect(outcome(await call('POST', `backup-uploads/${id}/finish`))).toBe('400 upload_incomplete');
    expect((await append(id, backup.subarray(half), half)).body.received).toBe(backup.length);

    const finished = await call('POST', `backup-uploads/${id}/finish`);
    expect([finished.status, finished.body.running.step]).toEqual([202, 'examining']);
    const report = await settled();
    expect(report).toMatchObject({
      upload: null,
      examined: { name, error: null, preview: { counts: { accounts: 2, projects: 1, sources: 1 } } },
      backups: [{ name, place: 'folder', origin: 'upload', size: backup.length }],
    });
    expect(readFileSync(join(app.dataDir, 'backups', name)).equals(backup)).toBe(true);
    expect((await call('PUT', 'restore', { name })).body.planned_restore.name).toBe(name);
    await call('DELETE', 'restore');
    const { items } = (await app.call('GET', '/v1/server/audit-log', { token: operator.token })).body;
    expect(
      items.slice(0, 4).map(({ action, target }: { action: string; target: { id: string } }) => [action, target?.id]),
    ).toEqual([
      ['backups.cancel-restore', name],
      ['backups.restore', name],
      ['backup-uploads.finish', name],
      ['backup-uploads.create', name],
    ]);
  });

  it('goes on from where the connection broke, and from nowhere else', async () => {
    const { id } = await begin({ size: backup.length });
    await append(id, backup.subarray(0, 1000), 0);
    const expected = { detail: 'The upload has 1000 bytes. Go on from there.', code: 'wrong_offset' };
    for (const offset of [0, 999, 1001, backup.length])
      expect((await append(id, backup.subarray(1000), offset)).body).toMatchObject(expected);
    // A part whose request is cut off leaves nothing.
    const cut = new AbortController();
    const body = Readable.toWeb(
      Readable.from(
        (async function* () {
          yield `--x\r\ncontent-disposition: form-data; name="offset"\r\n\r\n1000\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="p"\r\n\r\n`;
          yield backup.subarray(1000, 2000);
          cut.abort();
        })(),
      ),
    );
    await fetch(`${app.url}/v1/server/backup-uploads/${id}`, {
      ...{ method: 'PUT', body: body as unknown as BodyInit, duplex: 'half', signal: cut.signal },
      headers: { authorization: `Bearer ${operator.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    }).catch(() => undefined);
    expect((await call('GET', `backup-uploads/${id}`)).body.received).toBe(1000);
    // Of two parts for the same place, one is taken.
    const both = await Promise.all([1, 2].map(() => append(id, backup.subarray(1000, 3000), 1000)));
    expect(both.map(outcome).sort()).toEqual(['200', '400 wrong_offset']);
    expect((await append(id, backup.subarray(3000), 3000)).body.received).toBe(backup.length);
  });

  it('takes each part whole or not at all', async () => {
    const { id } = await begin({ size: backup.length });
    const refused = async (sent: Promise<Called>) => [
      outcome(await sent),
      (await call('GET', `backup-uploads/${id}`)).body.received,
    ];
    expect(await refused(append(id, backup, 0, { sha256: sha256(Buffer.from('x')) }))).toEqual(['400 part_damaged', 0]);
    expect(await refused(append(id, backup, 0, { sha256: 'abc' }))).toEqual(['400 invalid_request', 0]);
    expect(await refused(append(id, backup, -1))).toEqual(['400 invalid_request', 0]);
    expect(await refused(append(id, Buffer.concat([backup, Buffer.from('x')]), 0))).toEqual(['400 upload_too_long', 0]);
    expect(await refused(append(id, Buffer.alloc(0), 0))).toEqual(['400 file_empty', 0]);
    expect(await refused(append(id, Buffer.alloc(16 * MB + 1), 0))).toEqual(['400 part_too_large', 0]);
    expect(await refused(call('PUT', `backup-uploads/${id}`, form(backup, {})))).toEqual(['400 invalid_request', 0]);
    expect(outcome(await call('POST', `backup-uploads/${id}/finish`))).toBe('400 file_empty');
  });

  it('is one at a time, and is for the operator alone', async () => {
    const { id } = await begin();
    expect(outcome(await call('POST', 'backup-uploads', {}))).toBe('400 upload_unfinished');
    const attempts = [
      ['POST', '', {}],
      ['GET', `/${id}`, undefined],
      ['PUT', `/${id}`, form(backup, { offset: '0' })],
      ['POST', `/${id}/finish`, undefined],
      ['DELETE', `/${id}`, undefined],
    ] as const;
    for (const [method, path, body] of attempts) {
      const tried = await app.call(method, `/v1/server/backup-uploads${path}`, { token: other.token, body });
      expect(outcome(tried), `${method} ${path}`).toBe('403 operator_required');
    }
    expect((await call('GET', `backup-uploads/${id}`)).body.received).toBe(0);
    expect((await call('DELETE', `backup-uploads/${id}`)).body.upload).toBeNull();
    expect(outcome(await call('DELETE', `backup-uploads/${id}`))).toBe('404 not_found');
    expect(outcome(await append(id, backup, 0))).toBe('404 not_found');
  });

  it('is refused with its first bytes if it is no backup, however they are sent', async () => {
    expect(await uploaded(Buffer.from('PK\x03\x04 a zip file'))).toBe('400 not_a_backup');
    const { id } = await begin();
    expect((await append(id, backup.subarray(0, 2), 0)).body.received).toBe(2);
    expect(outcome(await append(id, Buffer.from('no'), 2))).toBe('400 not_a_backup');
    expect((await call('GET', 'backups')).body.upload).toBeNull();
  });

  const database = () => Buffer.from(readFileSync(join(app.dataDir, 'footnote.db')));
  const manifest = (files: { path: string; size: number; sha256: string }[], changed: object = {}) =>
    Buffer.from(
      JSON.stringify({
        ...{ format: 'footnote-backup', formatVersion: 1, footnote: '9.9.9', schema: 1, embedder: null, lost: [] },
        createdAt: '2026-01-31T12:00:00.000Z',
        counts: { accounts: 0, projects: 0, sources: 0, passages: 0, conversations: 0 },
        ...{ files, ...changed },
      }),
    );
  /** A tar file with these entries, compressed as a backup is. */
  const archive = async (entries: [name: string, bytes: Buffer][]) => {
    const tar = pack();
    for (const [name, bytes] of entries) tar.entry({ name }, bytes);
    tar.finalize();
    const parts: Buffer[] = [];
    await pipeline(tar, createZstdCompress(), async (bytes) => {
      for await (const some of bytes) parts.push(some as Buffer);
    });
    return Buffer.concat(parts);
  };
  const entry = (path: string, bytes: Buffer) => ({ path, size: bytes.length, sha256: sha256(bytes) });

  it.each<[string, () => Promise<Buffer<ArrayBuffer>> | Buffer<ArrayBuffer>, RegExp]>([
    ['cut off', () => backup.subarray(0, backup.length - 500), /^The file (is damaged|cannot be used): /],
    [
      'changed in the middle',
      () => Buffer.concat([backup.subarray(0, 3000), randomBytes(100), backup.subarray(3100)]),
      /^The file (is damaged|cannot be used): /,
    ],
    ['Zstandard and no archive', () => Buffer.from(zstdCompressSync(randomBytes(100_000))), /^The file /],
    [
      'an archive with a name that leads out of its folder',
      () => archive([['../../escaped.txt', Buffer.from('x')]]),
      /^The file cannot be used: it holds a file named "\.\.\/\.\.\/escaped\.txt", which a backup does not\.$/,
    ],
    [
      'an archive with an absolute name',
      () => archive([['/etc/cron.d/x', Buffer.from('x')]]),
      /which a backup does not\.$/,
    ],
    [
      'of a newer schema',
      () => {
        const bytes = database();
        const files = [entry('database.sqlite', bytes)];
        return archive([
          ['database.sqlite', bytes],
          ['manifest.json', manifest(files, { schema: 9_999 })],
        ]);
      },
      /it was written by Footnote 9\.9\.9 and has schema version 9999, but this version supports only \d+\./,
    ],
    [
      'with a database that is none',
      () => {
        const bytes = Buffer.from('SQLite format 4');
        return archive([
          ['database.sqlite', bytes],
          ['manifest.json', manifest([entry('database.sqlite', bytes)])],
        ]);
      },
      /^The file cannot be used: its database is damaged/,
    ],
    ['with a header of 64 MB', () => longHeader(), /^The file cannot be used: its headers are too large\.$/],
  ])('is not kept if it is %s, in words', async (_what, make, error) => {
    const examined = await uploaded(Buffer.from(await make()));
    expect(examined).toMatchObject({ error: expect.stringMatching(error), preview: null });
    expect(examined.error).not.toContain(app.dataDir);
    expect((await settled()).backups).toEqual([]);
  });

  /** A tar file of a few kilobytes whose first header declares a name of 64 MB. */
  async function longHeader(): Promise<Buffer<ArrayBuffer>> {
    const tar = pack();
    const header = { name: 'x', pax: { path: 'a'.repeat(64 * MB) } };
    tar.entry(header, 'x');
    tar.finalize();
    const parts: Buffer[] = [];
    await pipeline(tar, createZstdCompress(), async (bytes) => {
      for await (const some of bytes) parts.push(some as Buffer);
    });
    return Buffer.concat(parts);
  }

  it('is not kept if its SHA-256 is another than the one that was announced', async () => {
    const examined = await uploaded(backup, { sha256: sha256(Buffer.from('another')) });
    expect(examined).toMatchObject({ error: expect.stringContaining('another SHA-256'), preview: null });
  });

  it('that is larger unpacked than the disk has room for changes nothing, and may be tried again', async () => {
    // A few kilobytes that declare a database of a petabyte.
    const tar = pack();
    tar.entry({ name: 'database.sqlite', size: 1e15 });
    const [header] = (await once(tar, 'data')) as [Buffer];
    const bomb = Buffer.from(zstdCompressSync(Buffer.concat([header, Buffer.alloc(4 * MB)])));
    const examined = await uploaded(bomb);
    expect(examined.error).toMatch(/^The file cannot be used: there is not enough space on the disk for its files\.$/);
    const { upload } = await settled();
    expect(upload.received).toBe(bomb.length);
    expect((await call('POST', `backup-uploads/${upload.id}/finish`)).status).toBe(202);
  });

  it('can be stopped while it is examined, and then finished or given up', async () => {
    const { id } = await begin();
    await append(id, backup, 0);
    expect((await call('POST', `backup-uploads/${id}/finish`)).status).toBe(202);
    const meanwhile = await call('DELETE', `backup-uploads/${id}`);
    expect(['400 backup_running', '404 not_found']).toContain(outcome(meanwhile));
    await call('DELETE', 'backups/running');
    const { upload, backups } = await settled();
    if (upload === null) expect(backups).toHaveLength(1);
    else expect((await call('POST', `backup-uploads/${id}/finish`)).status).toBe(202);
  });

  it('is forgotten a day after its last part', async () => {
    const { id, name } = await begin();
    await append(id, backup, 0);
    const before = new Date(Date.now() - 25 * 60 * 60_000);
    utimesSync(join(app.dataDir, 'backups', '.upload', name), before, before);
    expect((await call('GET', 'backups')).body.upload).toBeNull();
    expect(outcome(await append(id, backup, backup.length))).toBe('404 not_found');
    expect(app.log.join('\n')).toContain('backup_upload_expired');
  });

  it('that was killed while it began is not there', async () => {
    const { id } = await begin();
    writeFileSync(join(app.dataDir, 'backups', '.upload', 'upload.json'), '{"id":');
    expect(outcome(await call('GET', `backup-uploads/${id}`))).toBe('404 not_found');
    const again = await begin();
    rmSync(join(app.dataDir, 'backups', '.upload', again.name));
    expect((await call('GET', 'backups')).body.upload).toBeNull();
    await begin();
  });

  it('brings the whole data of another server', async () => {
    const there = await startApp();
    try {
      const { token } = await createOwner(there, 'new@example.org');
      const ask = (method: string, path: string, body?: unknown) =>
        there.call(method, `/v1/server/${path}`, { token, body });
      const { id } = (await ask('POST', 'backup-uploads', { size: backup.length })).body;
      await ask('PUT', `backup-uploads/${id}`, form(backup, { offset: '0' }));
      await ask('POST', `backup-uploads/${id}/finish`);
      await until(async () => (await ask('GET', 'backups')).body.running === null, 'it is examined');
      expect((await ask('GET', 'backups')).body.examined).toMatchObject({
        error: null,
        preview: {
          present: { counts: { accounts: 1, projects: 0 } },
          lost_since: { accounts: 1 },
          comes_back: { accounts: 2, projects: 1, sources: 1, conversations: 1 },
        },
      });
      expect(querySqlite(there.dataDir, 'select email from users')).toEqual([{ email: 'new@example.org' }]);
    } finally {
      await there.close();
    }
  });
});

describe('the upload of a backup to a disk that is nearly full', () => {
  it('is refused before it begins, and says how much is missing', async () => {
    const app = await startApp({ env: { minimumFree: 1e15 } });
    try {
      const { token } = await createOwner(app, 'operator@example.org');
      const refused = await app.call('POST', '/v1/server/backup-uploads', { token, body: { size: 5e9 } });
      expect(outcome(refused)).toBe('500 storage_full');
      expect(refused.body.detail).toMatch(/^The backup needs .* of free space on the server, and .* are free\./);
    } finally {
      await app.close();
    }
  });

  it('is refused as soon as the room is gone, and goes on when there is some', async () => {
    const bytes = Buffer.from(zstdCompressSync(randomBytes(1000)));
    let received = 0;
    let full = false;
    const upload = { id: 'bup_1', name: 'a.fnb', size: null, sha256: null, startedAt: 0, changedAt: 0 };
    const uploads = createBackupUploads({
      storage: {
        magic: bytes.subarray(0, 4),
        current: async () => ({ ...upload, received }),
        begin: async () => undefined,
        assertRoom: async () => {
          if (full) throw Object.assign(new Error(), { code: 'storage_full' });
        },
        append: async (_upload, some) => {
          received += some.length;
        },
        examine: async () => Promise.reject(new Error()),
        publish: async () => undefined,
        discard: async () => undefined,
      },
      backups: { requireSupport: () => undefined, examineBy: () => undefined },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined },
      now: () => 0,
    });
    const folder = mkdtempSync(join(tmpdir(), 'footnote-part-'));
    try {
      const path = join(folder, 'part');
      writeFileSync(path, bytes);
      const part = { path, sha256: undefined };
      await uploads.append('bup_1', { ...part, offset: 0 });
      full = true;
      await expect(uploads.append('bup_1', { ...part, offset: bytes.length })).rejects.toMatchObject({
        code: 'storage_full',
      });
      full = false;
      expect((await uploads.append('bup_1', { ...part, offset: bytes.length })).received).toBe(2 * bytes.length);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
