import { closeSync, fsync, openSync } from 'node:fs';

/** Flushes a file, or the entries of a folder, to disk. */
export async function syncFile(path: string): Promise<void> {
  const file = openSync(path, 'r');
  try {
    await new Promise<void>((resolve, reject) => {
      fsync(file, (error) => (error ? reject(error) : resolve()));
    });
  } finally {
    closeSync(file);
  }
}
