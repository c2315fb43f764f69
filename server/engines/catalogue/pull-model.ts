import { mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { bytesOf, faultOf, folderOf, ModelError } from './model-folder.ts';
import { type Hub, HubError } from './model-hub.ts';
import type { Model, ModelFile } from './model-types.ts';

export interface PullOptions {
  modelsDir: string;
  hub: Hub;
  /** Hears how many of the model's bytes are there, those of earlier attempts included. */
  onProgress: (done: number) => void;
  signal: AbortSignal;
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** How often in a row nothing may arrive before it is given up. */
const TRIES = 5;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Downloads what is missing of a model, and replaces what is not as it was pinned. A file is written beside its place and
 * moved there once every byte is what was pinned; one that breaks off goes on where it stopped, now or at the next call.
 * Throws `ModelError` or `HubError`, or the signal's reason.
 */
export async function pullModel(model: Model, options: PullOptions): Promise<void> {
  const { modelsDir, onProgress } = options;
  const directory = folderOf(modelsDir, model);
  await mkdir(directory, { recursive: true });
  const missing: ModelFile[] = [];
  for (const file of model.files) {
    if ((await faultOf(join(directory, file.path), file)) !== null) missing.push(file);
  }
  await assertRoom(directory, missing);
  let whole = sumOf(model.files) - sumOf(missing);
  onProgress(whole);
  for (const file of missing) {
    await pullFile(model, file, { ...options, onProgress: (done) => onProgress(whole + done) });
    whole += file.size;
  }
}

const sumOf = (files: ModelFile[]) => files.reduce((sum, { size }) => sum + size, 0);
const partOf = (path: string) => `${path}.part`;

async function assertRoom(directory: string, missing: ModelFile[]): Promise<void> {
  const begun = await Promise.all(missing.map(({ path }) => bytesOf(partOf(join(directory, path)))));
  const needed = sumOf(missing) - begun.reduce((sum, size) => sum + size, 0);
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize >= needed) return;
  throw new ModelError(
    `${directory} is on a disk with room for ${megabytes(bavail * bsize)}, and ${megabytes(needed)} are needed.`,
  );
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;

async function pullFile(model: Model, file: ModelFile, options: PullOptions): Promise<void> {
  const path = join(folderOf(options.modelsDir, model), file.path);
  await mkdir(dirname(path), { recursive: true });
  const begun = (await bytesOf(partOf(path))) > 0;
  await download(model, file, partOf(path), options);
  let fault = await faultOf(partOf(path), file);
  if (fault !== null && begun) {
    // What was there already may have been the wrong half.
    await rm(partOf(path));
    await download(model, file, partOf(path), options);
    fault = await faultOf(partOf(path), file);
  }
  if (fault !== null) {
    await rm(partOf(path));
    throw new ModelError(`what was downloaded for ${file.path} ${fault}. It has been thrown away.`);
  }
  await rename(partOf(path), path);
}

/** Fills the file up to its size, over as many connections as it takes. */
async function download(model: Model, file: ModelFile, part: string, options: PullOptions): Promise<void> {
  const { signal, wait = pause } = options;
  let tries = 0;
  for (;;) {
    const before = await bytesOf(part);
    if (before >= file.size) return;
    try {
      await fill(model, file, part, options);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ModelError) await rm(part);
      tries = (await bytesOf(part)) > before ? 1 : tries + 1;
      if (!(error instanceof HubError) || !error.passing || tries >= TRIES) throw error;
      const grown = FIRST_WAIT_MS * 2 ** (tries - 1);
      await wait(Math.min(error.retryAfter === null ? grown : error.retryAfter * 1000, LONGEST_WAIT_MS), signal);
    }
  }
}

const pause = (milliseconds: number, signal: AbortSignal) => setTimeout(milliseconds, undefined, { signal });

/** Reads on from where the file ends. A hub that sends less than there is has broken off, one that sends more is cut off. */
async function fill(
  model: Model,
  file: ModelFile,
  part: string,
  { hub, onProgress, signal }: PullOptions,
): Promise<void> {
  const { from, pieces } = await hub.read(model, file, await bytesOf(part), signal);
  const handle = await open(part, from === 0 ? 'w' : 'a');
  try {
    let done = from;
    for await (const piece of pieces) {
      done += piece.byteLength;
      if (done > file.size)
        throw new ModelError(`${file.path} is longer than the pinned file. It has been thrown away.`);
      await handle.write(piece);
      onProgress(done);
    }
    if (done < file.size) throw new HubError(`the connection ended in the middle of ${file.path}.`, true);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
