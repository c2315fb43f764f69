import { afterAll, inject } from 'vitest';
import type {} from '../global-setup/shared-postgres.ts';
import { createDatabase, dropDatabase, postgresMissing } from './postgres-server.ts';

/** A server that stands already, to make the databases of the tests on; its account must be allowed to. */
const GIVEN = process.env.TEST_PG_URL;

/** Why there is no Postgres to test on, for the names of what is skipped: `describe.skipIf(noPostgres)(…)`. Null where there is. */
export const noPostgres: string | null = GIVEN ? null : postgresMissing;

const opened = new Set<string>();

afterAll(async () => {
  for (const url of opened) await dropDatabase(await standing(), url);
  opened.clear();
});

/** The address of an empty database that nobody else uses. It is removed when the file's tests are over. */
export async function freshDatabase(): Promise<string> {
  const url = await createDatabase(await standing());
  opened.add(url);
  return url;
}

/** The address of a database on the server that all tests of this run share; it starts for the first who asks. */
async function standing(): Promise<string> {
  if (GIVEN) return GIVEN;
  const answer = await fetch(inject('postgresDoor'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
