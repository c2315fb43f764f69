import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ArchiveError } from '../../archive/manifest.ts';
import {
  type BackupManifest,
  backupManifest,
  CHOSEN,
  DATABASE,
  isBackupName,
  uploadOf,
} from '../../backup/backup-manifest.ts';
import { commandLine } from '../../platform/command-line.ts';
import {
  findDatabaseProblems,
  hasForeignTriggersOrViews,
  readDatabaseFacts,
  readSchemaVersion,
  SCHEMA_VERSION,
} from '../../store/sqlite/database/database-facts.ts';
import { lockDataDirectory } from '../../store/sqlite/lock.ts';
import { RESTORING_FOLDER } from '../../store/sqlite/open.ts';
import { apiKeysIn, type KnownKey, voidTokens } from '../../store/sqlite/void-tokens.ts';
import { type Command, plural } from '../command.ts';
import { assertEmbedded } from '../embedded-only.ts';
import { unpack } from '../unpack.ts';
import { contentsOf } from './backup.ts';

/** The folder that an archive is unpacked into. A server ignores it. */
const UNPACKED = 'restoring.unpacked';

/**
 * The entries of a server's data. A restore moves all of them aside: a database and its log are damaged without each other.
 */
const SERVER_ENTRIES = [
  'footnote.db',
  'footnote.db-wal',
  'footnote.db-shm',
  'uploads',
  'signing-secret',
  CHOSEN,
  'last-backup.json',
];

/** Entries that an otherwise empty data directory may contain. */
const IGNORED_ENTRIES =
  /^(?:footnote\.lock(?:-journal)?|models|engines|backups|lost\+found|uploads-temporary|restoring\.unpacked|replaced-.*)$/;

/**
 * `footnote restore FILE [--force]`: unpacks a backup beside the data, verifies it, and only then moves it into place. Existing
 * data is kept in a folder of the data directory that is named after the time.
 */
