import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Bytes that are read at once: with fewer, large files take longer. */
const CHUNK_BYTES = 2 ** 20;

/** SHA-256 of a file, as lower-case hexadecimal digits. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES, ...(signal && { signal }) });
  for await (const bytes of stream) hash.update(bytes as Buffer);
  return hash.digest('hex');
}
