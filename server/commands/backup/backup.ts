import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readArchive } from '../../archive/read-archive.ts';
import { type ArchiveWriter, createArchive } from '../../archive/write-archive.ts';
import { noteBackup } from '../../diagnosis/last-backup.ts';
import { commandLine } from '../../platform/command-line.ts';
import { formatBytes } from '../../platform/format-bytes.ts';
import { packageVersion } from '../../platform/package-version.ts';
import {
  type DatabaseFacts,
  findDatabaseProblems,
  readDatabaseFacts,
  readSchemaVersion,
  SCHEMA_VERSION,
} from '../../store/sqlite/database/database-facts.ts';
import { copyDatabase } from '../../store/sqlite/database/online-copy.ts';
import { type Command, plural, withProgress } from '../command.ts';
import { assertEmbedded } from '../embedded-only.ts';
import type { ProgressLine } from '../progress-line.ts';
import { backupManifest, CHOSEN, DATABASE, isBackupName, uploadPath } from './backup-manifest.ts';

/**
 * `footnote backup FILE [--force]`: writes a snapshot of the database, the originals that it refers to and the choice of models
 * to one archive, also while the server runs. The archive is read back and verified before it appears under its name.
 */
export async function backup(command: Command): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: command.words,
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) return false;
  const { env, say } = command;
  assertEmbedded(env, 'Use pg_dump, and keep a copy of DATA_DIR.');
  const began = performance.now();
  const { facts, lost, size } = await withProgress(command, (progress) => write(file, values.force, command, progress));
  await noteBackup(env.dataDir, { at: Date.now(), file, size });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`${file}: ${formatBytes(size)}, written and read back in ${seconds} s.`);
  say(`In it: ${contentsOf(facts.counts)}, ${plural(facts.files.length - lost.length, 'original')}.`);
  if (lost.length > 0) say(`Missing on disk: ${plural(lost.length, 'original')}. See: ${commandLine('doctor')}`);
  say('Not in it: the secret that signs logins, and models. Keep it as safe as the data itself.');
  return true;
}

async function write(file: string, force: boolean, { env, signal }: Command, progress: ProgressLine) {
  let done = 0;
  let total = 0;
  const onBytes = (bytes: number) => {
    done += bytes;
    if (total > 0) progress.show(Math.min(done, total), total);
  };
  const archive = await createArchive(file, { force, signal, onBytes });
  try {
    const archived = await addEverything(archive, env.dataDir, signal, (bytes) => {
      total = bytes;
    });
    const { path, size } = await archive.finish(await manifestOf(archived));
    await readBack(path, signal);
    await archive.publish();
    return { ...archived, size };
  } finally {
    await archive.close();
  }
}

/** For example "1 account, 2 projects, …". */
export function contentsOf({ accounts, projects, sources, passages, conversations }: DatabaseFacts['counts']): string {
  return [
    plural(accounts, 'account'),
    plural(projects, 'project'),
    plural(sources, 'source'),
    plural(passages, 'passage'),
    plural(conversations, 'conversation'),
  ].join(', ');
}

/** The archived data. */
interface Archived {
  schema: number;
  facts: DatabaseFacts;
  /** The ids of originals that the database refers to and that are missing on disk. */
  lost: string[];
}

/**
 * Copies the database first, then the originals that it refers to. If one was deleted in between, the database is copied again
 * until every original is there; stored originals never change. Rows are deleted before their files, so an original that is
 * missing and that the next copy still refers to is lost.
 */
async function addEverything(
  archive: ArchiveWriter,
  dataDir: string,
  signal: AbortSignal,
  onSize: (bytes: number) => void,
): Promise<Archived> {
  const copy = join(archive.folder, DATABASE);
  const added = new Set<string>();
  let missedBefore = new Set<string>();
  for (;;) {
    await copyDatabase(dataDir, copy, () => undefined, signal);
    const schema = checkedSchema(copy);
    const facts = readDatabaseFacts(copy);
    onSize(facts.size + (await bytesOf(facts.files.map((fileId) => join(dataDir, 'uploads', fileId)))));
    const missing = await addUploads(archive, dataDir, facts.files, added);
    if (missing.every((fileId) => missedBefore.has(fileId))) {
      await archive.addFile(DATABASE, copy);
      await archive.addFile(CHOSEN, join(dataDir, CHOSEN));
      return { schema, facts, lost: missing };
    }
    missedBefore = new Set(missing);
    await pause(100, undefined, { signal });
  }
}

/** The total size of the files that exist. */
async function bytesOf(paths: string[]): Promise<number> {
  let sum = 0;
  for (const path of paths) sum += (await stat(path).catch(() => null))?.size ?? 0;
  return sum;
}

/** The schema version of the copy. Throws if the copy must not replace an earlier backup. */
function checkedSchema(copy: string): number {
  const schema = readSchemaVersion(copy);
  if (schema > SCHEMA_VERSION) {
    throw new Error('this database was written by a newer version of Footnote. Make the backup with that version.');
  }
  if (schema === 0) throw new Error('this database is empty: no server has used it yet.');
  const [problem] = findDatabaseProblems(copy);
  if (problem !== undefined) throw new Error(`the database is damaged: ${problem} Keep your earlier backups.`);
  return schema;
}

/** Returns the ids of the missing ones. */
async function addUploads(archive: ArchiveWriter, dataDir: string, files: string[], added: Set<string>) {
  const missing: string[] = [];
  for (const fileId of files) {
    if (added.has(fileId)) continue;
    if (await archive.addFile(uploadPath(fileId), join(dataDir, 'uploads', fileId))) added.add(fileId);
    else missing.push(fileId);
  }
  return missing;
}

async function manifestOf({ schema, facts, lost }: Archived): Promise<Record<string, unknown>> {
  return {
    format: 'footnote-backup',
    formatVersion: 1,
    footnote: await packageVersion('@footnote/server'),
    schema,
    createdAt: new Date().toISOString(),
    counts: facts.counts,
    embedder: facts.embedder,
    lost,
  };
}

/** Throws if the disk does not return what was written. */
async function readBack(path: string, signal: AbortSignal): Promise<void> {
  await readArchive(path, {
    kind: 'a backup',
    manifest: backupManifest,
    isName: isBackupName,
    maxBytes: null,
    signal,
    onRead: () => undefined,
    keep: () => null,
  });
}
