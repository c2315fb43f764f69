import { inject } from 'vitest';
import { afterFile } from '../after-file.ts';
import type {} from '../global-setup/shared-postgres.ts';
import { createDatabase, dropDatabase, GIVEN_POSTGRES, postgresMissing } from './postgres-server.ts';

/** Why there is no Postgres for tests, for the names of skipped tests: `describe.skipIf(noPostgres)(…)`. Null if there is. */
export const noPostgres: string | null = GIVEN_POSTGRES ? null : postgresMissing;

/** Creates an empty database for the caller and returns its address. It is removed after the file's tests. */
export async function freshDatabase(): Promise<string> {
  return untilAfterFile(await createDatabase(await standing()));
}

/** The same with our schema in it, in a fifth of the time that a store takes to create it. */
export async function preparedDatabase(): Promise<string> {
  return untilAfterFile(await createDatabase(await standing(), await asked('/prepared')));
}

function untilAfterFile(url: string): string {
  afterFile(async () => dropDatabase(await standing(), url));
  return url;
}

/** The address of a database on the server that all tests of this run share. The first call starts it. */
const standing = () => asked('/');

async function asked(path: string): Promise<string> {
  const answer = await fetch(inject('postgresDoor') + path);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
