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

/** The magic number of a Zstandard frame, with which every archive begins. */
export const ZSTANDARD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Why an archive cannot be used; the message is a sentence. */
export class ArchiveError extends Error {}

/** The disk has no room for what is in an archive, which may be whole. */
export class NoRoomError extends ArchiveError {
  readonly code = 'ENOSPC';
}
