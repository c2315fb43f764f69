import { createHash, hash as hashOf } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Bytes that are read at once: with fewer, large files take longer. */
const CHUNK_BYTES = 2 ** 20;
/** A file of at most so many bytes is read without the threads for files, which takes a fraction of their processor time. */
const SMALL_BYTES = 128 * 1024;

/** SHA-256 of a file, as lower-case hexadecimal digits. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const { size } = statSync(path);
  if (size <= SMALL_BYTES) return hashOf('sha256', readFileSync(path));
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafe(Math.min(size, CHUNK_BYTES));
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
