import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Db, Reads } from '../../../../server/store/db.ts';
import { migrations, migrationTitles } from '../../../../server/store/migrations/all.ts';
import { migrate } from '../../../../server/store/migrations/migrate.ts';
import { createPostgresDb, prepareCounters } from '../../../../server/store/postgres/database/driver.ts';
import { migrateTogether } from '../../../../server/store/postgres/prepare.ts';
import { findDatabaseProblems, readSchemaVersion } from '../../../../server/store/sqlite/database/database-facts.ts';
import { openSqlite, openSqliteReader } from '../../../../server/store/sqlite/database/driver.ts';
import { openSqliteStore } from '../../../../server/store/sqlite/open.ts';
import { ANY_POSTGRES } from '../../../helpers/stores/any-postgres.ts';
import { EARLIER_DATABASES, placeEarlierDatabase } from '../../../helpers/stores/earlier-database.ts';
import { databaseFile, EMBEDDER, querySqlite, SILENT, temporaryPlaces } from '../../../helpers/stores/rows.ts';
import { fill, filledTables } from './rows.ts';

const PRESENT = migrations.length;

/** What the sources of each project come to: as it is kept, and as it is. */
const KEPT_TOTALS = 'select project_id, sources, bytes from source_totals';
const COUNTED_TOTALS =
  'select project_id, count(*) as sources, cast(sum(bytes) as bigint) as bytes from sources group by project_id';
const VERSIONS = migrations.map((_, at) => at + 1);

const places = temporaryPlaces();
afterEach(() => places.clear());

function kept(version: number): string {
  const dataDir = places.directory();
  placeEarlierDatabase(dataDir, version);
  return dataDir;
}

type Row = Record<string, unknown>;
type Contents = Map<string, Row[]>;

/** Every row of the tables that a schema version has and no later one drops, with the columns that it has. */
async function contents(db: Reads, version: number): Promise<Contents> {
  const found: Contents = new Map();
  const present = filledTables(PRESENT);
  for (const [table, columns] of filledTables(version)) {
    if (!present.has(table)) continue;
    const rows = await db.read<Row>(`select ${columns.join(', ')} from ${table}`);
    found.set(
      table,
      rows.map((row) => ({ ...row })).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
    );
  }
  return found;
}

/** Migrations ask for sources and passages to be read again: that changes these columns, and adds jobs. Everything else stays. */
const withoutRereading = (all: Contents): Contents =>
  new Map(
    [...all].map(([table, rows]) => {
      if (table === 'word_codes' || table === 'read_generations') return [table, []];
      if (table === 'sources') return [table, rows.map(({ status, validators, ...rest }) => rest)];
      if (table === 'jobs') return [table, rows.filter(({ id }) => !/^job_(?:pages|blocks|html)_/.test(String(id)))];
      return [table, rows];
    }),
  );

async function readAt(dataDir: string, version: number): Promise<Contents> {
  const db = openSqliteReader(databaseFile(dataDir), Date.now);
  try {
    return await contents(db, version);
  } finally {
    await db.close();
  }
}

/** Two people of a provider share an account, and one has two providers, as was possible before. */
async function keepsFirstIdentity(db: Db, migrateOn: () => Promise<void>): Promise<void> {
  const before = migrationTitles.indexOf(
    'one person of a provider for each account; accounts with several keep the first and are signed out; since when originals have no source',
  );
  await migrate(db, migrations.slice(0, before));
  for (const id of ['usr_shared', 'usr_alone']) {
    await db.write(
      `insert into users (id, email, name, password_hash, token_epoch, operator, created_at) values (?, ?, ?, '', 3, 0, 1)`,
      [id, `${id}@example.com`, id],
    );
  }
  const identities: [issuer: string, subject: string, user: string, at: number][] = [
    ...([
      ['one', 'second', 'usr_shared', 20],
      ['one', 'first', 'usr_shared', 10],
    ] as const),
    ...([
      ['one', 'same moment', 'usr_shared', 20],
      ['two', 'second', 'usr_shared', 30],
    ] as const),
    ...([
      ['one', 'third', 'usr_alone', 40],
      ['two', 'third', 'usr_alone', 40],
    ] as const),
  ].map((row) => [...row]);
  for (const identity of identities) {
    await db.write('insert into identities (issuer, subject, user_id, created_at) values (?, ?, ?, ?)', identity);
  }
  await migrateOn();
  const kept = await db.read('select issuer, subject, user_id from identities order by user_id, issuer');
  expect(kept.map((row) => Object.values(row as object))).toEqual([
    ['one', 'third', 'usr_alone'],
    ['two', 'third', 'usr_alone'],
    ['one', 'first', 'usr_shared'],
    ['two', 'second', 'usr_shared'],
  ]);
  const epochs = await db.read('select id, token_epoch as epoch from users order by id');
  expect(epochs).toEqual([
    { id: 'usr_alone', epoch: 3 },
    { id: 'usr_shared', epoch: 4 },
  ]);
}

it('an account with several identities of an issuer keeps the first, and its sessions end', async () => {
  const db = openSqlite(databaseFile(places.directory()), Date.now);
  await keepsFirstIdentity(db, () => migrate(db, migrations));
  await db.close();
});

