import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SqlValue } from '../../../../../server/store/db.ts';
import { openSqlite, type SqliteDb } from '../../../../../server/store/sqlite/database/driver.ts';
import { countSearchChanges, searchChanges } from '../../../../../server/store/sqlite/search/search-changes.ts';
import { createTermLists } from '../../../../../server/store/sqlite/search/term-lists.ts';
import { createDocuments } from '../../../../../server/store/tables/sources/documents.ts';
import { countingReads } from '../../../../helpers/stores/counting-reads.ts';
import { temporaryPlaces } from '../../../../helpers/stores/rows.ts';

const places = temporaryPlaces();
let db: SqliteDb;

beforeEach(async () => {
  db = openSqlite(join(places.directory(), 'remembered.db'), Date.now);
});
afterEach(async () => {
  await db.close();
  await places.clear();
});

it('lists the terms that begin so once until the index changes', async () => {
  await db.write('create table counters (name text primary key, value integer)');
  await db.write("insert into counters values ('chunk', 1), ('indexed', 1)");
  await db.write('create table search_vocabulary (term text)');
  await db.write("insert into search_vocabulary values ('1:garden'), ('1:house'), ('2:gate')");
  const termsBeginning = createTermLists();
  const { seen, count } = countingReads('search_vocabulary');
  const listed = (project: number, prefix: string) =>
    db.snapshot((reads) => termsBeginning(count(reads), project, prefix));
  expect(await listed(1, 'g')).toEqual(['garden']);
  expect(await listed(1, 'g')).toEqual(['garden']);
  expect(await listed(2, 'g')).toEqual(['gate']);
  expect(seen.statements).toBe(2);
  await db.write("insert into search_vocabulary values ('1:goat')");
  await db.write("update counters set value = 2 where name = 'indexed'");
  expect(await listed(1, 'g')).toEqual(['garden', 'goat']);
});

async function withDocuments(): Promise<void> {
  await db.write('create table projects (id text primary key)');
  await db.write('create table generations (id integer primary key)');
  await db.write('create table documents (source_id text primary key, project_id text, language text)');
  await db.write(
    'create table sources (id text primary key, project_id text, metadata text, url text, external_id text, repository_id text, status text)',
  );
  await db.write('create table repositories (id text primary key, project_id text, forge text)');
  await db.write("insert into projects values ('one'), ('two')");
  await db.write("insert into documents values ('a', 'one', 'en')");
  await db.tx(countSearchChanges);
}

it('counts the documents of each language once until a document changes', async () => {
  await withDocuments();
  const { seen, count } = countingReads('documents');
  const counted: SqliteDb = { ...db, ...count(db), forProject: () => counted };
  const { languages } = createDocuments(counted, searchChanges);
  expect(await languages('one')).toEqual(['en']);
  expect(await languages('one')).toEqual(['en']);
  expect(seen.statements).toBe(1);
  await db.write("update documents set language = 'de'");
  expect(await languages('one')).toEqual(['de']);
});

it('counts the languages again that it has read while another call found a later change', async () => {
  await withDocuments();
  let isChanged = false;
  const changing: SqliteDb = {
    ...db,
    forProject: () => changing,
    async read<Row>(sql: string, parameters?: SqlValue[]) {
      const rows = await db.read<Row>(sql, parameters);
      if (sql.includes('from documents') && !isChanged) {
        isChanged = true;
        await db.write("update documents set language = 'de'");
        await languages('two');
      }
      return rows;
    },
  };
  const { languages } = createDocuments(changing, searchChanges);
  expect(await languages('one')).toEqual(['en']);
  expect(await languages('one')).toEqual(['de']);
});