export async function restore(command: Command): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: command.words,
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) return false;
  assertEmbedded(command.env, 'Use pg_restore.');
  const dataDir = resolve(command.env.dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataDirectory(join(dataDir, 'footnote.lock'), dataDir);
  try {
    if (!values.force) await assertEmpty(dataDir);
    const unpacked = join(dataDir, UNPACKED);
    await rm(unpacked, { recursive: true, force: true });
    try {
      const expected = { kind: 'a backup', manifest: backupManifest, isName: isBackupName };
      const manifest = await unpack(file, { folder: unpacked, folders: ['uploads'], ...expected }, command);
      await assertWhole(file, unpacked, manifest);
      const keys = keysThatHoldAgain(dataDir, unpacked);
      // A restore does not always bring a new secret: JWT_SECRET stays the same.
      voidTokens(join(unpacked, DATABASE));
      const aside = await moveIntoPlace(dataDir, unpacked);
      report(command, dataDir, manifest, aside);
      reportKeys(command, keys);
    } finally {
      await rm(unpacked, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
  return true;
}

async function assertEmpty(dataDir: string): Promise<void> {
  const there = (await readdir(dataDir)).filter((name) => !IGNORED_ENTRIES.test(name));
  if (there.length === 0) return;
  throw new Error(
    `${dataDir} is not empty (${there.slice(0, 3).join(', ')}). Set DATA_DIR to a new directory, or add --force, which keeps the existing data in a folder named replaced-….`,
  );
}

/** API keys of a backup that are valid after the restore. */
interface RestoredKeys {
  keys: KnownKey[];
  /** True: exactly the keys that the replaced data no longer has. False: all keys, as there is no data to compare with. */
  deletedSince: boolean;
}

/** The keys of a backup that were deleted or rotated after it was made; all of its keys if there is no data to compare with. */
function keysThatHoldAgain(dataDir: string, unpacked: string): RestoredKeys {
  const keys = apiKeysIn(join(unpacked, DATABASE));
  try {
    const present = new Set(apiKeysIn(join(dataDir, 'footnote.db')).map(({ hash }) => hash));
    return { keys: keys.filter(({ hash }) => !present.has(hash)), deletedSince: true };
  } catch {
    // There is no readable database, which may be why it is being replaced.
    return { keys, deletedSince: false };
  }
}

/** Throws unless the unpacked data is complete: an intact archive may hold a damaged database. */
async function assertWhole(file: string, into: string, manifest: BackupManifest): Promise<void> {
  const refuse = (why: string) => new ArchiveError(`${file} cannot be used: ${why}`);
  if (manifest.schema > SCHEMA_VERSION) {
    throw refuse(
      `it was written by Footnote ${manifest.footnote} and has schema version ${manifest.schema}, but this version supports only ${SCHEMA_VERSION}. Restore it with that version or a newer one.`,
    );
  }
  const paths = new Set(manifest.files.map(({ path }) => path));
  if (!paths.has(DATABASE)) throw refuse('there is no database in it.');
  const database = join(into, DATABASE);
  const [problem] = findDatabaseProblems(database);
  if (problem !== undefined) throw refuse(`its database is damaged: ${problem}`);
  if (readSchemaVersion(database) !== manifest.schema || hasForeignTriggersOrViews(database)) {
    throw refuse('its database was not created by Footnote.');
  }
  const named = new Set(readDatabaseFacts(database).files);
  const lost = new Set(manifest.lost);
  const lacking = [...named].filter((fileId) => !lost.has(fileId) && !paths.has(`uploads/${fileId}`));
  if (lacking.length > 0) throw refuse(`${plural(lacking.length, 'original')} of its sources are missing in it.`);
  // Deleted while the backup was being made.
  for (const path of paths) {
    const fileId = uploadOf(path);
    if (fileId !== null && !named.has(fileId)) await rm(join(into, path));
  }
}

/**
 * Returns the folder with the previous data; null if there was none. Until everything is in place, the unpacked folder has the
 * name that keeps a server from starting, so that a killed process never leaves data that looks complete.
 */
async function moveIntoPlace(dataDir: string, unpacked: string): Promise<string | null> {
  const moving = join(dataDir, RESTORING_FOLDER);
  await mkdir(moving, { recursive: true, mode: 0o700 });
  // Left by a restore that was killed at this point.
  for (const name of await readdir(moving)) await rm(join(moving, name), { recursive: true });
  for (const name of await readdir(unpacked)) await rename(join(unpacked, name), join(moving, name));
  const replaced = join(dataDir, `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  let kept = false;
  for (const name of await readdir(dataDir)) {
    if (!SERVER_ENTRIES.includes(name)) continue;
    if (!kept) await mkdir(replaced, { mode: 0o700 });
    kept = true;
    await rename(join(dataDir, name), join(replaced, name));
  }
  for (const name of await readdir(moving)) {
    await rename(join(moving, name), join(dataDir, name === DATABASE ? 'footnote.db' : name));
  }
  await rmdir(moving);
  return kept ? replaced : null;
}

function report({ say }: Command, dataDir: string, manifest: BackupManifest, aside: string | null): void {
  say(`Restored into ${dataDir}, as it was on ${manifest.createdAt} (Footnote ${manifest.footnote}).`);
  say(`It contains ${contentsOf(manifest.counts)}.`);
  if (manifest.lost.length > 0) say(`Missing already: ${plural(manifest.lost.length, 'original')}.`);
  if (aside !== null) say(`The previous data is in ${aside}. Remove it when you no longer need it.`);
  say('Everybody has to log in again, and all widget tokens are invalid. Passwords are those of the backup.');
  const [, model] = /^transformers:([^@]+)/.exec(manifest.embedder ?? '') ?? [];
  if (model !== undefined) {
    say(
      `Its vectors were made by the model ${model}. If it is not on this machine: ${commandLine(`models pull ${model}`)}`,
    );
  }
}

/** Keys beyond this number are only counted. */
const NAMED_KEYS = 20;

function reportKeys({ say }: Command, { keys, deletedSince }: RestoredKeys): void {
  if (keys.length === 0) return;
  say(
    deletedSince
      ? 'These API keys had been deleted or rotated since the backup and are valid again as they were. Delete them in the console:'
      : 'All API keys of the backup are valid, including any deleted or rotated since. Delete those in the console:',
  );
  for (const { prefix, name, project } of keys.slice(0, NAMED_KEYS)) {
    say(`  ${prefix}…  ${name || 'without a name'} (${project})`);
  }
  if (keys.length > NAMED_KEYS) say(`  and ${keys.length - NAMED_KEYS} more`);
}
