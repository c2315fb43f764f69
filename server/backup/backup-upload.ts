import { mkdir, open, readFile, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../platform/files/write-file-atomic.ts';

/** A backup that is being uploaded, as far as it has arrived. */
export interface UnfinishedUpload {
  id: string;
  /** The name that it gets when it is complete. */
  name: string;
  /** The size of the whole file in bytes, and its SHA-256; null if unknown. */
  size: number | null;
  sha256: string | null;
  /** Epoch milliseconds. */
  startedAt: number;
  /** Bytes that have arrived. */
  received: number;
  /** When the last of them arrived, epoch milliseconds. */
  changedAt: number;
}

export type UploadOrder = Pick<UnfinishedUpload, 'id' | 'name' | 'size' | 'sha256' | 'startedAt'>;

const uploadOrder = z.strictObject({
  id: z.string(),
  name: z.string(),
  size: z.number().int().nullable(),
  sha256: z.string().nullable(),
  startedAt: z.number(),
});

/** Where the one upload of a folder of backups is until it is complete. No list shows it. */
const FOLDER = '.upload';
const ORDER = 'upload.json';

/** The backup that is being uploaded to a folder of backups. It outlives a restart of the server. */
export function createUploadFolder(backups: string) {
  const folder = join(backups, FOLDER);
  const pathOf = ({ name }: Pick<UnfinishedUpload, 'name'>) => join(folder, name);
  const discard = () => rm(folder, { recursive: true, force: true });
  return {
    /** The path of what has arrived. */
    pathOf,
    discard,

    /** Null if there is none. */
    async current(): Promise<UnfinishedUpload | null> {
      try {
        const order = uploadOrder.parse(JSON.parse(await readFile(join(folder, ORDER), 'utf8')));
        const { size: received, mtimeMs: changedAt } = await stat(pathOf(order));
        return { ...order, received, changedAt };
      } catch {
        // There is none, or the server was killed while it began.
        return null;
      }
    },

    /** Begins an upload. There must be none. */
    async begin(order: UploadOrder): Promise<void> {
      await discard();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await (await open(pathOf(order), 'wx', 0o600)).close();
      await writeFileAtomic(join(folder, ORDER), `${JSON.stringify(order)}\n`);
    },

    /** Adds bytes at the end. If that fails, the upload is as before. */
    async append(upload: UnfinishedUpload, bytes: Uint8Array): Promise<void> {
      const file = await open(pathOf(upload), 'r+');
      try {
        await writeAll(file, bytes, upload.received);
        await file.sync();
      } catch (error) {
        await truncate(pathOf(upload), upload.received).catch(() => undefined);
        throw error;
      } finally {
        await file.close();
      }
    },

    /** Makes it a backup of the folder. */
    async publish(upload: UnfinishedUpload): Promise<void> {
      await rename(pathOf(upload), join(backups, upload.name));
      await discard();
    },
  };
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
  }
}
