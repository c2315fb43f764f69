import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import type { Reads } from '../db.ts';
import { migrations } from '../migrations/all.ts';
import { migrate } from '../migrations/migrator.ts';
import type { PostgresDb } from './database/driver.ts';
import { codeOf } from './database/failures.ts';

/** PostgreSQL 15, as `server_version_num` has it. */
const MIN_SERVER_VERSION = 150_000;
const MIN_PGVECTOR_VERSION = [0, 8, 0];
/** With the fix for CVE-2026-3172. */
const SAFE_PGVECTOR = [0, 8, 2];
const MOST_TRIES = 20;

/** Throws a sentence where the server is too old for what we ask of it. */
export async function assertServer(reads: Reads): Promise<void> {
  const [row] = await reads.read<{ number: string; version: string }>(
    "select current_setting('server_version_num') as number, current_setting('server_version') as version",
  );
  if (Number(row?.number) >= MIN_SERVER_VERSION) return;
  throw new Error(`The database is PostgreSQL ${row?.version}, but 15 or newer is needed.`);
}

/**
 * Sees to it that there is pgvector, where the server has it and we may add it. Throws a sentence where it is too old to find
 * the vectors of one project among those of many.
 */
export async function preparePgvector(db: PostgresDb, log: Log): Promise<boolean> {
  const found = (await versionOfPgvector(db)) ?? (await added(db));
  if (typeof found !== 'string') {
    log.warn('pgvector_missing', {
      reason: found.message,
      effect: 'vectors are compared by this server itself, which is good for some 10,000 passages a project',
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
      reason: 'CVE-2026-3172: an index of vectors that several workers build can leak other rows, and crash',
      effect: 'ours is built by one worker',
      remedy: 'update pgvector to 0.8.2 or newer, then run: alter extension vector update',
    });
  }
  return true;
}

/** Null where the database has none. */
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
  return (await versionOfPgvector(db)) ?? new Error('it was not there after it had been added');
}

function isBefore(version: number[], least: number[]): boolean {
  for (const [at, wanted] of least.entries()) {
    const part = version[at] ?? 0;
    if (part !== wanted) return part < wanted;
  }
  return false;
}

/**
 * Brings the schema up to date, however many starts do so at once: a step is a transaction, so one that is killed leaves
 * nothing, and of two the later one finds it done. What makes something `if not exists` may still meet another start that
 * makes it in the same moment, and is then done again.
 */
export const migrateTogether = (db: PostgresDb): Promise<void> => retryOnRace(() => migrate(db, migrations));

/** Unique violation (of the catalogue), duplicate table, duplicate object, tuple concurrently updated. */
const RACED = new Set(['23505', '42P07', '42710', 'XX000']);

export async function retryOnRace<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (cause) {
      if (!RACED.has(codeOf(cause)) || tries === MOST_TRIES) throw cause;
      await pause(Math.random() * 50 * tries);
    }
  }
}
