import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqlite, type SqliteDb } from '../../../../../server/store/sqlite/database/driver.ts';
import { prepareSearch } from '../../../../../server/store/sqlite/search/search-index.ts';
import { BM25, createTermScores } from '../../../../../server/store/sqlite/search/term-scores.ts';
import { seeded } from '../../../../helpers/input/seeded.ts';
import { countingReads } from '../../../../helpers/stores/counting-reads.ts';
import { temporaryPlaces } from '../../../../helpers/stores/rows.ts';

const WORDS = Array.from({ length: 40 }, (_, at) => `word${at}`);

const places = temporaryPlaces();
let db: SqliteDb;

beforeEach(async () => {
  db = openSqlite(join(places.directory(), 'scores.db'), Date.now);
  await db.write('create table counters (name text primary key, value integer)');
  await db.write("insert into counters values ('chunk', 0), ('indexed', 0)");
  for (const table of ['generations', 'documents']) await db.write(`create table ${table} (id integer primary key)`);
  await db.write('create table sources (metadata text, url text, external_id text, repository_id text)');
  await db.write('create table repositories (forge text)');
  await prepareSearch(db, null);
});
afterEach(async () => {
  await db.close();
  await places.clear();
});

async function add(id: number, headings: string, text: string): Promise<void> {
  await db.write('insert into search_text (rowid, generation, heading_terms, terms) values (?, ?, ?, ?)', [
    BigInt(id),
    'g1',
    headings,
    text,
  ]);
  await db.write("update counters set value = value + 1 where name = 'indexed'");
}

/** Chunks of frequent and rare words, some of them alike. */
async function fill(): Promise<void> {
  const random = seeded(3);
  const some = (count: number) =>
    Array.from({ length: count }, () => WORDS[Math.floor(random() ** 3 * WORDS.length)]).join(' ');
  for (let id = 1; id <= 300; id += 1) {
    if (id % 10 === 0) await add(id, 'word1', 'word7 word9 word9');
    else await add(id, some(3), some(2 + Math.floor(random() * 30)));
  }
}

it('gives the scores of FTS5, in its order, to the last bit', async () => {
  await fill();
  const termScores = createTermScores();
  await db.snapshot((reads) => termScores.best(reads, [], 15));
  for (const words of [['word39'], ['word9', 'word1'], ['word30', 'word7', 'word0', 'word12'], ['word9', 'absent']]) {
    const queries = words.map((word) => `"${word}"`);
    const expected = await db.read(
      `select rowid as id, -${BM25} as score from search_text where search_text match ? order by ${BM25}, rowid limit 15`,
      [queries.join(' OR ')],
    );
    expect(await db.snapshot((reads) => termScores.best(reads, queries, 15)), words.join(' ')).toEqual(expected);
  }
});

it('scores the chunks of a term once until the index changes, and none in the first search after a change', async () => {
  await add(1, '', 'gate garden');
  const termScores = createTermScores();
  const { seen, count } = countingReads('search_text');
  const found = async (...words: string[]) => {
    const queries = words.map((word) => `"${word}"`);
    const hits = await db.snapshot((reads) => termScores.best(count(reads), queries, 10));
    return hits?.map(({ id }) => id).sort() ?? null;
  };
  expect(await found('gate')).toBe(null);
  expect(seen.statements).toBe(0);
  expect(await found('gate')).toEqual([1]);
  expect(await found('gate', 'garden')).toEqual([1]);
  expect(seen.statements).toBe(2);
  await add(2, '', 'gate');
  expect(await found('gate', 'garden')).toBe(null);
  expect(await found('gate', 'garden')).toEqual([1, 2]);
  expect(seen.statements).toBe(4);
});

it('gives the same of terms that were read ahead, without reading them again', async () => {
  await fill();
  const [termScores, other] = [createTermScores(), createTermScores()];
  for (const scores of [termScores, other]) await db.snapshot((reads) => scores.best(reads, [], 15));
  const { seen, count } = countingReads('search_text');
  const queries = ['"word9"', '"word30"'];
  await db.snapshot((reads) => termScores.readAhead(count(reads), queries));
  expect(seen.statements).toBe(2);
  const found = await db.snapshot((reads) => termScores.best(count(reads), queries, 15));
  expect(seen.statements).toBe(2);
  expect(found).toEqual(await db.snapshot((reads) => other.best(reads, queries, 15)));
});
