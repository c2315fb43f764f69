import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Reads } from '../../../../../server/store/db.ts';
import { openSqlite, type SqliteDb } from '../../../../../server/store/sqlite/database/driver.ts';
import { countSearchChanges, searchChanges } from '../../../../../server/store/sqlite/search/search-changes.ts';
import { createScopes } from '../../../../../server/store/sqlite/search/search-scope.ts';
import { temporaryPlaces } from '../../../../helpers/stores/rows.ts';

const places = temporaryPlaces();
let db: SqliteDb;

beforeEach(async () => {
  db = openSqlite(join(places.directory(), 'scope.db'), Date.now);
  await db.write('create table projects (id text primary key, number integer)');
  await db.write('create table generations (id integer primary key, project_id text, state text, chunks integer)');
  await db.write('create table documents (source_id text primary key, project_id text, language text)');
  await db.write(
    'create table sources (id text primary key, project_id text, metadata text, url text, external_id text, repository_id text, status text)',
  );
  await db.write('create table repositories (id text primary key, project_id text, forge text)');
  await db.write("insert into projects values ('one', 1), ('other', 2)");
  await db.write(
    "insert into generations values (1, 'one', 'live', 20), (2, 'one', 'staging', 3), (3, 'other', 'live', 5)",
  );
  await db.tx(countSearchChanges);
});
afterEach(async () => {
  await db.close();
  await places.clear();
});

/** A function that gives the scope of a project, and how many statements have read generations. */
function openScopes() {
  const scopeOf = createScopes();
  const seen = { generations: 0 };
  const of = (project: string) =>
    db.snapshot((reads) => {
      const counted: Reads = {
        read: (sql, parameters) => {
          if (sql.includes('from generations')) seen.generations += 1;
          return reads.read(sql, parameters);
        },
      };
      return scopeOf(counted, project);
    });
  return { of, seen };
}

it('reads the generations of a project once until one changes', async () => {
  const { of, seen } = openScopes();
  expect(await of('one')).toMatchObject({ number: 1, chunks: 20, hidden: [2] });
  expect(await of('other')).toMatchObject({ number: 2, chunks: 5, hidden: [] });
  const read = seen.generations;
  expect(await of('one')).toMatchObject({ chunks: 20, hidden: [2] });
  expect(await of('other')).toMatchObject({ chunks: 5, hidden: [] });
  expect(seen.generations).toBe(read);
});

it.each([
  ['published', "update generations set state = 'live' where id = 2", { chunks: 23, hidden: [] }],
  ['retired', "update generations set state = 'retired' where id = 1", { chunks: 0, hidden: [1, 2] }],
  ['added', "insert into generations values (4, 'one', 'live', 7)", { chunks: 27, hidden: [2] }],
  ['erased', 'delete from generations where id = 1', { chunks: 0, hidden: [2] }],
])('knows at once that a generation was %s', async (_, statement, found) => {
  const { of } = openScopes();
  const before = await of('one');
  await db.write(statement);
  expect(await of('one')).toMatchObject(found);
  expect(await of('one')).not.toMatchObject({ changes: before?.changes });
});

it('has nothing for a project that is gone', async () => {
  const { of } = openScopes();
  expect(await of('one')).not.toBeNull();
  await db.write("delete from projects where id = 'one'");
  expect(await of('one')).toBeNull();
});

it('goes by the snapshot that it reads in', async () => {
  const scopeOf = createScopes();
  await db.snapshot(async (reads) => {
    expect(await scopeOf(reads, 'one')).toMatchObject({ chunks: 20 });
    await db.write("update generations set state = 'live' where id = 2");
    expect(await scopeOf(reads, 'one')).toMatchObject({ chunks: 20 });
  });
  expect(await db.snapshot((reads) => scopeOf(reads, 'one'))).toMatchObject({ chunks: 23 });
});

const changesOf = (project = 'one') => db.snapshot((reads) => searchChanges(reads, project));

it.each([
  ['a title', "update sources set metadata = 'new'", true],
  ['an address', "update sources set url = 'new'", true],
  ['the repository of a source', "update sources set repository_id = 'new'", true],
  ['a name', "update sources set external_id = 'new'", true],
  ['the forge of a repository', "update repositories set forge = 'gitlab'", true],
  ['the state of a source', "update sources set status = 'failed'", false],
])('counts or does not count a change of %s', async (_, statement, isCounted) => {
  await db.write("insert into sources (id, project_id) values ('a', 'one')");
  await db.write("insert into repositories (id, project_id) values ('a', 'one')");
  const before = await changesOf();
  await db.write(statement);
  expect((await changesOf()) !== before).toBe(isCounted);
});

it('has no number for a project that is not there', async () => {
  expect(await changesOf('gone')).toBeNull();
});

it('counts on where it has counted before', async () => {
  await db.write("update generations set state = 'live' where id = 2");
  const counted = await changesOf();
  await db.tx(countSearchChanges);
  expect(await changesOf()).toBe(counted);
  expect(counted).toBeGreaterThan(0);
});
