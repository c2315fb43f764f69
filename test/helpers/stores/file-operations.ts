import type { NoParamCallback } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

type Files = typeof import('node:fs');
type Promises = typeof import('node:fs/promises');
type Replaceable<Module> = { -readonly [Name in keyof Module]: Module[Name] };

/** One operation: `sync` of a file or folder, or the moment from which a file has its name. */
export type FileOperation = `sync ${string}` | `name ${string}`;

/**
 * What is flushed to the disk and what is named during some work, in order: after a power cut, a name may stand for a file that
 * was never written if the file was not flushed before.
 */
export async function fileOperations(work: () => Promise<unknown>): Promise<FileOperation[]> {
  // The functions of a built-in module can be replaced for those who import them only in its CommonJS form.
  const require = createRequire(import.meta.url);
  const files: Replaceable<Files> = require('node:fs');
  const fs: Replaceable<Promises> = require('node:fs/promises');
  const { openSync, fsync } = files;
  const { rename, link } = fs;
  const operations: FileOperation[] = [];
  const paths = new Map<number, string>();
  files.openSync = (...given) => {
    const file = openSync(...given);
    paths.set(file, String(given[0]));
    return file;
  };
  const recordSync = (file: number, done: NoParamCallback) =>
    fsync(file, (error) => {
      operations.push(`sync ${paths.get(file)}`);
      done(error);
    });
  files.fsync = Object.assign(recordSync, { __promisify__: fsync.__promisify__ });
  fs.rename = async (from, to) => {
    operations.push(`name ${String(to)}`);
    await rename(from, to);
  };
  fs.link = async (from, to) => {
    operations.push(`name ${String(to)}`);
    await link(from, to);
  };
  syncBuiltinESMExports();
  try {
    await work();
    return operations;
  } finally {
    Object.assign(files, { openSync, fsync });
    Object.assign(fs, { rename, link });
    syncBuiltinESMExports();
  }
}
