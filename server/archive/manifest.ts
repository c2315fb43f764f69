import { z } from 'zod';

/** The last entry of every archive: an archive without it is incomplete. */
export const MANIFEST = 'manifest.json';

/** A file of an archive, as it was when it was added. */
export const archivedFile = z.strictObject({
  path: z.string().min(1).max(200),
  /** Bytes. */
  size: z.number().int().min(0),
  /** Lower-case hexadecimal digits. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export type ArchivedFile = z.infer<typeof archivedFile>;

/** Why an archive cannot be used; the message is a sentence. */
export class ArchiveError extends Error {}
