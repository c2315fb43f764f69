import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';

/**
 * Bytes that are read at once. A stream takes two buffers of 64 KB for a page of any size: with some pages a second, V8 counts so many
 * megabytes of them that it looks through the whole heap all the time.
 */
const SMALL_BYTES = 128 * 1024;

/** The beginning of a text in UTF-8, in pieces: at most `limit` bytes, at least 1. */
export async function* textPieces(path: string, limit: number): AsyncGenerator<string> {
  const text = readSmall(path, limit);
  if (text !== null) yield text;
  else yield* createReadStream(path, { encoding: 'utf8', end: limit - 1 });
}

/** Null where more is to be read than should be held at once. */
function readSmall(path: string, limit: number): string | null {
  const file = openSync(path, 'r');
  try {
    const size = Math.min(fstatSync(file).size, limit);
    if (size > SMALL_BYTES) return null;
    const bytes = Buffer.allocUnsafe(size);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, size, 0));
  } finally {
    closeSync(file);
  }
}
