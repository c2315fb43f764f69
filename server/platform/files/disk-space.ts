import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, errors } from '../errors.ts';

/** The bytes of a disk. */
export interface DiskUsage {
  /** For this user. */
  free: number;
  total: number;
}

/** For what is stored on a disk that cannot be measured from here, such as that of Postgres: a write shows whether it is full. */
export const unmeasured = (disk: DiskSpace): DiskSpace => ({
  ...disk,
  hasRoom: async () => true,
  assertNotFull: async () => undefined,
});

/** Error codes of the file system and of SQLite for a full disk. */
const FULL_CODES = new Set<unknown>(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** Reports whether something failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return error instanceof ApiError ? code === errors.storageFull().code : FULL_CODES.has(code);
}

/** How long a measurement is believed. */
const VALID_MS = 1_000;
/** How long a failed write says that a disk is full. */
const FULL_MS = 60_000;
/** The minimum, unless it is set: a share of the disk, or this many bytes if that is less. */
const MINIMUM = { share: 0.05, bytes: 1e9 };
/** The file's size: enough for a thousand deletions. It is deleted when less than a quarter of it is free. */
const FILE_BYTES = 8 * 1024 * 1024;
const FILE_NAME = 'reserve';

/**
 * The bytes that stay free on a disk. `chosen`: in bytes; null for the default, 0 for none. At least twice the file: on a small
 * disk, the space of a file that was deleted must not pass for room.
 */
export const minimumFree = (total: number, chosen: number | null): number =>
  chosen === 0 ? 0 : Math.max(2 * FILE_BYTES, chosen ?? Math.min(MINIMUM.share * total, MINIMUM.bytes));

interface DiskSpaceOptions {
  /** The directory of the data. */
  folder: string;
  /** Bytes; null for the default, 0 for none. */
  minimum: number | null;
  measure?: () => Promise<DiskUsage>;
  /** Milliseconds. */
  now?: () => number;
}

/**
 * Keeps space free on the disk of the data: deleting, signing out and changing a password write as well, and must always work.
 * What users add is refused while less than a minimum is free. Should others fill the rest of the disk, a file of random bytes
 * is deleted, which is made again when there is room.
 */
export type DiskSpace = ReturnType<typeof createDiskSpace>;

export function createDiskSpace(deps: DiskSpaceOptions) {
  const { folder, minimum, measure = () => measureDisk(folder), now = () => performance.now() } = deps;
  const file = join(folder, FILE_NAME);
  let last: { at: number; usage: Promise<DiskUsage | null> } | null = null;
  const usage = () => {
    if (last === null || now() - last.at >= VALID_MS) last = { at: now(), usage: measureAndKeep() };
    return last.usage;
  };
  let fullAt = Number.NEGATIVE_INFINITY;
  let latest: DiskUsage | null = null;
  let writtenSince = 0;
  const isEnough = ({ free, total }: DiskUsage) => minimum === 0 || free - writtenSince >= minimumFree(total, minimum);

  /** Measures, and makes the file if there is room. Never throws: a disk that cannot be measured may still be written. */
  async function measureAndKeep(): Promise<DiskUsage | null> {
    try {
      const measured = await measure();
      latest = measured;
      writtenSince = 0;
      const exists = await stat(file).then(
        () => true,
        () => false,
      );
      if (!exists && isEnough(measured) && measured.free > 4 * FILE_BYTES) await writeReserve(file);
      return measured;
    } catch {
      // The folder may be made in a moment, as at the first start.
      last = null;
      return null;
    }
  }

  const hasRoom = async () => {
    const measured = await usage();
    return measured === null || isEnough(measured);
  };
  return {
    /** Whether the minimum is free. True if the system does not say. */
    hasRoom,
    /**
     * Counts bytes that are about to be written, which the next measurement shows. False if less than the minimum would be free.
     */
    fits(bytes: number): boolean {
      void usage();
      writtenSince += bytes;
      return latest === null || isEnough(latest);
    },
    /** Throws 500 `storage_full` if less than the minimum is free. */
    async assertRoom(): Promise<void> {
      if (!(await hasRoom())) throw errors.storageFull();
    },
    /** Throws 500 `storage_full` if so little is left that it is kept for what must be written. */
    async assertNotFull(): Promise<void> {
      const measured = await usage();
      if (measured !== null && minimum !== 0 && measured.free < FILE_BYTES) throw errors.storageFull();
    },
    /** Call it before something is written that must be: deletes the file of a full disk. */
    async beforeWrite(): Promise<void> {
      const measured = await usage();
      if (measured !== null && measured.free < FILE_BYTES / 4) releaseReserve(folder);
    },
    /** Call it when a write has failed because its disk is full, which may be another one than the one measured. */
    noteFull(): void {
      // A disk that is measured as low says so itself.
      if (latest === null || isEnough(latest)) fullAt = now();
    },
    /** `low` while less than the minimum is free, and for a minute after a write that failed on a full disk. */
    state: async (): Promise<'ok' | 'low'> => (now() - fullAt < FULL_MS || !(await hasRoom()) ? 'low' : 'ok'),
  };
}

/** Deletes the file at once, for a write that has just failed. Returns false if there is none. */
export function releaseReserve(folder: string): boolean {
  try {
    rmSync(join(folder, FILE_NAME));
    return true;
  } catch {
    return false;
  }
}

/** Random, as some file systems compress. */
async function writeReserve(file: string): Promise<void> {
  // Opened first: the folder may not be there yet, and the bytes take longer to make than to write.
  const handle = await open(file, 'w', 0o600).catch(() => null);
  if (handle === null) return;
  await handle
    .writeFile(randomBytes(FILE_BYTES))
    .finally(() => handle.close())
    .catch(() => rm(file, { force: true }));
}

/** Measures the disk that a folder is on. */
export async function measureDisk(folder: string): Promise<DiskUsage> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
