import { mkdir, readdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFile } from '../../../platform/files/sync-file.ts';
import type { Log } from '../../../platform/log.ts';
import { findDatabaseProblems, readDatabaseFacts, readSchemaVersion } from './database-facts.ts';
import { copyDatabase } from './online-copy.ts';

/** How many copies are kept; each is as large as the database. */
const KEPT = 3;
const OURS = /^before-schema-\d+-.*\.sqlite$/;
/** Bytes that a migration may need besides the copy. */
const MIGRATION_BYTES = 64 * 2 ** 20;

/** The way back to an older version of the program. */
export const EARLIER_COPY =
  'restore the earlier database, which that version saved in the folder backups of the data directory';

const copiesFolder = (dataDir: string) => join(dataDir, 'backups');

/** The free space that migrating a database of this size takes, with the copy. Both are in bytes. */
export const bytesForMigration = (databaseSize: number): number => 2 * databaseSize + MIGRATION_BYTES;

/** In bytes. */
export async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Copies a database that is not empty into `backups` of its data directory before a migration, verifies the copy and keeps the
 * last three. Throws if that fails, as a migration must not run without a copy.
 */
export async function copyBeforeMigration(
  path: string,
  target: number,
  options: { log: Log; now?: () => Date; room?: (folder: string) => Promise<number> },
): Promise<void> {
  const { log, now = () => new Date(), room = freeIn } = options;
  const dataDir = dirname(path);
  const from = readSchemaVersion(path);
  if (from === 0 || from >= target) return;
  const folder = copiesFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const needed = bytesForMigration(readDatabaseFacts(path).size);
  const free = await room(folder);
  if (free < needed)
    throw refused(dataDir, `only ${megabytes(free)} MB are free, and about ${megabytes(needed)} MB are needed`);
  const date = now().toISOString().replaceAll(/[:.]/g, '-');
  const file = join(folder, `before-schema-${target}-${date}.sqlite`);
  const unfinished = `${file}.part`;
  try {
    await copyDatabase(dataDir, unfinished, () => undefined, new AbortController().signal);
    const [problem] = findDatabaseProblems(unfinished);
    if (problem !== undefined) throw new Error(problem);
    await syncFile(unfinished);
    await rename(unfinished, file);
  } catch (cause) {
    throw refused(dataDir, (cause as Error).message, cause);
  } finally {
    await rm(unfinished, { force: true });
  }
  log.info('database_copied', { file, from, to: target });
  for (const old of (await readdir(folder))
    .filter((name) => OURS.test(name))
    .sort(byDate)
    .slice(0, -KEPT)) {
    await rm(join(folder, old));
  }
}

const dateOf = (name: string) => name.replace(/^before-schema-\d+-/, '');
const byDate = (one: string, other: string) => (dateOf(one) < dateOf(other) ? -1 : 1);
const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);

function refused(dataDir: string, why: string, cause?: unknown): Error {
  return new Error(
    `The database in ${dataDir} has an older schema version and must be copied before it is migrated, but copying failed: ${why}. Free some disk space, then start again.`,
    { cause },
  );
}
