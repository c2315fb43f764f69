import { z } from 'zod';
import { archivedFile } from '../archive/manifest.ts';

export const DATABASE = 'database.sqlite';
export const CHOSEN = 'chosen-models.json';
const UPLOAD = /^uploads\/([0-9A-Za-z]{32})$/;

export const uploadPath = (fileId: string) => `uploads/${fileId}`;
/** The id of the original at this path of a backup; null for any other path. */
export const uploadOf = (path: string): string | null => UPLOAD.exec(path)?.[1] ?? null;
/** Reports whether a backup may contain this path. No such path leads out of its folder. */
export const isBackupName = (path: string) => path === DATABASE || path === CHOSEN || uploadOf(path) !== null;

const count = z.number().int().min(0);

/** The manifest of a backup. */
export const backupManifest = z.strictObject({
  format: z.literal('footnote-backup'),
  formatVersion: z.literal(1),
  /** The version of Footnote that wrote it. */
  footnote: z.string().max(50),
  /** The version of the database's schema. */
  schema: z.number().int().min(1),
  createdAt: z.iso.datetime(),
  counts: z.strictObject({
    accounts: count,
    projects: count,
    sources: count,
    passages: count,
    conversations: count,
  }),
  /** The embedder of its vectors; null if it has none. A backup does not contain models. */
  embedder: z.string().max(500).nullable(),
  /** The ids of originals that its database refers to, but that were missing on disk when it was made. */
  lost: z.array(z.string().max(64)),
  files: z.array(archivedFile),
});

export type BackupManifest = z.infer<typeof backupManifest>;
