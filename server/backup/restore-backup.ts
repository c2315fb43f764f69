import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveError } from '../archive/manifest.ts';
import { unpackArchive } from '../archive/unpack-archive.ts';
import {
  findDatabaseProblems,
  hasForeignTriggersOrViews,
  readDatabaseFacts,
  readSchemaVersion,
  SCHEMA_VERSION,
} from '../store/sqlite/database/database-facts.ts';
import { RESTORING_FOLDER } from '../store/sqlite/database/find-database.ts';
import { apiKeysIn, type KnownKey, voidTokens } from '../store/sqlite/void-tokens.ts';
import { type BackupManifest, backupManifest, CHOSEN, DATABASE, isBackupName, uploadOf } from './backup-manifest.ts';

/** What is unpacked or examined. */
export interface RestoreOrder {
  dataDir: string;
  file: string;
  onProgress: (done: number, total: number) => void;
  signal: AbortSignal;
}

export interface Restored {
  manifest: BackupManifest;
  /** The folder with the data from before; null if there was none. */
  aside: string | null;
  keys: RestoredKeys;
}

/**
 * Unpacks a backup beside the data, verifies it, and only then moves it into place. Existing data is kept in a folder of the data
 * directory that is named after the time. The caller holds the lock of the directory.
 */
export async function restoreBackup({ dataDir, file, onProgress, signal }: RestoreOrder): Promise<Restored> {
  const unpacked = join(dataDir, UNPACKED);
  await rm(unpacked, { recursive: true, force: true });
  try {
    const expected = { kind: 'a backup', manifest: backupManifest, isName: isBackupName };
    const manifest = await unpackArchive(file, {
      folder: unpacked,
      folders: ['uploads'],
      onProgress,
      signal,
      ...expected,
    });
    await assertWhole(file, unpacked, manifest);
    const keys = keysThatHoldAgain(dataDir, unpacked);
    // A restore does not always bring a new secret: JWT_SECRET stays the same.
    voidTokens(join(unpacked, DATABASE));
    return { manifest, keys, aside: await moveIntoPlace(dataDir, unpacked) };
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

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
  'uploads-orphaned',
  'signing-secret',
  CHOSEN,
  'last-backup.json',
];

/** API keys of a backup that are valid after the restore. */
export interface RestoredKeys {
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
export async function assertWhole(file: string, into: string, manifest: BackupManifest): Promise<void> {
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
  if (lacking.length > 0) throw refuse(`the originals of ${lacking.length} of its sources are missing in it.`);
  // Deleted while the backup was being made.
  for (const path of paths) {
    const fileId = uploadOf(path);
    if (fileId !== null && !named.has(fileId)) await rm(join(into, path), { force: true });
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
  const replaced = await setAside(dataDir);
  for (const name of await readdir(moving)) {
    await rename(join(moving, name), join(dataDir, name === DATABASE ? 'footnote.db' : name));
  }
  await rmdir(moving);
  return replaced;
}

/**
 * Moves the data of a server into a folder of the data directory that is named after the time; backups and models stay. Returns
 * the folder; null if there was none. The caller holds the lock of the directory.
 */
export async function setAside(dataDir: string): Promise<string | null> {
  const aside = join(dataDir, `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  const names = (await readdir(dataDir)).filter((name) => SERVER_ENTRIES.includes(name));
  if (names.length === 0) return null;
  await mkdir(aside, { mode: 0o700 });
  for (const name of names) await rename(join(dataDir, name), join(aside, name));
  return aside;
}
