import { createRequire, syncBuiltinESMExports } from 'node:module';

type Promises = typeof import('node:fs/promises');

/** One operation: `sync` of a file or folder, or the moment from which a file has its name. */
export type FileOperation = `sync ${string}` | `name ${string}`;

/**
 * What is flushed to the disk and what is named during some work, in order: after a power cut, a name may stand for a file that
 * was never written if the file was not flushed before.
 */
export async function fileOperations(work: () => Promise<unknown>): Promise<FileOperation[]> {
  // The functions of a built-in module can be replaced for those who import them only in its CommonJS form.
  const fs = createRequire(import.meta.url)('node:fs/promises') as {
    -readonly [Name in keyof Promises]: Promises[Name];
  };
  const { open, rename, link } = fs;
  const operations: FileOperation[] = [];
  fs.open = async (...given) => {
    const handle = await open(...given);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      operations.push(`sync ${String(given[0])}`);
    };
    return handle;
  };
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
    Object.assign(fs, { open, rename, link });
    syncBuiltinESMExports();
  }
}
