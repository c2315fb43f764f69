import pg from 'pg';
import { openPool } from '../../../server/store/postgres/database/pool.ts';
import type { Sessions } from '../../../server/store/postgres/database/session.ts';
import { afterFile } from '../after-file.ts';
import { freshDatabase, preparedDatabase } from './postgres.ts';
import { SILENT } from './rows.ts';

/** All tests of a file share one database. Each has a separate schema. */
let database: Promise<string> | null = null;

/** The address of a schema on a real server. It is created if necessary. */
export async function schemaUrl(schema: string): Promise<string> {
  if (database === null) {
    database = freshDatabase();
    afterFile(() => {
      database = null;
    });
  }
  const url = await database;
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`create schema if not exists ${schema}`);
  await client.end();
  return `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`;
}

/** By the names that the tests of a file give them. */
const prepared = new Map<string, Promise<string>>();

/** The address of a database of its own, with our schema. It is created if necessary. */
function preparedUrl(name: string): Promise<string> {
  if (prepared.size === 0) afterFile(() => prepared.clear());
  const url = prepared.get(name) ?? preparedDatabase();
  prepared.set(name, url);
  return url;
}

/** A connection takes longer than the five seconds of a server where much else runs on the machine. */
const MAX_WAIT_MS = 60_000;

const sessionsOn = (url: string): Sessions => openPool({ url, size: 8, log: SILENT, maxWaitMs: MAX_WAIT_MS });

/** Opens sessions on a schema. */
export const serverSessions = async (schema: string): Promise<Sessions> => sessionsOn(await schemaUrl(schema));

/** Opens sessions on a database that has our schema. */
export const preparedSessions = async (name: string): Promise<Sessions> => sessionsOn(await preparedUrl(name));
