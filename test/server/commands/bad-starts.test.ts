import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { backup } from '../../../server/commands/backup/backup.ts';
import type { Run } from '../../../server/commands/command.ts';
import { compact } from '../../../server/commands/compact.ts';
import { evaluate } from '../../../server/commands/evaluate.ts';
import { migrate } from '../../../server/commands/migrate.ts';
import { exportProject } from '../../../server/commands/project/export.ts';
import { printSetupLink } from '../../../server/commands/setup-link.ts';
import { upgrade } from '../../../server/commands/upgrade/upgrade.ts';
import { users } from '../../../server/commands/users.ts';
import { readEnv } from '../../../server/config/env.ts';
import { createPostgresDb, type PostgresDb } from '../../../server/store/postgres/database/driver.ts';
import { openPool } from '../../../server/store/postgres/database/pool.ts';
import { SCHEMA_VERSION } from '../../../server/store/sqlite/database/database-facts.ts';
import { afterFile } from '../../helpers/after-file.ts';
import { runCommand } from '../../helpers/processes/run-command.ts';
import { runCommandHere } from '../../helpers/processes/run-command-here.ts';
import { startServer } from '../../helpers/processes/server-process.ts';
import { placeEarlierDatabase } from '../../helpers/stores/earlier-database.ts';
import { freshDatabase, noPostgres } from '../../helpers/stores/postgres.ts';
import { SILENT } from '../../helpers/stores/rows.ts';

const root = mkdtempSync(join(tmpdir(), 'footnote-starts-'));
afterFile(() => rmSync(root, { recursive: true, force: true }));
/** The data directory of a server that was used, and then stopped. */
const used = join(root, 'used');
const JWT_SECRET = 'a secret of a test that has more than 32 bytes';

beforeAll(async () => {
  const server = await startServer({ dataDir: used });
  const call = async (path: string, body: BodyInit, token = '', type = 'application/json') => {
    const headers = { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) };
    return (await fetch(server.baseURL + path, { method: 'POST', headers, body })).json();
  };
  const account = { email: 'owner@example.org', password: 'long enough' };
  const setup = { ...account, name: 'Owner', setup_token: server.setupToken };
  await call('/auth/register', JSON.stringify(setup));
  const { access_token: token } = await call('/auth/login', JSON.stringify(account));
  const { id } = await call('/projects', JSON.stringify({ name: 'Harbour' }), token);
  for (const name of ['tides', 'fees', 'berths']) {
    const form = new FormData();
    form.set('file', new File([`All about the ${name} of the harbour.`], `${name}.txt`, { type: 'text/plain' }));
    await call(`/sources/upload?project_id=${id}`, form, token, '');
  }
  await server.stop();
  mkdirSync(join(used, 'backups'), { recursive: true });
  const made = await runCommand(['backup', join(used, 'backups', 'footnote-2026.fnb')], { DATA_DIR: used });
  expect(made.code).toBe(0);
});

const database = (folder: string) => join(folder, 'footnote.db');

/** What is made of the database. */
const DATABASES = {
  missing: (folder) => rmSync(database(folder)),
  empty: (folder) => truncateSync(database(folder)),
  'without tables': (folder) => {
    rmSync(database(folder));
    // As a first start leaves it that is killed before it has made a table.
    new Database(database(folder)).exec('pragma journal_mode = wal').close();
  },
  truncated: (folder) => truncateSync(database(folder), 4096 * 40),
  'of another program': (folder) => {
    rmSync(database(folder));
    new Database(database(folder)).exec('create table recipes (name text); insert into recipes values (1)').close();
  },
  'no database': (folder) => writeFileSync(database(folder), 'Dear diary, today I was a text file. '.repeat(200)),
  newer: (folder) => {
    new Database(database(folder)).exec(`update schema_version set version = ${SCHEMA_VERSION + 1}`).close();
  },
  older: (folder) => {
    rmSync(database(folder));
    placeEarlierDatabase(folder, 20);
  },
} satisfies Record<string, (folder: string) => unknown>;

/** What else is there. */
const REST = {
  everything: [],
  'originals alone': ['backups', 'signing-secret'],
  'backups alone': ['uploads', 'signing-secret'],
  'the secret alone': ['uploads', 'backups'],
  nothing: ['uploads', 'backups', 'signing-secret'],
} satisfies Record<string, string[]>;

async function onDatabase<Result>(url: string, work: (db: PostgresDb) => Promise<Result>): Promise<Result> {
  const db = createPostgresDb(openPool({ url, size: 1, log: SILENT }));
  return work(db).finally(() => db.close());
}

