import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BackupManifest } from '../../backup/backup-manifest.ts';
import { type RestoredKeys, restoreBackup } from '../../backup/restore-backup.ts';
import { commandLine } from '../../platform/program/command-line.ts';
import { lockDataDirectory } from '../../store/sqlite/lock.ts';
import { type Command, plural, withProgress } from '../command.ts';
import { assertEmbedded } from '../existing-store.ts';
import { contentsOf } from './backup.ts';

/** Entries that an otherwise empty data directory may contain. */
const IGNORED_ENTRIES =
  /^(?:footnote\.lock(?:-journal)?|models|engines|backups|backup-plan\.json|restore-plan\.json|lost\+found|uploads-temporary|restoring\.unpacked|replaced-.*)$/;

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
    const { signal } = command;
    const { manifest, aside, keys } = await withProgress(command, ({ show }) =>
      restoreBackup({ dataDir, file, signal, onProgress: show }),
    );
    report(command, dataDir, manifest, aside);
    reportKeys(command, keys);
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
