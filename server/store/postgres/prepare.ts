import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import type { Reads } from '../db.ts';
import { migrations } from '../migrations/all.ts';
import { migrate } from '../migrations/migrate.ts';
import type { PostgresDb } from './database/driver.ts';
import { codeOf } from './database/failures.ts';

/** PostgreSQL 15, in the format of `server_version_num`. */
const MIN_SERVER_VERSION = 150_000;
const MIN_PGVECTOR_VERSION = [0, 8, 0];
/** With the fix for CVE-2026-3172. */
const SAFE_PGVECTOR = [0, 8, 2];
const MAX_TRIES = 20;

/** Throws if the server's version is too old. */
export async function assertServer(reads: Reads): Promise<void> {
  const [row] = await reads.read<{ number: string; version: string }>(
    "select current_setting('server_version_num') as number, current_setting('server_version') as version",
  );
  if (Number(row?.number) >= MIN_SERVER_VERSION) return;
  throw new Error(`The database is PostgreSQL ${row?.version}, but 15 or newer is needed.`);
}

/**
 * Installs pgvector if the server has it and permits that; returns whether it is available. Throws if its version is too old to
 * search the vectors of one project among many.
 */
export async function preparePgvector(db: PostgresDb, log: Log): Promise<boolean> {
  const found = (await versionOfPgvector(db)) ?? (await added(db));
  if (typeof found !== 'string') {
    log.warn('pgvector_missing', {
      reason: found.message,
      effect: 'this server compares vectors itself, which is fast enough for about 10,000 passages per project',
      remedy: 'install pgvector and run "create extension vector" in the database before the first start',
    });
    return false;
  }
  const version = found.split('.').map(Number);
  if (isBefore(version, MIN_PGVECTOR_VERSION)) {
    throw new Error(
      `The database has pgvector ${found}, but 0.8.2 or newer is needed. Update it, then run: alter extension vector update.`,
    );
  }
  if (isBefore(version, SAFE_PGVECTOR)) {
    log.warn('pgvector_outdated', {
      version: found,
      reason: 'CVE-2026-3172: building a vector index with several workers can leak other rows and crash',
      effect: 'Footnote builds its index with one worker',
      remedy: 'update pgvector to 0.8.2 or newer, then run: alter extension vector update',
    });
  }
  return true;
}

/** Null if it is not installed. */
export async function versionOfPgvector(reads: Reads): Promise<string | null> {
  const [row] = await reads.read<{ version: string }>(
    "select extversion as version from pg_extension where extname = 'vector'",
  );
  return row?.version ?? null;
}

async function added(db: PostgresDb): Promise<string | Error> {
  const [there] = await db.read("select 1 as found from pg_available_extensions where name = 'vector'");
  if (!there) return new Error('the database server does not have it');
  try {
    await retryOnRace(() => db.write('create extension if not exists vector'));
  } catch (cause) {
    return cause as Error;
  }
  return (await versionOfPgvector(db)) ?? new Error('it was missing after being installed');
}

function isBefore(version: number[], least: number[]): boolean {
  for (const [at, wanted] of least.entries()) {
    const part = version[at] ?? 0;
    if (part !== wanted) return part < wanted;
  }
  return false;
}

/**
 * Migrates the schema, also when several servers start at once. Each step is a transaction: a killed one leaves nothing, and a
 * concurrent one finds the step done. Even `if not exists` can fail when two servers create the same thing at the same moment,
 * and is then retried.
 */
export const migrateTogether = (db: PostgresDb): Promise<void> => retryOnRace(() => migrate(db, migrations));

/** Unique violation (of the catalogue), duplicate table, duplicate object, tuple concurrently updated. */
const RACED = new Set(['23505', '42P07', '42710', 'XX000']);

export async function retryOnRace<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (cause) {
      if (!RACED.has(codeOf(cause)) || tries === MAX_TRIES) throw cause;
      await pause(Math.random() * 50 * tries);
    }
  }
}
