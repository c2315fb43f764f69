import { z } from 'zod';
import { archivedFile } from '../../archive/manifest.ts';

export const DATABASE = 'database.sqlite';
export const CHOSEN = 'chosen-models.json';
const UPLOAD = /^uploads\/([0-9A-Za-z]{32})$/;

export const uploadPath = (fileId: string) => `uploads/${fileId}`;
/** The id of the original that lies under that name in a backup; null for another file. */
export const uploadOf = (path: string): string | null => UPLOAD.exec(path)?.[1] ?? null;
/** The names that a backup may have; none of them leads out of a folder. */
export const isBackupName = (path: string) => path === DATABASE || path === CHOSEN || uploadOf(path) !== null;

const count = z.number().int().min(0);

/** What a backup says of itself. */
export const backupManifest = z.strictObject({
  format: z.literal('footnote-backup'),
  formatVersion: z.literal(1),
  /** The version of Footnote that wrote it. */
  footnote: z.string().max(50),
  /** Of the database's schema. */
  schema: z.number().int().min(1),
  createdAt: z.iso.datetime(),
  counts: z.strictObject({
    accounts: count,
    projects: count,
    sources: count,
    passages: count,
    conversations: count,
  }),
  /** What has made its vectors; null where there are none. Models themselves are not in a backup. */
  embedder: z.string().max(500).nullable(),
  /** The ids of originals that its database names, and that were missing on the disk already. */
  lost: z.array(z.string().max(64)),
  files: z.array(archivedFile),
});

export type BackupManifest = z.infer<typeof backupManifest>;