let cases = 0;
function placed(state: keyof typeof DATABASES, rest: keyof typeof REST): string {
  cases += 1;
  const folder = join(root, `case-${cases}`);
  cpSync(used, folder, { recursive: true });
  for (const name of REST[rest]) rmSync(join(folder, name), { recursive: true, force: true });
  DATABASES[state](folder);
  return folder;
}

/** The content of every file but the database and the lock, with the folder that it lies in. */
function contentsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^footnote\.(?:db|lock)/.test(entry.name))
    .map((entry) => {
      const content = createHash('sha256').update(readFileSync(join(entry.parentPath, entry.name)));
      return `${basename(entry.parentPath).replace(basename(folder), '')}/${entry.name} ${content.digest('hex')}`;
    })
    .sort();
}
const hashesOf = (folder: string) => contentsOf(folder).map((line) => line.split(' ')[1]);
const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const start = (folder: string, env = {}) => runCommand(['start'], { DATA_DIR: folder, PORT: '0', ...env });

/**
 * What a start that is refused says, as `start` ends with it. In this process, which takes a tenth of the time of one of its own:
 * there are many of them.
 */
async function refusal(folder: string, env = {}): Promise<string> {
  const app = await createApp(readEnv({ DATA_DIR: folder, PORT: '0', ...env }), SILENT).catch((error: Error) => error);
  if (app instanceof Error) return `Footnote could not start: ${app.message}\n`;
  await app.close();
  return '';
}

