import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ArchiveError } from '../../archive/manifest.ts';
import { commandLine } from '../../platform/command-line.ts';
import {
  findDatabaseProblems,
  hasTriggersOrViews,
  readDatabaseFacts,
  readSchemaVersion,
  SCHEMA_VERSION,
} from '../../store/sqlite/database/database-facts.ts';
import { lockDataDirectory } from '../../store/sqlite/lock.ts';
import { RESTORING_FOLDER } from '../../store/sqlite/open.ts';
import { apiKeysIn, type KnownKey, voidTokens } from '../../store/sqlite/void-tokens.ts';
import { type Command, many } from '../command.ts';
import { assertEmbedded } from '../embedded-only.ts';
import { unpack } from '../unpack.ts';
import { contentsOf } from './backup.ts';
import { type BackupManifest, backupManifest, CHOSEN, DATABASE, isBackupName, uploadOf } from './backup-manifest.ts';

/** Where an archive is unpacked. Whatever is in it, nobody looks at it. */
const UNPACKED = 'restoring.unpacked';

/** What a server's data is made of: a restore puts it all aside, as a log without its database, or the other way round, is damage. */
const OF_A_SERVER = [
  'footnote.db',
  'footnote.db-wal',
  'footnote.db-shm',
  'uploads',
  'signing-secret',
  CHOSEN,
  'last-backup.json',
];

/** What a data directory may have in it and still be empty. */
const OF_NO_MATTER =
  /^(?:footnote\.lock(?:-journal)?|models|backups|lost\+found|uploads-temporary|restoring\.unpacked|replaced-.*)$/;

/**
 * `footnote restore FILE [--force]`: unpacks and checks a backup beside the data, and moves it into place only then. What was
 * there before stays, in a folder of the data directory that is named by the time.
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
      // Not every secret is new after a restore: JWT_SECRET stays what it was.
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
  const there = (await readdir(dataDir)).filter((name) => !OF_NO_MATTER.test(name));
  if (there.length === 0) return;
  throw new Error(
    `${dataDir} is not empty (${there.slice(0, 3).join(', ')}). Set DATA_DIR to a new directory, or add --force: that keeps what is there, in a folder named replaced-….`,
  );
}

/** API keys of a backup, and what is known of them. */
interface RestoredKeys {
  keys: KnownKey[];
  /** True where these are the keys that the replaced data has no more; false where nobody can tell which these are. */
  deletedSince: boolean;
}

/** The keys of a backup that were deleted after it was made. Where there is nothing to compare with: all of them. */
function keysThatHoldAgain(dataDir: string, unpacked: string): RestoredKeys {
  const keys = apiKeysIn(join(unpacked, DATABASE));
  try {
    const present = new Set(apiKeysIn(join(dataDir, 'footnote.db')).map(({ id }) => id));
    return { keys: keys.filter(({ id }) => !present.has(id)), deletedSince: true };
  } catch {
    // There is no database, or it is damaged, which is why it is replaced.
    return { keys, deletedSince: false };
  }
}

/** An archive in order may still hold a database that is not. */
async function assertWhole(file: string, into: string, manifest: BackupManifest): Promise<void> {
  const refuse = (why: string) => new ArchiveError(`${file} cannot be used: ${why}`);
  if (manifest.schema > SCHEMA_VERSION) {
    throw refuse(
      `Footnote ${manifest.footnote} has written it, with a database of schema version ${manifest.schema}. This version knows only ${SCHEMA_VERSION}; restore it with that version, or a newer one.`,
    );
  }
  const paths = new Set(manifest.files.map(({ path }) => path));
  if (!paths.has(DATABASE)) throw refuse('there is no database in it.');
  const database = join(into, DATABASE);
  const [problem] = findDatabaseProblems(database);
  if (problem !== undefined) throw refuse(`its database is damaged: ${problem}`);
  if (readSchemaVersion(database) !== manifest.schema || hasTriggersOrViews(database)) {
    throw refuse('its database is not one that Footnote has made.');
  }
  const named = new Set(readDatabaseFacts(database).files);
  const lost = new Set(manifest.lost);
  const lacking = [...named].filter((fileId) => !lost.has(fileId) && !paths.has(`uploads/${fileId}`));
  if (lacking.length > 0) throw refuse(`${many(lacking.length, 'original')} of its sources are missing in it.`);
  // What was deleted while the backup was made.
  for (const path of paths) {
    const fileId = uploadOf(path);
    if (fileId !== null && !named.has(fileId)) await rm(join(into, path));
  }
}

/**
 * Returns where it has put what was there before, null where that was nothing. While it moves, the folder has the name that
 * keeps a server from starting; what a killed process leaves is therefore never taken for a whole.
 */
async function moveIntoPlace(dataDir: string, unpacked: string): Promise<string | null> {
  const moving = join(dataDir, RESTORING_FOLDER);
  await mkdir(moving, { recursive: true, mode: 0o700 });
  // Of a restore that was killed here.
  for (const name of await readdir(moving)) await rm(join(moving, name), { recursive: true });
  for (const name of await readdir(unpacked)) await rename(join(unpacked, name), join(moving, name));
  const replaced = join(dataDir, `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  let kept = false;
  for (const name of await readdir(dataDir)) {
    if (!OF_A_SERVER.includes(name)) continue;
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
  say(`There are: ${contentsOf(manifest.counts)}.`);
  if (manifest.lost.length > 0) say(`${many(manifest.lost.length, 'original')} had been lost before.`);
  if (aside !== null) say(`What was here before is in ${aside}. Remove it when you do not need it any more.`);
  say('Everybody has to log in again, and every widget token is void. Passwords are those of the backup.');
  const [, model] = /^transformers:([^@]+)/.exec(manifest.embedder ?? '') ?? [];
  if (model !== undefined) {
    say(`Its passages are found by the model ${model}. If it is not here yet: ${commandLine(`models pull ${model}`)}`);
  }
}

/** So many keys are named, and of the others only how many they are. */
const NAMED_KEYS = 20;

function reportKeys({ say }: Command, { keys, deletedSince }: RestoredKeys): void {
  if (keys.length === 0) return;
  say(
    deletedSince
      ? 'These API keys had been deleted since, and are valid again. Delete them in the console:'
      : 'The API keys of the backup are valid, also those that were deleted since. Delete these in the console:',
  );
  for (const { prefix, name, project } of keys.slice(0, NAMED_KEYS)) {
    say(`  ${prefix}…  ${name || 'without a name'} (${project})`);
  }
  if (keys.length > NAMED_KEYS) say(`  and ${keys.length - NAMED_KEYS} more`);
}
