import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArchiveWriter } from '../../../server/archive/write-archive.ts';
import { backup } from '../../../server/commands/backup/backup.ts';
import { restore } from '../../../server/commands/backup/restore.ts';
import type { Command } from '../../../server/commands/command.ts';
import { readEnv } from '../../../server/config/env.ts';
import { openSqliteStore } from '../../../server/store/sqlite/open.ts';
import { querySqlite, SILENT, temporaryPlaces, withUser } from '../../helpers/stores/rows.ts';

/** Changes a written archive before it is read back. */
let afterWriting: (path: string) => void = () => undefined;

vi.mock('../../../server/archive/write-archive.ts', async (original) => {
  const real = await original<typeof import('../../../server/archive/write-archive.ts')>();
  return {
    ...real,
    async createArchive(...given: Parameters<typeof real.createArchive>): Promise<ArchiveWriter> {
      const archive = await real.createArchive(...given);
      return {
        ...archive,
        async finish(manifest) {
          const finished = await archive.finish(manifest);
          afterWriting(finished.path);
          return finished;
        },
      };
    },
  };
});

const places = temporaryPlaces();
let dataDir: string;

beforeEach(async () => {
  afterWriting = () => undefined;
  dataDir = places.directory();
  const store = places.track(await openSqliteStore({ dataDir, embedder: null, log: SILENT }));
  await withUser(store, 'usr_ada');
  await places.close(store);
});
afterEach(() => places.clear());

const command = (words: string[], of = dataDir): Command => ({
  words,
  env: { ...readEnv({}), dataDir: of },
  log: SILENT,
  say: () => undefined,
  terminal: null,
  signal: new AbortController().signal,
});
const users = (of: string) => querySqlite<{ id: string }>(of, 'select id from users order by id').map(({ id }) => id);

describe('a backup', () => {
  it('that the disk returns corrupted gets no name, and replaces no earlier one', async () => {
    const folder = places.directory();
    const file = join(folder, 'nightly.fnb');
    await backup(command([file]));
    const earlier = readFileSync(file);
    afterWriting = (path) => {
      const bytes = readFileSync(path);
      const middle = bytes.length >> 1;
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    };
    await expect(backup(command([join(folder, 'new.fnb')]))).rejects.toThrow(/is damaged|cannot be used/);
    await expect(backup(command([file, '--force']))).rejects.toThrow(/is damaged|cannot be used/);
    expect(readdirSync(folder)).toEqual(['nightly.fnb']);
    expect(readFileSync(file).equals(earlier)).toBe(true);
  });
});

describe('a restore', () => {
  it('moves the log of a killed server aside together with its database', async () => {
    const file = join(places.directory(), 'ada.fnb');
    await backup(command([file]));
    // A killed server leaves its latest writes in the log only.
    const killed = places.directory();
    const store = places.track(await openSqliteStore({ dataDir, embedder: null, log: SILENT }));
    await withUser(store, 'usr_bob');
    cpSync(dataDir, killed, { recursive: true });
    expect(readFileSync(join(killed, 'footnote.db')).includes('usr_bob')).toBe(false);
    expect(readFileSync(join(killed, 'footnote.db-wal')).includes('usr_bob')).toBe(true);

    await restore(command([file, '--force'], killed));
    expect(existsSync(join(killed, 'footnote.db-wal'))).toBe(false);
    expect(existsSync(join(killed, 'footnote.db-shm'))).toBe(false);
    expect(users(killed)).toEqual(['usr_ada']);
    const [replaced = ''] = readdirSync(killed).filter((name) => name.startsWith('replaced-'));
    expect(users(join(killed, replaced))).toEqual(['usr_ada', 'usr_bob']);
  });
});