/** A whole start, and a stop, in this process as well. Returns the link to the first account, or null where there are accounts. */
async function startAndStop(folder: string): Promise<string | null> {
  const app = await createApp(readEnv({ DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', READER: 'off' }), SILENT);
  const { setupLink } = await app.listen();
  await app.close();
  return setupLink;
}

/** In one case of each table, the whole program is started. */
async function refused(folder: string, isWhole: boolean): Promise<string> {
  if (!isWhole) return refusal(folder);
  const { code, out, errorOut } = await start(folder);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  return errorOut;
}

const RESTS = Object.keys(REST) as (keyof typeof REST)[];
const WITH_REST = RESTS.filter((rest) => rest !== 'nothing');

describe('a start whose database is gone', () => {
  const SAID: Record<string, RegExp> = {
    everything: /holds 3 originals of sources \(uploads\), 1 backup \(backups\) and the signing secret/,
    'originals alone': /holds 3 originals of sources \(uploads\)\./,
    'backups alone': /holds 1 backup \(backups\)\./,
    'the secret alone': /holds the signing secret\./,
  };

  const FOUND = {
    missing: /There is no database, but/,
    empty: /footnote\.db is empty, but/,
    'without tables': /footnote\.db has no tables, but/,
  };
  const GONE = Object.keys(FOUND) as (keyof typeof FOUND)[];

  it.each(GONE.flatMap((state) => WITH_REST.map((rest) => [state, rest] as const)))(
    'ends with 1, says what it found and what can be done, and changes nothing: %s, beside %s',
    async (state, rest) => {
      const folder = placed(state, rest);
      const before = contentsOf(folder);
      const errorOut = await refused(folder, state === 'missing' && rest === 'everything');
      expect(errorOut).toMatch(FOUND[state]);
      expect(errorOut).toMatch(SAID[rest] ?? '');
      expect(errorOut).toContain('Nothing was changed.');
      expect(errorOut).toContain('If footnote.db is somewhere else, put it back.');
      expect(errorOut).toMatch(/To begin with an empty server, run .*begin-empty/);
      expect(/restore \S+footnote-2026\.fnb --force/.test(errorOut)).toBe(/everything|backups/.test(rest));
      expect(contentsOf(folder)).toEqual(before);
    },
  );

  it.each(GONE)('is a first start where nothing else is there: %s', async (state) => {
    expect(await startAndStop(placed(state, 'nothing'))).toMatch(/#setup=\S/);
  });

  it('does what it says: the restore brings everything back', async () => {
    const folder = placed('missing', 'everything');
    const { errorOut } = await start(folder);
    const [, words = ''] = /restore (\S+footnote-2026\.fnb --force)/.exec(errorOut) ?? [];
    expect(await runCommand(['restore', ...words.split(' ')], { DATA_DIR: folder })).toMatchObject({ code: 0 });
    const server = await startServer({ dataDir: folder });
    expect(server.setupToken).toBe('');
    await server.stop();
  });

  it('does what it says: begin-empty keeps what was there in a folder, and the next start is a first one', async () => {
    const folder = placed('missing', 'everything');
    const before = hashesOf(folder);
    const { code, out } = await runCommand(['begin-empty'], { DATA_DIR: folder });
    expect(code).toBe(0);
    const [, aside = ''] = /is in (\S+replaced-\S+)\. Remove/.exec(out) ?? [];
    expect(readdirSync(join(aside, 'uploads'))).toHaveLength(3);
    expect(hashesOf(folder)).toEqual(expect.arrayContaining(before));
    const server = await startServer({ dataDir: folder });
    expect(server.setupToken).not.toBe('');
    await server.stop();
  });

  it('begins with nothing empty where there is a database', async () => {
    const { code, errorOut } = await runCommand(['begin-empty'], { DATA_DIR: placed('newer', 'everything') });
    expect(code).toBe(1);
    expect(errorOut).toMatch(/^Nothing was changed: there is a database in/);
  });
});

describe('a start with a database that cannot be used', () => {
  const SAID: Record<string, RegExp> = {
    truncated: /footnote\.db is damaged|is damaged/,
    'of another program': /is the database of another program/,
    'no database': /is damaged|not a database/,
    newer: /schema version|newer/,
  };

  it.each(
    (['truncated', 'of another program', 'no database', 'newer'] as const).flatMap((state) =>
      RESTS.map((rest) => [state, rest] as const),
    ),
  )('ends with 1, says what it is, and changes nothing: %s, beside %s', async (state, rest) => {
    const folder = placed(state, rest);
    const before = { contents: contentsOf(folder), database: digest(database(folder)) };
    const isWhole = state === 'truncated' && rest === 'everything';
    expect(await refused(folder, isWhole)).toMatch(SAID[state] ?? '');
    expect({ contents: contentsOf(folder), database: digest(database(folder)) }).toEqual(before);
  });
});

describe('a command that reads or writes the database', () => {
  const golden = join(root, 'golden.jsonl');
  const backupFile = join(root, 'made.fnb');
  beforeAll(() => writeFileSync(golden, '{"question": "What are the fees?", "source": "fees.txt"}\n'));

  const COMMANDS: [words: string, run: Run][] = [
    ['', backup],
    ['', compact],
    ['--check', upgrade],
    ['', evaluate],
    ['Harbour', exportProject],
    ['list', users],
    ['', printSetupLink],
    ['--to postgres://user@127.0.0.1:1/none', migrate],
  ];
  const NAMED = COMMANDS.map(([words, run]) => [`${run.name} ${words}`.trim(), words, run] as const);
  const FILES: Run[] = [backup, exportProject];
  const wordsOf = (words: string, run: Run) => [
    ...words.split(' ').filter((word) => word !== ''),
    ...(FILES.includes(run) ? [backupFile] : []),
    ...(run === evaluate ? [golden] : []),
  ];
  /** Everything but the lock. SQLite may make the index of the log again, which holds nothing of its own. */
  const filesOf = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/^footnote\.(?:lock|db-shm)/.test(entry.name))
      .map((entry) => `${entry.name} ${digest(join(entry.parentPath, entry.name))}`)
      .sort();
  const withLog = (state: 'empty' | 'without tables' | 'of another program', rest: keyof typeof REST) => {
    const folder = placed(state, rest);
    // What can be recovered of an emptied database is here.
    if (state === 'empty') writeFileSync(`${database(folder)}-wal`, 'rows that can be recovered'.repeat(500));
    return folder;
  };
  const STATES = [
    ['empty', 'nothing'],
    ['empty', 'everything'],
    ['without tables', 'everything'],
    ['of another program', 'everything'],
  ] as const;

  it.each(NAMED)(
    'says what the start says of a database that is gone, and changes nothing: %s',
    async (_, words, run) => {
      for (const [state, rest] of STATES) {
        const folder = withLog(state, rest);
        const before = filesOf(folder);
        const refused = await refusal(folder);
        const ended = await runCommandHere(run, wordsOf(words, run), { DATA_DIR: folder });
        expect(ended).toMatchObject({ code: 1, out: expect.not.stringContaining('schema version 0') });
        expect(refused).toBe(`Footnote could not start: ${ended.errorOut}\n`);
        expect(filesOf(folder)).toEqual(before);
      }
      expect(existsSync(backupFile)).toBe(false);
    },
  );

  it.each(STATES)('is the doctor, which reports it: %s, beside %s', async (state, rest) => {
    const folder = withLog(state, rest);
    const before = filesOf(folder);
    const errorOut = await refusal(folder);
    const { code, out } = await runCommand(['doctor'], { DATA_DIR: folder });
    expect(code).toBe(1);
    for (const line of errorOut.trim().replace('Footnote could not start: ', '').split('\n'))
      expect(out).toContain(line.trim());
    expect(filesOf(folder)).toEqual(before);
  });

  it('is the restore, which keeps the log of an emptied database beside the rest', async () => {
    const folder = withLog('empty', 'everything');
    const file = join(folder, 'backups', 'footnote-2026.fnb');
    const { code, out } = await runCommand(['restore', file, '--force'], { DATA_DIR: folder });
    expect(code).toBe(0);
    const [, aside = ''] = /is in (\S+replaced-\S+)\. Remove/.exec(out) ?? [];
    expect(readdirSync(aside)).toContain('footnote.db-wal');
  });

  it.each(NAMED)('says that there is none where nothing else is there, and makes none: %s', async (_, words, run) => {
    for (const state of ['missing', 'empty', 'without tables'] as const) {
      const folder = placed(state, 'nothing');
      const before = filesOf(folder);
      const ended = await runCommandHere(run, wordsOf(words, run), { DATA_DIR: folder });
      expect([ended.code, ended.errorOut]).toEqual([
        1,
        `There is no database in ${folder}. Set DATA_DIR to the server's, or start the server first.`,
      ]);
      expect(filesOf(folder)).toEqual(before);
    }
  });
});

describe('a start with an older database', () => {
  it.each(RESTS)('brings it up to date and deletes nothing, beside %s', async (rest) => {
    const folder = placed('older', rest);
    const before = hashesOf(folder);
    await startAndStop(folder);
    expect(hashesOf(folder)).toEqual(expect.arrayContaining(before));
  });
});

describe('originals that no row refers to', () => {
  it('are moved aside at a start and kept, told to the log and by the doctor, and return with their database', async () => {
    const folder = join(root, 'orphans');
    cpSync(used, folder, { recursive: true });
    const stored = readdirSync(join(folder, 'uploads'));
    for (let at = 0; at < 6; at += 1) {
      const name = `${at}`.padStart(32, 'a');
      writeFileSync(join(folder, 'uploads', name), `orphan ${at}`);
    }
    const withRows = readFileSync(database(folder));
    new Database(database(folder)).exec('update sources set file_id = null').close();
    const first = await startServer({ dataDir: folder });
    expect(first.output()).toMatch(/"level":"warn".*"originals_without_source".*"count":9/);
    await first.stop();
    expect(readdirSync(join(folder, 'uploads'))).toEqual([]);
    expect(readdirSync(join(folder, 'uploads-orphaned'))).toHaveLength(9);
    const { out } = await runCommand(['doctor'], { DATA_DIR: folder });
    expect(out).toMatch(/9 originals .*uploads-orphaned/);

    writeFileSync(database(folder), withRows);
    const second = await startServer({ dataDir: folder });
    expect(second.output()).toContain('originals_returned');
    await second.stop();
    expect(readdirSync(join(folder, 'uploads')).sort()).toEqual(stored.sort());
    expect(readdirSync(join(folder, 'uploads-orphaned'))).toHaveLength(6);
  });

  it('that are missing are told to the log and by the doctor, and the server starts', async () => {
    const folder = join(root, 'missing-originals');
    cpSync(used, folder, { recursive: true });
    rmSync(join(folder, 'uploads'), { recursive: true });
    const server = await startServer({ dataDir: folder });
    expect(server.output()).toMatch(/"level":"warn".*"originals_missing".*"count":3/);
    await server.stop();
    const { out } = await runCommand(['doctor'], { DATA_DIR: folder });
    expect(out).toContain('3 that the database refers to are missing on disk.');
  });
});

describe.skipIf(noPostgres)('a start on a Postgres database of another program', () => {
  async function foreign(): Promise<string> {
    const url = await freshDatabase();
    await onDatabase(url, (db) => db.write('create table recipes (name text)'));
    return url;
  }
  const tablesIn = (url: string) =>
    onDatabase(url, async (db) => {
      const rows = await db.read<{ name: string }>(
        "select tablename as name from pg_tables where schemaname = 'public'",
      );
      return rows.map(({ name }) => name);
    });

  it('ends with 1, says what it is, and makes no table there; the doctor and commands say the same', async () => {
    const url = await foreign();
    const env = { DATABASE_URL: url, JWT_SECRET };
    const folder = placed('missing', 'nothing');
    const sentence = /has tables of another program, and none of Footnote\. Nothing was changed\./;
    const { code, errorOut } = await start(folder, env);
    expect(code).toBe(1);
    expect(errorOut).toMatch(sentence);
    for (const [run, words] of [
      [users, ['list']],
      [upgrade, ['--check']],
      [printSetupLink, []],
    ] as const) {
      const ended = await runCommandHere(run, [...words], { DATA_DIR: folder, ...env });
      expect([ended.code, ended.errorOut]).toEqual([1, expect.stringMatching(sentence)]);
    }
    expect((await runCommand(['begin-empty'], { DATA_DIR: folder, ...env })).errorOut).toMatch(sentence);
    const examined = await runCommand(['doctor'], { DATA_DIR: folder, ...env });
    expect([examined.code, examined.out]).toEqual([1, expect.stringMatching(sentence)]);
    const moved = await runCommandHere(migrate, ['--to', url], { DATA_DIR: used });
    expect(moved.errorOut).toMatch(sentence);
    expect(await tablesIn(url)).toEqual(['recipes']);
  });

  it('is a first start where the tables are in another schema', async () => {
    const url = await foreign();
    await onDatabase(url, (db) => db.write('create schema kitchen'));
    await onDatabase(url, (db) => db.write('alter table recipes set schema kitchen'));
    await (await startServer({ dataDir: placed('missing', 'nothing'), env: { DATABASE_URL: url, JWT_SECRET } })).stop();
    expect(await tablesIn(url)).toContain('schema_version');
  });
});

describe.skipIf(noPostgres)('originals in Postgres that no row refers to', () => {
  it('are told by the doctor once a server has seen them', async () => {
    const env = { DATABASE_URL: await freshDatabase(), JWT_SECRET };
    const folder = placed('missing', 'nothing');
    await (await startServer({ dataDir: folder, env })).stop();
    await onDatabase(env.DATABASE_URL, (db) =>
      db.write("insert into files (id, size, parts, whole, stored_at, orphaned_since) values ('f', 0, 0, 1, 1, 2)"),
    );
    const { out } = await runCommand(['doctor'], { DATA_DIR: folder, ...env });
    expect(out).toMatch(/1 originals that the database knows no source for are in the database\./);
  });
});

describe.skipIf(noPostgres)('a command on an empty Postgres database', () => {
  it('says that it is empty, as the start does beside the data of a server, and makes no table', async () => {
    const url = await freshDatabase();
    const env = { DATABASE_URL: url, JWT_SECRET };
    const run = (dataDir: string) => runCommandHere(users, ['list'], { DATA_DIR: dataDir, ...env });
    expect((await run(placed('missing', 'nothing'))).errorOut).toMatch(
      /^The database that DATABASE_URL names is empty\. Set it to the server's, or start the server first\.$/,
    );
    const beside = placed('missing', 'everything');
    const { errorOut } = await run(beside);
    expect(errorOut).toMatch(/^The database that DATABASE_URL names is empty, but .* holds/);
    expect((await start(beside, env)).errorOut).toBe(`Footnote could not start: ${errorOut}\n`);
    const examined = await runCommand(['doctor'], { DATA_DIR: beside, ...env });
    expect(examined.out).toContain(errorOut.split('\n')[0]);
  });
});

describe.skipIf(noPostgres)('a start on an empty Postgres database', () => {
  it.each(WITH_REST)('is refused and changes nothing, beside %s', async (rest) => {
    const folder = placed('missing', rest);
    const before = contentsOf(folder);
    const errorOut = await refusal(folder, { DATABASE_URL: await freshDatabase(), JWT_SECRET });
    expect(errorOut).toMatch(/The database that DATABASE_URL names is empty, but .* holds/);
    expect(contentsOf(folder)).toEqual(before);
  });

  it('ends with 1, and leads to the move where the embedded database is there', async () => {
    const folder = join(root, 'embedded');
    cpSync(used, folder, { recursive: true });
    const before = contentsOf(folder);
    const { code, errorOut } = await start(folder, { DATABASE_URL: await freshDatabase(), JWT_SECRET });
    expect(code).toBe(1);
    expect(errorOut).toMatch(/holds footnote\.db, 3 originals .*\n {2}To move it there: .*migrate --to postgres/);
    expect(contentsOf(folder)).toEqual(before);
  });

  it('starts where nothing else is there, and after begin-empty', async () => {
    const fresh = { DATABASE_URL: await freshDatabase(), JWT_SECRET };
    await (await startServer({ dataDir: placed('missing', 'nothing'), env: fresh })).stop();

    const folder = placed('missing', 'everything');
    const other = { DATABASE_URL: await freshDatabase(), JWT_SECRET };
    expect(await runCommand(['begin-empty'], { DATA_DIR: folder, ...other })).toMatchObject({ code: 0 });
    const server = await startServer({ dataDir: folder, env: other });
    expect(server.setupToken).not.toBe('');
    await server.stop();
  });
});
