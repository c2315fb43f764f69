import { mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Hub, HubError } from './hub.ts';
import { fileSize, findFault, ModelError, modelFolder } from './model-folder.ts';
import type { Model, ModelFile } from './model-types.ts';

export interface PullOptions {
  modelsDir: string;
  hub: Hub;
  /** Called with the number of the model's bytes on disk, those of earlier attempts included. */
  onProgress: (done: number) => void;
  signal: AbortSignal;
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** Attempts in a row without a new byte before the download fails. */
const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

/**
 * Downloads the files that are missing, and replaces those that differ from the pinned ones. A file is written next to
 * its final path and moved there once every byte matches. An interrupted download resumes where it stopped, now or at
 * the next call. Throws `ModelError`, `HubError` or the signal's reason.
 */
export async function pullModel(model: Model, options: PullOptions): Promise<void> {
  const { modelsDir, onProgress } = options;
  const directory = modelFolder(modelsDir, model);
  await mkdir(directory, { recursive: true });
  const missing: ModelFile[] = [];
  for (const file of model.files) {
    if ((await findFault(join(directory, file.path), file)) !== null) missing.push(file);
  }
  await assertFreeSpace(directory, missing);
  let completed = totalSize(model.files) - totalSize(missing);
  onProgress(completed);
  for (const file of missing) {
    await pullFile(model, file, { ...options, onProgress: (done) => onProgress(completed + done) });
    completed += file.size;
  }
}

const totalSize = (files: ModelFile[]) => files.reduce((sum, { size }) => sum + size, 0);
const partialPath = (path: string) => `${path}.part`;

async function assertFreeSpace(directory: string, missing: ModelFile[]): Promise<void> {
  const begun = await Promise.all(missing.map(({ path }) => fileSize(partialPath(join(directory, path)))));
  const needed = totalSize(missing) - begun.reduce((sum, size) => sum + size, 0);
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize >= needed) return;
  throw new ModelError(
    `the disk of ${directory} has ${megabytes(bavail * bsize)} free, and the model needs ${megabytes(needed)}.`,
  );
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;

async function pullFile(model: Model, file: ModelFile, options: PullOptions): Promise<void> {
  const path = join(modelFolder(options.modelsDir, model), file.path);
  await mkdir(dirname(path), { recursive: true });
  const begun = (await fileSize(partialPath(path))) > 0;
  await download(model, file, partialPath(path), options);
  let fault = await findFault(partialPath(path), file);
  if (fault !== null && begun) {
    // The part from an earlier attempt may have been wrong.
    await rm(partialPath(path));
    await download(model, file, partialPath(path), options);
    fault = await findFault(partialPath(path), file);
  }
  if (fault !== null) {
    await rm(partialPath(path));
    throw new ModelError(`the download of ${file.path} ${fault}. It has been deleted.`);
  }
  await rename(partialPath(path), path);
}

/** Completes the file, over as many connections as it takes. */
async function download(model: Model, file: ModelFile, part: string, options: PullOptions): Promise<void> {
  const { signal, wait = pause } = options;
  let attempts = 0;
  for (;;) {
    const before = await fileSize(part);
    if (before >= file.size) return;
    try {
      await fill(model, file, part, options);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ModelError) await rm(part);
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
  const handle = await open(part, from === 0 ? 'w' : 'a');
  try {
    let done = from;
    for await (const chunk of chunks) {
      done += chunk.byteLength;
      if (done > file.size) throw new ModelError(`${file.path} is longer than the pinned file. It has been deleted.`);
      await handle.write(chunk);
      onProgress(done);
    }
    if (done < file.size) throw new HubError(`the connection broke off in the middle of ${file.path}.`, true);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
