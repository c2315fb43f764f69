import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../platform/files/write-file-atomic.ts';

const lastBackup = z.object({
  /** Epoch milliseconds. */
  at: z.number(),
  file: z.string(),
  /** Bytes. */
  size: z.number(),
});

/** The last backup that was made of a data directory. */
export type LastBackup = z.infer<typeof lastBackup>;

/** A file instead of a row: while the server runs, nothing else may write to its database. */
const pathIn = (dataDir: string) => join(dataDir, 'last-backup.json');

export async function noteBackup(dataDir: string, backup: LastBackup): Promise<void> {
  await writeFileAtomic(pathIn(dataDir), `${JSON.stringify(backup)}\n`);
}

/** Null if there is none, or if the file cannot be read. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => 'null');
  try {
    return lastBackup.nullable().catch(null).parse(JSON.parse(text));
  } catch {
    return null;
  }
}
