import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createPostgresDb, type PostgresDb } from '../../../../../server/store/postgres/database/driver.ts';
import { createScopes } from '../../../../../server/store/postgres/search/scope.ts';
import { countSearchChanges, searchChanges } from '../../../../../server/store/postgres/search/search-changes.ts';
import { createDocuments } from '../../../../../server/store/tables/sources/documents.ts';
import { countingReads } from '../../../../helpers/stores/counting-reads.ts';
import { pgliteSessions, startedPglite } from '../../../../helpers/stores/pglite.ts';

let db: PostgresDb;
let opened = 0;

beforeAll(async () => {
  await startedPglite();
});
beforeEach(async () => {
  opened += 1;
  db = createPostgresDb(pgliteSessions(`scope_${opened}`));
  await db.write('create table projects (id text primary key, number integer)');
  await db.write('create table generations (id bigint primary key, project_id text, state text, chunks integer)');
  await db.write('create table documents (source_id text primary key, project_id text, language text)');
  await db.write(
    'create table sources (id text primary key, project_id text, metadata text, url text, external_id text, repository_id text, status text)',
  );
  await db.write('create table repositories (id text primary key, project_id text, forge text)');
  await db.write("insert into projects values ('one', 1), ('other', 2)");
  await db.write(
    "insert into generations values (1, 'one', 'live', 20), (2, 'one', 'staging', 3), (3, 'other', 'live', 5)",
  );
  await db.write("insert into documents values ('a', 'one', 'en')");
  await db.tx(countSearchChanges);
});

/** A function that gives the scope of a project, and how many statements have read generations. */
function openScopes() {
  const scopeOf = createScopes();
  const { seen, count } = countingReads('generations');
  return { seen, of: (project: string) => db.snapshot((reads) => scopeOf(count(reads), project)) };
}

const changesOf = async (project: string) => Number(await db.snapshot((reads) => searchChanges(reads, project)));

it('reads the generations of a project once until one of that project changes', async () => {
  const { of, seen } = openScopes();
  const first = await of('one');
  expect(first).toMatchObject({ number: 1, chunks: 20, hidden: '{2}' });
  expect(await of('other')).toMatchObject({ number: 2, chunks: 5, hidden: '{}' });
  await db.write('update generations set chunks = 6 where id = 3');
  expect(await of('one')).toEqual(first);
  expect(seen.statements).toBe(2);
  expect(await of('other')).toMatchObject({ number: 2, chunks: 6, hidden: '{}' });
});

it.each([
  ['published', "update generations set state = 'live' where id = 2", { chunks: 23, hidden: '{}' }],
  ['retired', "update generations set state = 'retired' where id = 1", { chunks: 0, hidden: '{1,2}' }],
  ['added', "insert into generations values (4, 'one', 'live', 7)", { chunks: 27, hidden: '{2}' }],
  ['erased', 'delete from generations where id = 1', { chunks: 0, hidden: '{2}' }],
])('knows at once that a generation was %s', async (_, statement, found) => {
  const { of } = openScopes();
  const before = await of('one');
  await db.write(statement);
  expect(await of('one')).toMatchObject(found);
  expect(await of('one')).not.toMatchObject({ state: before?.state });
});

it('names the same live generations alike, whatever else has changed', async () => {
  const { of } = openScopes();
  const before = await of('one');
  await db.write('update generations set chunks = 4 where id = 2');
  expect(await of('one')).toEqual(before);
  await db.write('delete from generations where id = 2');
  expect(await of('one')).toEqual({ ...before, hidden: '{}' });
});

it.each([
  ['a title', "update sources set metadata = 'new'", 1],
  ['an address', "update sources set url = 'new'", 1],
  ['the repository of a source', "update sources set repository_id = 'new'", 1],
  ['a name', "update sources set external_id = 'new'", 1],
  ['the forge of a repository', "update repositories set forge = 'gitlab'", 1],
  ['the state of a source', "update sources set status = 'failed'", 0],
  ['nothing, as it was so before', 'update sources set url = null', 0],
])('counts or does not count a change of %s', async (_, statement, counted) => {
  await db.write("insert into sources (id, project_id) values ('a', 'one')");
  await db.write("insert into repositories (id, project_id) values ('a', 'one')");
  const before = { one: await changesOf('one'), other: await changesOf('other') };
  await db.write(statement);
  expect(await changesOf('one')).toBe(before.one + counted);
  expect(await changesOf('other')).toBe(before.other);
});

it('has no number for a project that is not there', async () => {
  expect(await db.snapshot((reads) => searchChanges(reads, 'gone'))).toBeNull();
});

it('counts a statement once for each project, and none that changes nothing', async () => {
  const before = { one: await changesOf('one'), other: await changesOf('other') };
  await db.write('update generations set chunks = chunks + 1');
  await db.write("update generations set chunks = 1 where state = 'unknown'");
  expect(await changesOf('one')).toBe(before.one + 1);
  expect(await changesOf('other')).toBe(before.other + 1);
});

it('leaves nothing of a project that is gone', async () => {
  const { of } = openScopes();
  await db.write("update generations set state = 'live' where id = 2");
  expect(await of('one')).not.toBeNull();
  await db.write("delete from projects where id = 'one'");
  await db.write("update generations set state = 'retired' where project_id = 'one'");
  await db.write("delete from generations where project_id = 'one'");
  expect(await of('one')).toBeNull();
  expect(await db.read("select * from search_changes where project_id = 'one'")).toEqual([]);
});

it('counts on where it has counted before', async () => {
  await db.write("update generations set state = 'live' where id = 2");
  const counted = await changesOf('one');
  await db.tx(countSearchChanges);
  expect(await changesOf('one')).toBe(counted);
  expect(counted).toBeGreaterThan(0);
});

it('counts the documents of each language once until a document of the project changes', async () => {
  const { seen, count } = countingReads('documents');
  const counted: PostgresDb = { ...db, ...count(db), forProject: () => counted };
  const { languages } = createDocuments(counted, searchChanges);
  expect(await languages('one')).toEqual(['en']);
  await db.write("insert into documents values ('b', 'other', 'fr')");
  expect(await languages('one')).toEqual(['en']);
  expect(seen.statements).toBe(1);
  await db.write("update documents set language = 'de' where project_id = 'one'");
  expect(await languages('one')).toEqual(['de']);
});
