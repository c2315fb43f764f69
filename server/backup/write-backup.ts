import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readArchive } from '../archive/read-archive.ts';
import { type ArchiveWriter, createArchive } from '../archive/write-archive.ts';
import { packageVersion } from '../platform/program/package-version.ts';
import {
  type DatabaseFacts,
  findDatabaseProblems,
  readDatabaseFacts,
  readSchemaVersion,
  SCHEMA_VERSION,
} from '../store/sqlite/database/database-facts.ts';
import { copyDatabase } from '../store/sqlite/database/online-copy.ts';
import { backupManifest, CHOSEN, DATABASE, isBackupName, uploadPath } from './backup-manifest.ts';

/** A backup that has been written. */
export interface WrittenBackup {
  /** Bytes of the file. */
  size: number;
  counts: DatabaseFacts['counts'];
  /** How many originals are in it, and how many were missing on disk. */
  originals: number;
  lost: number;
}

export interface BackupOrder {
  dataDir: string;
  file: string;
  /** Replaces an existing file. */
  force: boolean;
  /** Called with the bytes added so far, and how many there are. */
  onProgress(done: number, total: number): void;
  signal: AbortSignal;
}

/**
 * Writes a snapshot of the database, the originals that it refers to and the choice of models to one archive, also while a server
 * runs. The archive is read back and verified before it appears under its name.
 */
export async function writeBackup({ dataDir, file, force, onProgress, signal }: BackupOrder): Promise<WrittenBackup> {
  let done = 0;
  let total = 0;
  const onBytes = (bytes: number) => {
    done += bytes;
    if (total > 0) onProgress(Math.min(done, total), total);
  };
  const archive = await createArchive(file, { force, signal, onBytes });
  try {
    const archived = await addEverything(archive, dataDir, signal, (bytes) => {
      total = bytes;
    });
    const { path, size } = await archive.finish(await manifestOf(archived));
    await readBack(path, signal);
    await archive.publish();
    const { facts, lost } = archived;
    return { size, counts: facts.counts, originals: facts.files.length - lost.length, lost: lost.length };
  } finally {
    await archive.close();
  }
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
