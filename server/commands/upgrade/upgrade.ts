import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readLastBackup } from '../../diagnosis/last-backup.ts';
import { commandLine } from '../../platform/program/command-line.ts';
import { packageVersion } from '../../platform/program/package-version.ts';
import { formatBytes } from '../../platform/text/format-bytes.ts';
import { migrationTitles } from '../../store/migrations/all.ts';
import { postgresFacts } from '../../store/postgres/facts.ts';
import { assertDatabase as assertDatabaseOnServer } from '../../store/postgres/find-database.ts';
import { redactAddress } from '../../store/postgres/move-endpoint.ts';
import { bytesForMigration, EARLIER_COPY, freeIn } from '../../store/sqlite/database/before-migration.ts';
import { readDatabaseFacts, readSchemaVersion, SCHEMA_VERSION } from '../../store/sqlite/database/database-facts.ts';
import { assertDatabase } from '../../store/sqlite/database/find-database.ts';
import { isHeld } from '../../store/sqlite/lock.ts';
import type { Command } from '../command.ts';

/**
 * `footnote upgrade --check`: says which schema the data has and what the first start of this version would change, also while
 * an older version runs. Changes nothing. Throws if this version would refuse the data, or the migration would find no room.
 */
export async function upgrade({ words, env, say }: Command): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false } },
  });
  if (!values.check || positionals.length > 0) return false;
  say(`Footnote ${await packageVersion('@footnote/server')} works with schema version ${SCHEMA_VERSION}.`);
  if (env.databaseUrl !== null) await checkPostgres(env.databaseUrl, resolve(env.dataDir), say);
  else await checkDirectory(resolve(env.dataDir), say);
  return true;
}

async function checkDirectory(dataDir: string, say: Command['say']): Promise<void> {
  const path = join(dataDir, 'footnote.db');
  assertDatabase(dataDir);
  const schema = readSchemaVersion(path);
  assertNotNewer(schema, dataDir, EARLIER_COPY);
  const { size } = readDatabaseFacts(path);
  say(`The database in ${dataDir} has schema version ${schema} and takes ${formatBytes(size)}.`);
  const migrates = sayChanges(schema, say);
  if (migrates) await checkRoom(dataDir, size, say);
  const last = await readLastBackup(dataDir);
  say(
    last === null
      ? `No backup has been made yet. Make one first: ${commandLine('backup FILE')}`
      : `The last backup is ${last.file}, made on ${new Date(last.at).toISOString()}. To make a new one first: ${commandLine('backup FILE')}`,
  );
  if (isHeld(dataDir)) say('A server is using the data. Stop it before this version starts.');
}

async function checkRoom(dataDir: string, size: number, say: Command['say']): Promise<void> {
  const [needed, free] = [bytesForMigration(size), await freeIn(dataDir)];
  if (free < needed) {
    throw new Error(
      `it would copy the database before migrating it, which takes ${formatBytes(needed)}, and only ${formatBytes(free)} are free in ${dataDir}. Free some disk space.`,
    );
  }
  say(
    `Before that, it copies the database into ${join(dataDir, 'backups')}: ${formatBytes(needed)} are needed, ${formatBytes(free)} are free.`,
  );
}

async function checkPostgres(url: string, dataDir: string, say: Command['say']): Promise<void> {
  const name = redactAddress(url);
  const { content, schema } = await postgresFacts(url).catch(({ message, cause }: Error) => {
    throw new Error(`${name} cannot be reached: ${cause instanceof Error ? cause.message : message}`);
  });
  assertDatabaseOnServer(content, dataDir);
  assertNotNewer(schema, name, 'restore a dump that was made before the upgrade');
  say(`The database ${name} has schema version ${schema}.`);
  if (sayChanges(schema, say)) {
    say('Unlike a database in a file, it is not copied before that. Make a backup first: pg_dump');
    say('Stop the replicas of the older version before this version starts.');
  }
}

function assertNotNewer(schema: number, where: string, wayBack: string): void {
  if (schema <= SCHEMA_VERSION) return;
  throw new Error(
    `the data in ${where} has schema version ${schema}, but this version of Footnote supports only ${SCHEMA_VERSION}. Start the newer version of Footnote that wrote it, or ${wayBack}.`,
  );
}

/** Returns whether there are changes to an existing database. */
function sayChanges(schema: number, say: Command['say']): boolean {
  const ahead = migrationTitles.slice(schema);
  if (ahead.length === 0) say('Nothing is migrated at the first start of this version.');
  else {
    say(`The first start of this version migrates it to ${SCHEMA_VERSION}:`);
    for (const [at, title] of ahead.entries()) say(`  ${schema + at + 1}: ${title}`);
  }
  return ahead.length > 0;
}
