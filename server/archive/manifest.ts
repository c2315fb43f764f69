import { z } from 'zod';

/** The last entry of every archive: without it, the archive is not whole. */
export const MANIFEST = 'manifest.json';

/** One file of an archive, as it was when it was put in. */
export const archivedFile = z.strictObject({
  path: z.string().min(1).max(200),
  /** Bytes. */
  size: z.number().int().min(0),
  /** In lower-case hexadecimal digits. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export type ArchivedFile = z.infer<typeof archivedFile>;

/** Why an archive cannot be used; its message is a sentence. */
export class ArchiveError extends Error {}
