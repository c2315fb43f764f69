import { randomInt } from 'node:crypto';
import Database from 'better-sqlite3';

/** An API key as its owner sees it. */
export interface KnownKey {
  id: string;
  name: string;
  /** Its first characters. */
  prefix: string;
  project: string;
}

/**
 * Revokes every user and widget token that was issued for this database or a later state of it. No other process may have the
 * file open. Incrementing the epochs is not enough: after the backup they may have been incremented too, and tokens with those
 * epochs may exist. A server never counts up to a random number of ten digits.
 */
export function voidTokens(path: string): void {
  const database = new Database(path, { fileMustExist: true });
  try {
    database.function('new_epoch', { deterministic: false }, () => randomInt(1_000_000_000, 2_000_000_000));
    database.transaction(() => {
      database.exec('update users set token_epoch = new_epoch(), kept_token = null');
      database.exec('update projects set widget_epoch = new_epoch()');
    })();
  } finally {
    database.close();
  }
}

/** The valid API keys in a database file, oldest first. */
export function apiKeysIn(path: string): KnownKey[] {
  const database = new Database(path, { readonly: true, timeout: 5000 });
  try {
    return database
      .prepare<[], KnownKey>(
        `select api_keys.id, api_keys.name, api_keys.prefix, projects.name as project
         from api_keys join projects on projects.id = api_keys.project_id order by api_keys.number`,
      )
      .all();
  } finally {
    database.close();
  }
}