describe('the databases that are kept of each schema version', () => {
  it('are there for every version; for a new one, run make-fixture.ts once', () => {
    expect(readdirSync(EARLIER_DATABASES).sort()).toEqual(
      VERSIONS.map((version) => `schema-${version}.sqlite.gz`).sort(),
    );
    expect(migrationTitles).toHaveLength(PRESENT);
  });

  describe('have the tables that', () => {
    const TABLES =
      "select name, sql from sqlite_master where name not like 'search_%' and name not like 'sqlite_%' order by name";
    // Goes through all versions once.
    const dataDir = mkdtempSync(join(tmpdir(), 'footnote-migrations-'));
    afterAll(() => rmSync(dataDir, { recursive: true }));

    it.each(VERSIONS)('the first %i migrations make: none was edited later', async (version) => {
      const former = querySqlite(kept(version), TABLES);
      const db = openSqlite(databaseFile(dataDir), Date.now);
      await migrate(db, migrations.slice(0, version));
      await db.close();
      expect(former).toEqual(querySqlite(dataDir, TABLES));
    });
  });

  it('have rows in every table that keeps some', () => {
    const made = querySqlite<{ name: string }>(
      kept(PRESENT),
      "select name from sqlite_master where type = 'table' and name not like 'search_%' and name not like 'sqlite_%'",
    ).map(({ name }) => name);
    // One counts, one is the version, one says which vectors there are; in two, a row says that something is unfinished.
    const others = ['counters', 'schema_version', 'vector_indexes', 'arriving', 'erasures'];
    expect(made.filter((name) => !others.includes(name)).sort()).toEqual([...filledTables(PRESENT).keys()].sort());
  });

  it.each(VERSIONS)('are brought from version %i to this one by a start, with every row intact', async (version) => {
    const dataDir = kept(version);
    const before = await readAt(dataDir, version);
    const store = await openSqliteStore({ dataDir, embedder: EMBEDDER, log: SILENT });
    expect(await store.projects.byId('proj_1')).toMatchObject({
      name: 'Handbook',
      language: 'de',
      usage: { requests: 12 },
    });
    expect(await store.chunks.byIds('proj_1', ['1', '2'])).toMatchObject([
      { text: 'The warranty lasts two years.', page: 1 },
      { text: 'Returns are free within four weeks.', page: 2 },
    ]);
    // Keys from before there were scopes may do what they could do.
    expect(await store.apiKeys.byHash('sha')).toMatchObject(
      version < 8
        ? { scopes: ['ask', 'ingest', 'read', 'manage'], expiresAt: null }
        : { scopes: ['ask'], expiresAt: 9_000_000_000_000 },
    );
    await store.close();

    expect(readSchemaVersion(databaseFile(dataDir))).toBe(PRESENT);
    expect(querySqlite(dataDir, KEPT_TOTALS)).toEqual(querySqlite(dataDir, COUNTED_TOTALS));
    expect(withoutRereading(await readAt(dataDir, version))).toEqual(withoutRereading(before));
    // The pages are sound, and every passage is in both indexes.
    expect(findDatabaseProblems(databaseFile(dataDir))).toEqual([]);
    const copies = version === PRESENT ? [] : [expect.stringContaining(`before-schema-${PRESENT}-`)];
    expect(version === PRESENT ? [] : readdirSync(join(dataDir, 'backups'))).toEqual(copies);
  });
});

describe(`in ${ANY_POSTGRES.name}`, () => {
  it.each(VERSIONS)('version %i is brought to this one with every row intact', async (version) => {
    const db = createPostgresDb(await ANY_POSTGRES.sessions(`migrations_${version}`));
    await migrate(db, migrations.slice(0, version));
    await db.tx(prepareCounters);
    await fill(db, version);
    const before = await contents(db, version);
    await migrateTogether(db);
    expect(withoutRereading(await contents(db, version))).toEqual(withoutRereading(before));
    expect(await db.read(KEPT_TOTALS)).toEqual(await db.read(COUNTED_TOTALS));
    await db.close();
  });

  it('the signing secret that earlier versions kept there is gone, with its table', async () => {
    const db = createPostgresDb(await ANY_POSTGRES.sessions('migrations_secret'));
    await migrate(db, migrations.slice(0, 6));
    await db.tx(prepareCounters);
    await fill(db, 6);
    expect(await db.read("select secret from secrets where name = 'signing'")).toEqual([{ secret: 'kept' }]);
    await migrateTogether(db);
    expect(await db.read("select to_regclass('secrets') as found")).toEqual([{ found: null }]);
    await db.close();
  });

  it('an account with several identities of an issuer keeps the first, and its sessions end', async () => {
    const db = createPostgresDb(await ANY_POSTGRES.sessions('migrations_identities'));
    await keepsFirstIdentity(db, () => migrateTogether(db));
    await db.close();
  });

  it('data of a newer version is refused with a sentence, and left as it is', async () => {
    const db = createPostgresDb(await ANY_POSTGRES.sessions('migrations_newer'));
    await migrateTogether(db);
    await db.write('update schema_version set version = ?', [PRESENT + 1]);
    await expect(migrateTogether(db)).rejects.toThrow(
      `This database has schema version ${PRESENT + 1}, but this version of Footnote supports only ${PRESENT}. Start the newer version of Footnote that wrote it, or restore a backup that was made before the upgrade.`,
    );
    expect(await db.read('select version from schema_version')).toEqual([{ version: PRESENT + 1 }]);
    await db.close();
  });
});
