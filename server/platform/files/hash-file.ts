import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Bytes that are read at once: with fewer, large files take longer. */
const CHUNK_BYTES = 2 ** 20;

/** SHA-256 of a file, as lower-case hexadecimal digits. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    const { size } = await file.stat();
    // No larger than the file: a megabyte for each of many small files has the garbage collector run all the time.
    const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(size, CHUNK_BYTES)));
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
