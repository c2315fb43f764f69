import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../server/store/sqlite/open.ts';
import { databaseFile, EMBEDDER, SILENT, temporaryPlaces, withProject } from '../../../helpers/stores/rows.ts';

const CHILD = fileURLToPath(new URL('./writing-process.ts', import.meta.url));

describe('opening the embedded store', () => {
  const places = temporaryPlaces();
  afterEach(() => places.clear());
  const open = async (dataDir: string, embedder = EMBEDDER) =>
    places.track(await openSqliteStore({ dataDir, embedder, log: SILENT }));

  it('finds everything again', async () => {
    const directory = places.directory();
    const first = await open(directory);
    const project = await withProject(first);
    await places.close(first);
    const second = await open(directory);
    expect(await second.projects.byId(project.id)).toEqual(project);
    await second.ping();
  });

  it('makes the directory and keeps what is in it to its user', async () => {
    const directory = join(places.directory(), 'new', 'data');
    await open(directory);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const mode = statSync(join(directory, entry.name)).mode & 0o777;
      expect([entry.name, mode]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600]);
    }
  });

  it('refuses a second opening of a directory in use, and the first works on', async () => {
    const directory = places.directory();
    const first = await open(directory);
    await expect(open(directory)).rejects.toThrow(`Another Footnote process is using the data directory ${directory}`);
    // Asked twice: the refused attempt must not have loosened the lock.
    await expect(open(directory)).rejects.toThrow('Another Footnote process');
    await withProject(first);
  });

  it('refuses a directory that another process uses, and takes it once that process was killed', async () => {
    const directory = places.directory();
    const child = spawn(process.execPath, ['--conditions=footnote-source', CHILD, directory], { stdio: 'pipe' });
    await once(child.stdout, 'data');
    await expect(open(directory)).rejects.toThrow('Another Footnote process');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (await open(directory)).ping();
  });

  it('refuses a damaged file in words, changes nothing in it and makes no new one', async () => {
    const directory = places.directory();
    const store = await open(directory);
    for (let index = 0; index < 200; index += 1) await withProject(store);
    await places.close(store);
    const path = databaseFile(directory);
    const handle = openSync(path, 'r+');
    const { size } = statSync(path);
    for (let page = 20; page * 4096 < size; page += 3)
      writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096);
    const before = await readFile(path);
    await expect(open(directory)).rejects.toThrow(`${path} is damaged`);
    expect((await readFile(path)).equals(before)).toBe(true);
    writeFileSync(path, 'this is no database at all, but a text of some length'.repeat(100));
    await expect(open(directory)).rejects.toThrow(`${path} is damaged (file is not a database)`);
  });

  it('leaves uploads under way alone when the first question is asked', async () => {
    const store = await open(places.directory());
    const upload = join(store.files.temporaryDirectory, 'under way');
    await writeFile(upload, 'half an upload');
    expect(await store.search.text('proj_none', ['word'], 5)).toEqual([]);
    expect(await readFile(upload, 'utf8')).toBe('half an upload');
  });

  it('empties the temporary uploads, and moves uploads that no source names aside until they are thirty days old', async () => {
    const directory = places.directory();
    const first = await open(directory);
    await writeFile(join(first.files.temporaryDirectory, 'half'), 'half an upload');
    await writeFile(join(first.files.temporaryDirectory, 'whole'), 'a whole upload');
    const fileId = await first.files.adopt(join(first.files.temporaryDirectory, 'whole'));
    await places.close(first);
    const second = await open(directory);
    expect(readdirSync(second.files.temporaryDirectory)).toEqual([]);
    expect(await second.files.find(fileId)).toBeNull();
    const aside = () => readdirSync(join(directory, 'uploads-orphaned'));
    expect(aside()).toEqual([fileId]);
    await second.files.sweep({ unfinishedBefore: 0, orphanedBefore: Date.now() - 60_000 });
    expect(aside()).toEqual([fileId]);
    await second.files.sweep({ unfinishedBefore: 0, orphanedBefore: Date.now() + 60_000 });
    expect(aside()).toEqual([]);
  });
});

describe('stored originals', () => {
  const places = temporaryPlaces();
  afterEach(() => places.clear());

  it('are kept under a random name for their user alone, and are gone when deleted', async () => {
    const store = places.track(await openSqliteStore({ dataDir: places.directory(), embedder: EMBEDDER, log: SILENT }));
    const upload = join(store.files.temporaryDirectory, 'upload');
    await writeFile(upload, 'original', { mode: 0o644 });
    const fileId = await store.files.adopt(upload);
    const { path } = (await (await store.files.find(fileId))?.borrow()) ?? { path: '' };
    expect(await readFile(path, 'utf8')).toBe('original');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(store.files.temporaryDirectory)).toEqual([]);
    await store.files.delete(fileId);
    await store.files.delete(fileId);
    expect(await store.files.find(fileId)).toBeNull();
  });

  it.each(['../footnote.db', '..', '/etc/passwd', '', 'a'.repeat(5_000), 'x\0y', '..%2ffootnote.db'])(
    'are not found by the id %j, and nothing is deleted by it',
    async (fileId) => {
      const directory = places.directory();
      const store = places.track(await openSqliteStore({ dataDir: directory, embedder: EMBEDDER, log: SILENT }));
      expect(await store.files.find(fileId)).toBeNull();
      await store.files.delete(fileId);
      expect(statSync(databaseFile(directory)).size).toBeGreaterThan(0);
    },
  );
});
