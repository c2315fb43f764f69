import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import * as sqliteVec from 'sqlite-vec';
import { migrations } from '../../migrations/all.ts';
import { SEARCH_TRIGGERS } from '../search/search-changes.ts';
import { TRIGGERS } from './append-only.ts';

/** The schema version that this version of Footnote migrates databases to. */
export const SCHEMA_VERSION = migrations.length;

/** The contents of a database file. */
export interface DatabaseFacts {
  counts: { accounts: number; projects: number; sources: number; passages: number; conversations: number };
  /** The ids of the originals that its rows refer to. */
  files: string[];
  /** The embedder of the active vector index; null before the first start with one. */
  embedder: string | null;
  /** Bytes. */
  size: number;
}

/** The value of one column. */
type Value = string | number | null;

/**
 * Opens a database file that other processes may have open, for reading only. Throws for a file without a byte: SQLite would
 * remove the log beside it, with what can be recovered.
 */
export function openToLook(path: string): Database.Database {
  if (statSync(path, { throwIfNoEntry: false })?.size === 0) throw new Error('it is empty');
  return new Database(path, { readonly: true, timeout: 5000 });
}

/** `look` receives a function that returns the first column of a query's rows. */
function withDatabase<Result>(path: string, look: (values: (sql: string) => Value[]) => Result): Result {
  const database = openToLook(path);
  try {
    sqliteVec.load(database);
    // All queries see the same snapshot.
    database.exec('begin');
    return look((sql) => database.prepare(sql).pluck().all() as Value[]);
  } finally {
    database.close();
  }
}

/** The schema version; 0 for an empty database, or one that is not Footnote's. */
export function readSchemaVersion(path: string): number {
  return withDatabase(path, (values) => {
    const [table] = values("select 1 from sqlite_master where name = 'schema_version'");
    return table ? Number(values('select version from schema_version where id = 1')[0] ?? 0) : 0;
  });
}

/**
 * What a database file holds: no byte or no file, no table but that of the version (a first start was killed before it made
 * more), tables of another program alone, or those of a server. A file that cannot be read counts as a server's.
 */
export type DatabaseContent = 'missing' | 'empty' | 'no tables' | 'foreign' | 'server';

export function contentOf(path: string): DatabaseContent {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return 'missing';
  if (size === 0) return 'empty';
  try {
    return withDatabase(path, (values) => {
      const tables = values("select name from sqlite_master where type = 'table'");
      if (!tables.includes('schema_version')) return tables.length === 0 ? 'no tables' : 'foreign';
      const [version = 0] = values('select version from schema_version');
      return tables.length === 1 && version === 0 ? 'no tables' : 'server';
    });
  } catch {
    return 'server';
  }
}

/** Reads a database of this schema version or an older one. */
export function readDatabaseFacts(path: string): DatabaseFacts {
  return withDatabase(path, (values) => {
    const count = (from: string) => Number(values(`select count(*) from ${from}`)[0]);
    return {
      counts: {
        accounts: count('users'),
        projects: count('projects'),
        sources: count('sources'),
        passages: count("chunks where generation in (select id from generations where state = 'live')"),
        conversations: count('conversations'),
      },
      files: values(
        `select file_id from sources where file_id is not null
         union select replacement_file_id from jobs where replacement_file_id is not null`,
      ).map(String),
      embedder: String(values("select embedder from vector_indexes where state = 'active'")[0] ?? '') || null,
      size: Number(values('pragma page_count')[0]) * Number(values('pragma page_size')[0]),
    };
  });
}

/** The ids in a table, with the names of projects. */
export function idsIn(path: string, table: 'users' | 'projects' | 'sources' | 'conversations'): Map<string, string> {
  return withDatabase(path, (values) => {
    const ids = values(`select id from ${table} order by id`).map(String);
    const names = table === 'projects' ? values('select name from projects order by id').map(String) : [];
    return new Map(ids.map((id, at) => [id, names[at] ?? '']));
  });
}

/**
 * Checks the pages of a database, and whether both indexes hold exactly the passages that are live. Returns a sentence for each
 * problem. It takes as long as reading the whole file.
 */
export function findDatabaseProblems(path: string): string[] {
  try {
    return withDatabase(path, (values) => [...pageProblems(values), ...indexProblems(values)]);
  } catch (error) {
    return [`SQLite cannot read it (${(error as Error).message}).`];
  }
}

function pageProblems(values: (sql: string) => Value[]): string[] {
  // Only ordinary tables: checking a full-text table would compare each of its words with the index.
  const tables = values("select name from sqlite_master where type = 'table' and rootpage > 0 order by name");
  for (const name of tables) {
    const [found] = values(`pragma quick_check("${String(name).replaceAll('"', '""')}")`);
    if (found !== 'ok') return [`SQLite finds damage in its table ${name} (${found}).`];
  }
  return [];
}

/** Checks that each index holds exactly the passages that are live. */
function indexProblems(values: (sql: string) => Value[]): string[] {
  const [tables] = values("select count(*) from sqlite_master where name in ('search_text', 'vector_indexes')");
  if (tables !== 2) return [];
  const lackIn = (table: string, key: string) =>
    Number(
      values(
        `select count(*) from chunks join generations on generations.id = chunks.generation and generations.state = 'live'
         where not exists (select 1 from ${table} where ${key} = chunks.id)`,
      )[0],
    );
  const strayIn = (table: string, key: string) =>
    Number(values(`select count(*) from ${table} where ${key} not in (select id from chunks)`)[0]);
  const problems: string[] = [];
  const compare = (what: string, table: string, key: string) => {
    const [lacking, strays] = [lackIn(table, key), strayIn(table, key)];
    if (lacking > 0) problems.push(`${what} lacks ${lacking} of the passages.`);
    if (strays > 0) problems.push(`${what} holds ${strays} passages that no longer exist.`);
  };
  compare('Its text index', 'search_text_content', 'id');
  for (const id of values("select id from vector_indexes where state = 'active' and complete = 1")) {
    compare('Its index of vectors', `search_vectors_${Number(id)}_rowids`, 'rowid');
  }
  return problems;
}

const HOUR = 60 * 60_000;

/** Jobs that have been due for an hour and that no process holds. */
export function countStuckJobs(path: string, now: number): number {
  const since = Math.floor(now) - HOUR;
  return withDatabase(path, (values) =>
    Number(
      values(
        `select count(*) from jobs where (state = 'queued' and run_at < ${since})
           or (state = 'running' and lease_until < ${since})`,
      )[0],
    ),
  );
}

/** Does the database contain views, or triggers that Footnote does not make? They would be somebody else's. */
export function hasForeignTriggersOrViews(path: string): boolean {
  return withDatabase(path, (values) =>
    values("select sql from sqlite_master where type in ('trigger', 'view')").some(
      (sql) => !TRIGGERS.includes(String(sql)) && !SEARCH_TRIGGERS.includes(String(sql)),
    ),
  );
}
