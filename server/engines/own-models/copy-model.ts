import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { formatBytes } from '../../platform/text/format-bytes.ts';
import type { ModelFile } from '../catalogue/model-types.ts';

/** A file to copy: where it is, below what is added, and where it goes. */
interface Wanted {
  /** The first that is there is taken. */
  from: string[];
  to: string;
  /** Bytes. */
  most: number;
  /** Read while the model is added, and not kept. It may be absent. */
  aside?: boolean;
}

const GGUF: Wanted[] = [{ from: [''], to: 'model.gguf', most: 500e9 }];
/** An ONNX file is one message of Protocol Buffers, which has at most 2 GiB. */
const NETWORKS = ['onnx/model_quantized.onnx', 'onnx/model.onnx', 'model_quantized.onnx', 'model.onnx'];
const FOLDER: Wanted[] = [
  { from: ['config.json'], to: 'config.json', most: 1e6 },
  { from: ['tokenizer.json'], to: 'tokenizer.json', most: 100e6 },
  { from: ['tokenizer_config.json'], to: 'tokenizer_config.json', most: 10e6 },
  { from: NETWORKS, to: 'onnx/model.onnx', most: 2 ** 31 },
  { from: ['1_Pooling/config.json'], to: '1_Pooling/config.json', most: 1e6, aside: true },
  { from: ['config_sentence_transformers.json'], to: 'config_sentence_transformers.json', most: 1e6, aside: true },
];

/** What is not kept, below the folder. */
export const ASIDE = ['1_Pooling', 'config_sentence_transformers.json'];

export interface CopyOptions {
  onProgress: (done: number, total: number) => void;
  signal: AbortSignal;
}

/**
 * Copies the files of a model into a folder, and returns those that it consists of with their checksums. What is checked later
 * is the copy, which no one can exchange meanwhile. Throws an Error if a file is missing, too large or no plain file.
 */
export async function copyModel(
  source: string,
  kind: 'file' | 'folder',
  directory: string,
  options: CopyOptions,
): Promise<ModelFile[]> {
  const root = await realpath(source);
  const found = await Promise.all((kind === 'file' ? GGUF : FOLDER).map((wanted) => find(root, wanted)));
  const there = found.filter((file) => file !== null);
  const total = there.reduce((sum, { size }) => sum + size, 0);
  await assertFreeSpace(directory, total);
  const files: ModelFile[] = [];
  let before = 0;
  for (const { path, to, size, aside } of there) {
    const onProgress = (done: number) => options.onProgress(before + done, total);
    const sha256 = await copyFile(path, join(directory, to), size, onProgress, options.signal);
    before += size;
    if (!aside) files.push({ path: to, size, sha256 });
  }
  return files;
}

async function find(root: string, { from, to, most, aside = false }: Wanted) {
  for (const name of from) {
    const path = resolve(root, name);
    const found = await plainFile(root, path);
    if (found === null) continue;
    const { size } = found;
    if (size === 0) throw new Error(`${path} is empty.`);
    if (size > most)
      throw new Error(`${path} has ${formatBytes(size)}, and such a file has at most ${formatBytes(most)}.`);
    return { path, to, size, aside };
  }
  if (aside) return null;
  throw new Error(`${root} has no ${from.join(' or ')}.`);
}

/** Null if there is none. Throws for a link and for what is no file, and where a link leads out of the folder. */
async function plainFile(root: string, path: string) {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (found === null) return null;
  if (!found.isFile()) throw new Error(`${path} is no plain file. Copy the file itself, instead of a link to it.`);
  const within = path === root ? root : await realpath(dirname(path));
  if (path !== root && within !== dirname(path)) throw new Error(`${path} is in a folder that is a link.`);
  return found;
}

async function assertFreeSpace(directory: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(directory));
  if (bavail * bsize >= needed) return;
  throw new Error(
    `the disk of ${directory} has ${formatBytes(bavail * bsize)} free, and the model needs ${formatBytes(needed)}.`,
  );
}

const CHUNK = 1 << 20;

async function copyFile(
  from: string,
  to: string,
  size: number,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<string> {
  await mkdir(dirname(to), { recursive: true });
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const target = await open(to, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      let done = 0;
      for (;;) {
        signal.throwIfAborted();
        const { bytesRead, buffer } = await source.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, done);
        if (bytesRead === 0) break;
        const bytes = buffer.subarray(0, bytesRead);
        done += bytesRead;
        if (done > size) break;
        hash.update(bytes);
        await target.writeFile(bytes);
        onProgress(done);
      }
      if (done !== size) throw new Error(`${from} changed while it was copied.`);
      await target.sync();
      return hash.digest('hex');
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Whether the path is a GGUF file or a folder of an ONNX model. Throws an Error that names it if there is nothing. */
export async function kindOf(source: string): Promise<'file' | 'folder'> {
  const found = await stat(source).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`there is nothing at ${source}.`);
    throw error;
  });
  return found.isDirectory() ? 'folder' : 'file';
}
