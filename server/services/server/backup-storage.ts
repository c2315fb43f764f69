import type { Readable } from 'node:stream';
import type { BackupPlace, BackupSchedule, BackupTask, KeptBackup, RestorePreview } from '@footnote/sdk/contract';

/** A backup where it is kept. */
export interface StoredBackup {
  name: string;
  /** Bytes. */
  size: number;
  /** Epoch milliseconds. */
  at: number;
  origin: KeptBackup['origin'];
}

/** Where backups are written and kept. */
export interface BackupStorage {
  /** Why this server makes no backups, in a sentence; null if it does. */
  unsupported: string | null;
  /** The path on the server's machine. */
  folder: string;
  /** The bucket; null without one. */
  bucket: { address: string } | null;
  list(place: BackupPlace): Promise<StoredBackup[]>;
  /** Begins to read a backup; null if there is no such one. */
  open(place: BackupPlace, name: string): Promise<{ size: number; stream: Readable } | null>;
  /** Returns false if there is no such backup. */
  remove(place: BackupPlace, name: string): Promise<boolean>;
  /** The name of a backup that is made now. */
  newName(origin: 'console' | 'schedule'): string;
  /** Writes a backup of this moment. Throws an error whose message is a sentence, or the signal's reason; nothing is left then. */
  write(
    order: { name: string; place: BackupPlace; origin: 'console' | 'schedule' },
    onProgress: OnProgress,
    signal: AbortSignal,
  ): Promise<StoredBackup>;
  /** Reads a whole backup, and changes nothing. Throws an error whose message is a sentence, or the signal's reason. */
  examine(place: BackupPlace, name: string, onProgress: OnProgress, signal: AbortSignal): Promise<RestorePreview>;
  readRestore(): Promise<RestorePlan>;
  planRestore(planned: RestorePlan['planned']): Promise<void>;
  readPlan(): Promise<BackupPlan>;
  storePlan(plan: BackupPlan): Promise<void>;
}

/** Told of the step that is being done, and how many of its bytes are. */
export type OnProgress = (step: BackupTask['step'], done: number, total: number) => void;

/** What the next start restores, and what came of the last restore. */
export interface RestorePlan {
  planned: { name: string; at: number; by: string } | null;
  last: {
    name: string;
    at: number;
    error: string | null;
    aside: string | null;
    keys: { name: string; prefix: string; project: string }[];
  } | null;
}

/** The schedule, and what came of it. */
export interface BackupPlan {
  schedule: BackupSchedule | null;
  /** When the schedule was set, epoch milliseconds. */
  setAt: number;
  /** The last backup that the schedule began, and why it failed. */
  last: { at: number; error: string | null } | null;
}
