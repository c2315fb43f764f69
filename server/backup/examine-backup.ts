import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackArchive } from '../archive/unpack-archive.ts';
import {
  type DatabaseFacts,
  idsIn,
  readDatabaseFacts,
  readSchemaVersion,
} from '../store/sqlite/database/database-facts.ts';
import { type BackupManifest, backupManifest, DATABASE, isBackupName } from './backup-manifest.ts';
import { assertWhole, type RestoreOrder } from './restore-backup.ts';

/** What a restore would do. */
export interface ExaminedBackup {
  manifest: Omit<BackupManifest, 'files' | 'lost'>;
  /** How many originals are in it, and how many it lacks. */
  originals: number;
  lost: number;
  /** The present data; null if there is none that can be read. */
  present: { schema: number; counts: DatabaseFacts['counts'] } | null;
  /** What is there now and not in the backup, and the reverse. */
  added: Difference;
  deleted: Difference;
  /** The names of the projects that are there now and not in the backup, at most 20. */
  addedProjects: string[];
}

type Difference = Record<(typeof TABLES)[number], number>;

const TABLES = ['users', 'projects', 'sources', 'conversations'] as const;
/** The folder that the database is unpacked into. A server ignores it. */
const EXAMINED = 'restoring.examined';
const NAMES = 20;

/**
 * Reads a whole backup as a restore does, and changes nothing: throws for one that is damaged or of a newer version, and says what
 * a restore would replace. `keepFree`: the bytes that stay free on the disk, for the server that runs meanwhile.
 */
export async function examineBackup(options: RestoreOrder & { keepFree: number }): Promise<ExaminedBackup> {
  const { dataDir, file, keepFree, onProgress, signal } = options;
  const folder = join(dataDir, EXAMINED);
  await rm(folder, { recursive: true, force: true });
  try {
    const manifest = await unpackArchive(file, {
      kind: 'a backup',
      manifest: backupManifest,
      isName: isBackupName,
      onProgress,
      signal,
      folder,
      folders: ['uploads'],
      keepFree,
      isLeft: (path: string) => path !== DATABASE,
    });
    await assertWhole(file, folder, manifest);
    const { files, lost, ...about } = manifest;
    const originals = files.filter(({ path }) => path.startsWith('uploads/')).length;
    const compared = compare(join(dataDir, 'footnote.db'), join(folder, DATABASE));
    return { manifest: about, originals, lost: lost.length, ...compared };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const nothing = (): Difference => ({ users: 0, projects: 0, sources: 0, conversations: 0 });

function compare(
  present: string,
  backup: string,
): Pick<ExaminedBackup, 'present' | 'added' | 'deleted' | 'addedProjects'> {
  const [added, deleted] = [nothing(), nothing()];
  const addedProjects: string[] = [];
  try {
    const facts = { schema: readSchemaVersion(present), counts: readDatabaseFacts(present).counts };
    for (const table of TABLES) {
      const [now, then] = [idsIn(present, table), idsIn(backup, table)];
      for (const [id, name] of now) {
        if (then.has(id)) continue;
        added[table] += 1;
        if (table === 'projects' && addedProjects.length < NAMES) addedProjects.push(name);
      }
      for (const id of then.keys()) if (!now.has(id)) deleted[table] += 1;
    }
    return { present: facts, added, deleted, addedProjects };
  } catch {
    // The present data cannot be read, which may be why it is to be replaced.
    return { present: null, added: nothing(), deleted: nothing(), addedProjects: [] };
  }
}
