import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { formatBytes } from '../../platform/text/format-bytes.ts';
import { type Hub, HubError } from './hub.ts';
import { isOwn } from './model-catalogue.ts';
import { fileSize, findFault, ModelError, modelFolder, partialPath } from './model-folder.ts';
import type { Model, ModelFile } from './model-types.ts';

export interface PullOptions {
  modelsDir: string;
  hub: Hub;
  /** Called with the number of the model's bytes on disk, those of earlier attempts included. */
  onProgress: (done: number) => void;
  signal: AbortSignal;
  /** Begins even if the disk seems to have too little room: some disks compress, or give more later. */
  ignoreSpace?: boolean;
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** Attempts in a row without a new byte before the download fails. */
const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

/**
 * Downloads the files that are missing, and replaces those that differ from the pinned ones. A file is written next to
 * its final path and moved there once every byte matches. An interrupted download resumes where it stopped, now or at
 * the next call. Throws `ModelError`, `HubError`, `StorageError` or the signal's reason.
 */
export async function pullModel(model: Model, options: PullOptions): Promise<void> {
  const directory = modelFolder(options.modelsDir, model);
  if (isOwn(model)) {
    throw new ModelError(
      `${model.name} is a model of your own, and there is nowhere to download it from. Remove it, and add it again.`,
    );
  }
  try {
    await pullInto(directory, model, options);
  } catch (error) {
    throw storageError(error, directory) ?? error;
  }
}

async function pullInto(directory: string, model: Model, options: PullOptions): Promise<void> {
  const { onProgress, ignoreSpace = false } = options;
  await mkdir(directory, { recursive: true });
  const missing: ModelFile[] = [];
  for (const file of model.files) {
    if ((await findFault(join(directory, file.path), file)) !== null) missing.push(file);
  }
  if (!ignoreSpace) await assertFreeSpace(directory, missing);
  let completed = totalSize(model.files) - totalSize(missing);
  onProgress(completed);
  for (const file of missing) {
    await pullFile(model, file, { ...options, onProgress: (done) => onProgress(completed + done) });
    completed += file.size;
  }
}

const totalSize = (files: ModelFile[]) => files.reduce((sum, { size }) => sum + size, 0);

async function assertFreeSpace(directory: string, missing: ModelFile[]): Promise<void> {
  const begun = await Promise.all(missing.map(({ path }) => fileSize(partialPath(join(directory, path)))));
  const needed = totalSize(missing) - begun.reduce((sum, size) => sum + size, 0);
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize >= needed) return;
  throw new ModelError(
    `the disk of ${directory} has ${formatBytes(bavail * bsize)} free, and the model needs ${formatBytes(needed)}.`,
  );
}

async function pullFile(model: Model, file: ModelFile, options: PullOptions): Promise<void> {
  const path = join(modelFolder(options.modelsDir, model), file.path);
  await mkdir(dirname(path), { recursive: true });
  try {
    await completePart(model, file, partialPath(path), options);
    await rename(partialPath(path), path);
  } catch (error) {
    // Another process may have downloaded the file at the same time, into the same part, and moved it.
    options.signal.throwIfAborted();
    if ((await findFault(path, file)) !== null) throw error;
  }
}

async function completePart(model: Model, file: ModelFile, part: string, options: PullOptions): Promise<void> {
  const begun = (await fileSize(part)) > 0;
  await download(model, file, part, options);
  let fault = await findFault(part, file);
  if (fault !== null && begun && (await fileSize(part)) > 0) {
    // The part from an earlier attempt may have been wrong.
    await rm(part, { force: true });
    await download(model, file, part, options);
    fault = await findFault(part, file);
  }
  if (fault === null) return;
  await rm(part, { force: true });
  throw new ModelError(`the download of ${file.path} ${fault}. It has been deleted.`);
}

/** Completes the file, over as many connections as it takes. */
async function download(model: Model, file: ModelFile, part: string, options: PullOptions): Promise<void> {
  const { signal, wait = pause } = options;
  let attempts = 0;
  for (;;) {
    const before = await fileSize(part);
    if (before >= file.size) return;
    try {
      return await fill(model, file, part, options);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ModelError) await rm(part, { force: true });
      attempts = (await fileSize(part)) > before ? 1 : attempts + 1;
      if (!(error instanceof HubError) || !error.retryable || attempts >= MAX_ATTEMPTS) throw error;
      const backoff = FIRST_WAIT_MS * 2 ** (attempts - 1);
      await wait(
        Math.min(error.retryAfterSeconds === null ? backoff : error.retryAfterSeconds * 1000, MAX_WAIT_MS),
        signal,
      );
    }
  }
}

const pause = (milliseconds: number, signal: AbortSignal) => setTimeout(milliseconds, undefined, { signal });

/** Continues the download at the end of the file. Throws if the hub sends fewer or more bytes than the pinned file has. */
async function fill(
  model: Model,
  file: ModelFile,
  part: string,
  { hub, onProgress, signal }: PullOptions,
): Promise<void> {
  const { from, chunks } = await hub.read(model, file, await fileSize(part), signal);
  // Not emptied, and written at explicit places: two processes that download the same file do not disturb each other.
  const handle = await open(part, constants.O_CREAT | constants.O_WRONLY);
  try {
    let done = from;
    for await (const chunk of chunks) {
      if (done + chunk.byteLength > file.size) {
        throw new ModelError(`${file.path} is longer than the pinned file. It has been deleted.`);
      }
      await writeAll(handle, chunk, done);
      done += chunk.byteLength;
      onProgress(done);
    }
    if (done < file.size) throw new HubError(`the connection broke off in the middle of ${file.path}.`, true);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A nearly full disk may take a part of the bytes without an error. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.byteLength - done, at + done);
    done += bytesWritten;
  }
}

/** Why a model could not be written to this machine; the message is a sentence. */
class StorageError extends Error {}

/** What an error of the file system in this folder means to a person; null for another error. */
function storageError(error: unknown, folder: string): StorageError | null {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return null;
  return new StorageError(sentence(code, folder), { cause: error });
}

function sentence(code: string, folder: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `the disk of ${folder} is full. What has been downloaded is kept: free some space, and download it again.`;
    case 'EFBIG':
      return `the disk of ${folder}, or a limit of this process, does not allow files of this size.`;
    case 'EACCES':
    case 'EPERM':
      return `this user may not write to ${folder}. Give it the folder, or set MODELS_DIR to another one.`;
    case 'EROFS':
      return `the disk of ${folder} can only be read. Set MODELS_DIR to a folder on another disk.`;
    default:
      return `${folder} cannot be written (${code}).`;
  }
}
