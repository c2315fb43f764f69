import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BackupUpload, CreateBackupUploadRequest, RestorePreview } from '@footnote/sdk/contract';
import { newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { errors } from '../errors.ts';
import type { OnProgress } from './backup-storage.ts';
import type { BackupService } from './backups.ts';

/** A backup that is being uploaded, as far as it has arrived. */
export interface StoredUpload {
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

/** Where the one upload is until it is a backup. */
export interface UploadStorage {
  /** Null if there is none. */
  current(): Promise<StoredUpload | null>;
  begin(order: Omit<StoredUpload, 'name' | 'received' | 'changedAt'>): Promise<void>;
  /** Throws 500 `storage_full` if the disk lacks the room for this many bytes. */
  assertRoom(bytes: number): Promise<void>;
  /** Adds bytes at the end. If that fails, the upload is as before. */
  append(upload: StoredUpload, bytes: Uint8Array): Promise<void>;
  /**
   * Reads all of it as a restore does. Throws an error whose message is a sentence; one with a `code` if the machine is the reason
   * and not the file.
   */
  examine(upload: StoredUpload, onProgress: OnProgress, signal: AbortSignal): Promise<RestorePreview>;
  /** Makes it a backup of the folder. */
  publish(upload: StoredUpload): Promise<void>;
  discard(): Promise<void>;
  /** The bytes that every backup begins with. */
  magic: Uint8Array;
}

/** One part of an upload. */
export interface UploadPart {
  /** The path of its bytes. */
  path: string;
  /** Where it belongs. */
  offset: number;
  /** Lower-case hexadecimal digits; undefined if it is not to be checked. */
  sha256: string | undefined;
}

/** Uploads of backups in parts, for the operator. There is one at a time, which ends a day after its last part. */
export interface BackupUploads {
  /** Null if there is none. */
  current(): Promise<BackupUpload | null>;
  /** Throws 400 `upload_unfinished`, and 500 `storage_full`. */
  create(request: CreateBackupUploadRequest): Promise<BackupUpload>;
  /** Throws 404. */
  retrieve(id: string): Promise<BackupUpload>;
  /** Adds the next part. A file that is no backup is refused as soon as its first bytes show it, and not kept. */
  append(id: string, part: UploadPart): Promise<BackupUpload>;
  /**
   * Begins a dry run of the whole upload. If nothing is wrong with it, it becomes a backup of the folder; if it cannot be used, it
   * is deleted. The report of the backups has what came of it. Returns the backup's name.
   */
  finish(id: string): Promise<string>;
  /** Gives it up. Returns the name that the backup would have had. */
  delete(id: string): Promise<string>;
  /** Deletes abandoned uploads from now on. */
  start(): void;
  close(): void;
}

interface BackupUploadsDeps {
  storage: UploadStorage;
  backups: Pick<BackupService, 'requireSupport' | 'examineBy'>;
  log: Log;
  now: () => number;
}

const KEPT_MS = 24 * 60 * 60_000;
const CHECK_EVERY_MS = 60 * 60_000;

export function createBackupUploads({ storage, backups, log, now }: BackupUploadsDeps): BackupUploads {
  let timer: NodeJS.Timeout | null = null;
  /** While the upload is read as a whole, it does not change. */
  let examining = false;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs the changes of the upload one after the other. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  async function stored(): Promise<StoredUpload | null> {
    const upload = await storage.current();
    if (upload === null || examining || now() - upload.changedAt < KEPT_MS) return upload;
    await storage.discard();
    log.info('backup_upload_expired', { name: upload.name });
    return null;
  }

  async function find(id: string): Promise<StoredUpload> {
    const upload = await stored();
    if (upload?.id !== id) throw errors.notFound();
    return upload;
  }

  /** For what changes it. */
  async function findIdle(id: string): Promise<StoredUpload> {
    const upload = await find(id);
    if (examining) throw errors.backupRunning();
    return upload;
  }

  async function append(id: string, { path, offset, sha256 }: UploadPart): Promise<BackupUpload> {
    const upload = await findIdle(id);
    if (offset !== upload.received) throw errors.wrongOffset(upload.received);
    const bytes = await readFile(path);
    if (bytes.length === 0) throw errors.fileEmpty();
    if (sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== sha256) throw errors.partDamaged();
    if (upload.size !== null && offset + bytes.length > upload.size) throw errors.uploadTooLong(upload.size);
    const start = storage.magic.subarray(offset, offset + bytes.length);
    if (!bytes.subarray(0, start.length).equals(start)) {
      await storage.discard();
      throw errors.notABackup();
    }
    await storage.assertRoom(bytes.length);
    await storage.append(upload, bytes);
    return present(await find(id));
  }

  async function examine(upload: StoredUpload, onProgress: OnProgress, signal: AbortSignal): Promise<RestorePreview> {
    try {
      const preview = await storage.examine(upload, onProgress, signal);
      await storage.publish(upload);
      log.info('backup_uploaded', { name: upload.name, size: upload.received });
      return preview;
    } catch (error) {
      // What has been stopped, or has failed for want of space, can be tried again.
      const isUnusable = !signal.aborted && (error as NodeJS.ErrnoException).code === undefined;
      if (isUnusable) await storage.discard();
      throw error;
    } finally {
      examining = false;
    }
  }

  return {
    async current() {
      const upload = await stored();
      return upload && present(upload);
    },

    create: ({ size = null, sha256 = null }) =>
      inTurn(async () => {
        backups.requireSupport();
        if ((await stored()) !== null) throw errors.uploadUnfinished();
        await storage.assertRoom(size ?? 0);
        const id = newId('bup');
        await storage.begin({ id, size, sha256, startedAt: now() });
        return present(await find(id));
      }),

    retrieve: async (id) => present(await find(id)),
    append: (id, part) => inTurn(() => append(id, part)),

    finish: (id) =>
      inTurn(async () => {
        const upload = await findIdle(id);
        if (upload.received === 0) throw errors.fileEmpty();
        if (upload.size !== null && upload.received < upload.size)
          throw errors.uploadIncomplete(upload.received, upload.size);
        backups.examineBy(upload.name, (onProgress, signal) => {
          examining = true;
          return examine(upload, onProgress, signal);
        });
        return upload.name;
      }),

    delete: (id) =>
      inTurn(async () => {
        const { name } = await findIdle(id);
        await storage.discard();
        return name;
      }),

    start() {
      const check = () => inTurn(stored).catch((error) => log.error('backup_upload_check_failed', { error }));
      void check();
      timer = setInterval(check, CHECK_EVERY_MS).unref();
    },

    close() {
      if (timer) clearInterval(timer);
    },
  };
}

function present({ startedAt, changedAt, ...upload }: StoredUpload): BackupUpload {
  const { id, name, size, received } = upload;
  return {
    id,
    name,
    size,
    received,
    started_at: new Date(startedAt).toISOString(),
    expires_at: new Date(changedAt + KEPT_MS).toISOString(),
  };
}
