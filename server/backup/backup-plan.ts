import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../platform/files/write-file-atomic.ts';

/** When backups are made, where they go, and how many are kept. */
const backupSchedule = z.strictObject({
  /** The time of day in UTC, `HH:MM`; null for an interval. */
  at: z.string().nullable(),
  /** The hours from one backup to the next; null for a time of day. */
  every_hours: z.number().int().min(1).nullable(),
  /** How many scheduled backups are kept. */
  keep: z.number().int().min(1),
  place: z.enum(['folder', 'bucket']),
});

const backupPlan = z.strictObject({
  schedule: backupSchedule.nullable(),
  /** When the schedule was set, epoch milliseconds. */
  setAt: z.number(),
  /** The last backup that the schedule began, and why it failed; null before the first. */
  last: z.strictObject({ at: z.number(), error: z.string().nullable() }).nullable(),
});

export type BackupPlan = z.infer<typeof backupPlan>;

const NO_PLAN: BackupPlan = { schedule: null, setAt: 0, last: null };
/** A file instead of a row: a restore must not bring an earlier schedule back. */
const pathIn = (dataDir: string) => join(dataDir, 'backup-plan.json');

export async function storeBackupPlan(dataDir: string, plan: BackupPlan): Promise<void> {
  await writeFileAtomic(pathIn(dataDir), `${JSON.stringify(plan)}\n`);
}

/** Without a schedule if there is none, or if the file cannot be read. */
export async function readBackupPlan(dataDir: string): Promise<BackupPlan> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => 'null');
  try {
    return backupPlan.catch(NO_PLAN).parse(JSON.parse(text));
  } catch {
    return NO_PLAN;
  }
}
