import { inject } from 'vitest';
import { afterFile } from '../after-file.ts';
import type {} from '../global-setup/shared-postgres.ts';
import { createDatabase, dropDatabase, postgresMissing } from './postgres-server.ts';

/** An existing server for the databases of the tests. Its account must be allowed to create them. */
const GIVEN = process.env.TEST_PG_URL;

/** Why there is no Postgres for tests, for the names of skipped tests: `describe.skipIf(noPostgres)(…)`. Null if there is. */
export const noPostgres: string | null = GIVEN ? null : postgresMissing;

/** Creates an empty database for the caller and returns its address. It is removed after the file's tests. */
export async function freshDatabase(): Promise<string> {
  const url = await createDatabase(await standing());
  afterFile(async () => dropDatabase(await standing(), url));
  return url;
}

/** The address of a database on the server that all tests of this run share. The first call starts it. */
async function standing(): Promise<string> {
  if (GIVEN) return GIVEN;
  const answer = await fetch(inject('postgresDoor'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
