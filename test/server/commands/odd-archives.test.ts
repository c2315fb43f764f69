import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { type Headers, pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backup } from '../../../server/commands/backup/backup.ts';
import { restore } from '../../../server/commands/backup/restore.ts';
import { SCHEMA_VERSION } from '../../../server/store/sqlite/database/database-facts.ts';
import { openSqliteStore } from '../../../server/store/sqlite/open.ts';
import { startCommand } from '../../helpers/processes/run-command.ts';
import { runCommandHere } from '../../helpers/processes/run-command-here.ts';
import { startServer } from '../../helpers/processes/server-process.ts';
import { EMBEDDER, ingested, SILENT, withProject } from '../../helpers/stores/rows.ts';
import { settle } from '../../helpers/timing/until.ts';

const home = mkdtempSync(join(tmpdir(), 'footnote-archives-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const live = join(home, 'live');
const good = join(home, 'good.fnb');
const UPLOAD = `uploads/${'a'.repeat(32)}`;

interface Entry {
  path: string;
  bytes: Buffer;
  header?: Partial<Headers>;
}

beforeAll(async () => {
  const store = await openSqliteStore({ dataDir: live, embedder: EMBEDDER, log: SILENT });
  const { id: projectId } = await withProject(store);
  for (let n = 0; n < 40; n += 1)
    await ingested(
      store,
      projectId,
      Array.from({ length: 20 }, () => 'a text. '.repeat(200)),
    );
  await store.close();
  expect(await runCommandHere(backup, [good], { DATA_DIR: live })).toMatchObject({ code: 0 });
});

/** Builds a backup by hand. By default, its manifest matches its content. */
async function archiveOf(entries: Entry[], changes: Record<string, unknown> = {}, manifest = true): Promise<string> {
  const tar = pack();
  for (const { path, bytes, header } of entries)
    tar.entry({ name: path, ...header }, header?.type ? Buffer.alloc(0) : bytes);
  const files = entries.map(({ path, bytes }) => ({
    path,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  const counts = { accounts: 0, projects: 0, sources: 0, passages: 0, conversations: 0 };
  const whole = {
    format: 'footnote-backup',
    formatVersion: 1,
    footnote: '0.1.0',
    schema: SCHEMA_VERSION,
    createdAt: '2026-11-21T12:00:00.000Z',
    counts,
    embedder: null,
    lost: [],
    files,
    ...changes,
  };
  if (manifest) tar.entry({ name: 'manifest.json' }, JSON.stringify(whole));
  tar.finalize();
  const file = join(home, 'made.fnb');
  writeFileSync(file, zstdCompressSync(await buffer(tar)));
  return file;
}

const database = (): Entry => ({ path: 'database.sqlite', bytes: readFileSync(join(live, 'footnote.db')) });
const empty = (path: string, header?: Partial<Headers>): Entry => ({
  path,
  bytes: Buffer.from('x'),
  ...(header && { header }),
});

/** Restores into a new directory, which must still be empty afterwards. */
async function refused(file: string, words: string[] = []) {
  const place = mkdtempSync(join(home, 'place-'));
  const { code, errorOut } = await runCommandHere(restore, [file, ...words], { DATA_DIR: place });
  expect(code).toBe(1);
  expect(readdirSync(place).filter((name) => !name.startsWith('footnote.lock'))).toEqual([]);
  expect(existsSync(join(home, 'escaped'))).toBe(false);
  return errorOut;
}

describe('footnote restore', () => {
  it('accepts a valid archive', async () => {
    const place = join(home, 'fine');
    expect(await runCommandHere(restore, [await archiveOf([database()])], { DATA_DIR: place })).toMatchObject({
      code: 0,
    });
  });

  it.each<[string, () => Entry[] | Promise<string>, RegExp]>([
    ['a way out of the folder', () => [database(), empty('../escaped')], /holds a file named "..\/escaped"/],
    ['a way out within a name', () => [database(), empty('uploads/../../escaped')], /holds a file named/],
    ['an absolute name', () => [database(), empty('/tmp/escaped')], /holds a file named/],
    [
      'a link',
      () => [database(), empty(UPLOAD, { type: 'symlink', linkname: '/etc/passwd' })],
      /a symlink and not a file/,
    ],
    [
      'a hard link',
      () => [database(), empty(UPLOAD, { type: 'link', linkname: '/etc/passwd' })],
      /is a link and not a file/,
    ],
    [
      'a device',
      () => [database(), empty(UPLOAD, { type: 'character-device' })],
      /is a character-device and not a file/,
    ],
    ['a folder', () => [database(), empty('uploads', { type: 'directory' })], /is a directory and not a file/],
    ['one name twice', () => [database(), empty(UPLOAD), empty(UPLOAD)], /twice/],
    ['a file of no backup', () => [database(), empty('signing-secret')], /holds a file named "signing-secret"/],
    ['no database', () => [empty(UPLOAD)], /no database in it/],
    ['something else as its database', () => [{ path: 'database.sqlite', bytes: Buffer.alloc(4096, 7) }], /is damaged/],
    ['no manifest', () => archiveOf([database()], {}, false), /its end is missing/],
    [
      'a newer schema',
      () => archiveOf([database()], { schema: 99 }),
      new RegExp(`this version supports only ${SCHEMA_VERSION}\\.`),
    ],
    [
      'another schema than it says',
      () => archiveOf([database()], { footnote: '0.1.0', schema: SCHEMA_VERSION, format: 'other' }),
      /not the manifest of a backup/,
    ],
    ['a newer format', () => archiveOf([database()], { formatVersion: 2 }), /newer version of Footnote/],
    [
      'a hash of something else',
      () => archiveOf([database()], { files: [{ path: 'database.sqlite', size: 1, sha256: 'a'.repeat(64) }] }),
      /its file .+ is damaged/,
    ],
    ['a file that is not named', () => archiveOf([database(), empty(UPLOAD)], { files: [] }), /does not name/],
    ['a trigger in its database', () => [{ path: 'database.sqlite', bytes: withTrigger() }], /not created by Footnote/],
  ])('refuses %s, and touches nothing', async (_what, make, expected) => {
    const made = make();
    const file = Array.isArray(made) ? await archiveOf(made) : await made;
    expect(await refused(file)).toMatch(expected);
  });

  it('refuses an archive that claims to be larger than the disk before reading it', async () => {
    const tar = pack();
    tar.entry({ name: 'database.sqlite', size: 2 ** 50 }).on('error', () => undefined);
    const [head] = (await once(tar, 'data')) as [Buffer];
    const file = join(home, 'giant.fnb');
    writeFileSync(file, zstdCompressSync(Buffer.concat([head, Buffer.alloc(1 << 20)])));
    expect(await refused(file)).toMatch(/not enough space on the disk/);
  });

  it('refuses an archive that is truncated or changed anywhere', async () => {
    const whole = readFileSync(good);
    const file = join(home, 'odd.fnb');
    for (const part of [0.02, 0.5, 0.98]) {
      writeFileSync(file, whole.subarray(0, Math.floor(whole.length * part)));
      expect(await refused(file)).toMatch(/end is missing|is damaged|is not a backup/);
      const changed = Buffer.from(whole);
      const at = Math.floor(whole.length * part);
      changed[at] = (changed[at] ?? 0) ^ 0x55;
      writeFileSync(file, changed);
      expect(await refused(file)).toMatch(/cannot be used|is damaged|is not a backup/);
    }
    writeFileSync(file, 'no archive at all');
    expect(await refused(file)).toMatch(/is not a backup of Footnote/);
    expect(await refused(join(home, 'nothing'))).toMatch(/there is no file/);
  });

  it('killed at any moment leaves the previous data, or data that no server starts on', async () => {
    const place = join(home, 'killed');
    const marker = { DATA_DIR: place };
    expect(await runCommandHere(restore, [good], marker)).toMatchObject({ code: 0 });
    for (const milliseconds of [200, 400, 600, 800]) {
      const { child, ended } = startCommand(['restore', good, '--force'], marker);
      await settle(milliseconds);
      child.kill('SIGKILL');
      await ended;
      if (existsSync(join(place, 'restoring'))) {
        await expect(startServer({ dataDir: place })).rejects.toThrow(/A restore into .+ was interrupted/);
      } else {
        const store = await openSqliteStore({ dataDir: place, embedder: EMBEDDER, log: SILENT });
        expect(await store.users.count()).toBe(1);
        expect((await store.jobs.counts()).queued).toBe(0);
        await store.close();
        expect(existsSync(join(place, 'footnote.db'))).toBe(true);
      }
    }
    expect(await runCommandHere(restore, [good, '--force'], marker)).toMatchObject({ code: 0 });
    expect(existsSync(join(place, 'restoring'))).toBe(false);
  });

  it('succeeds after another was killed between two files', async () => {
    const place = join(home, 'half');
    expect(await runCommandHere(restore, [good], { DATA_DIR: place })).toMatchObject({ code: 0 });
    mkdirSync(join(place, 'restoring', 'uploads'), { recursive: true });
    await expect(startServer({ dataDir: place })).rejects.toThrow(/was interrupted. Run it again/);
    expect(await runCommandHere(restore, [good], { DATA_DIR: place })).toMatchObject({ code: 1 });
    expect(await runCommandHere(restore, [good, '--force'], { DATA_DIR: place })).toMatchObject({ code: 0 });
    await (await startServer({ dataDir: place })).stop();
  });
});

describe('footnote backup', () => {
  it('killed at any moment leaves no file under the given name', async () => {
    for (const milliseconds of [300, 500]) {
      const file = join(home, `killed-${milliseconds}.fnb`);
      const { child, ended } = startCommand(['backup', file], { DATA_DIR: live });
      await settle(milliseconds);
      child.kill('SIGKILL');
      await ended;
      if (existsSync(file)) {
        expect(await runCommandHere(restore, [file], { DATA_DIR: join(home, `of-${milliseconds}`) })).toMatchObject({
          code: 0,
        });
      }
    }
  });
});

function withTrigger(): Buffer {
  const path = join(home, 'trigger.sqlite');
  writeFileSync(path, database().bytes);
  const changed = new Database(path);
  changed.exec('create trigger sneaky after insert on users begin delete from revocations; end');
  changed.close();
  return readFileSync(path);
}
