import Database from 'better-sqlite3';
import { tokenVoidingStatements } from '../coordination/void-tokens.ts';
import { openToLook } from './database/database-facts.ts';

/** An API key as its owner sees it. */
export interface KnownKey {
  id: string;
  /** Of its secret. Another one after a rotation. */
  hash: string;
  name: string;
  /** Its first characters. */
  prefix: string;
  project: string;
}

/** Revokes every user and widget token (coordination/void-tokens.ts). No other process may have the file open. */
export function voidTokens(path: string): void {
  const database = new Database(path, { fileMustExist: true });
  try {
    database.transaction(() => {
      for (const [sql, epoch] of tokenVoidingStatements()) database.prepare(sql).run(epoch);
    })();
  } finally {
    database.close();
  }
}

/** The valid API keys in a database file, oldest first, whatever its schema version. */
export function apiKeysIn(path: string): KnownKey[] {
  const database = openToLook(path);
  try {
    const expire = database.prepare("select 1 from pragma_table_info('api_keys') where name = 'expires_at'").get();
    const valid = expire ? `where expires_at is null or expires_at > ${Date.now()}` : '';
    return database
      .prepare<[], KnownKey>(
        `select api_keys.id, api_keys.hash, api_keys.name, api_keys.prefix, projects.name as project
         from api_keys join projects on projects.id = api_keys.project_id ${valid} order by api_keys.number`,
      )
      .all();
  } finally {
    database.close();
  }
}
