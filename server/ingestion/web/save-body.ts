import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { sourceFailures } from '../failures.ts';

export interface FetchedFile {
  path: string;
  /** Decoded bytes. */
  size: number;
  /** SHA-256 of the decoded bytes, hex. */
  digest: string;
}

const MEGABYTE = 1024 * 1024;

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

/**
 * Decodes a body into a new temporary file, which is removed on failure. `limit` counts decoded bytes: a few compressed ones
 * can decode to gigabytes.
 */
export async function saveBody(
  body: Readable,
  encodings: string | null,
  { limit, temporaryDirectory, signal }: { limit: number; temporaryDirectory: string; signal: AbortSignal },
): Promise<FetchedFile> {
  const path = join(temporaryDirectory, randomUUID());
  const hash = createHash('sha256');
  const decodedCounter = countBytes(limit, (piece) => hash.update(piece));
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline([body, countBytes(limit).stream, ...createDecoders(encodings), decodedCounter.stream, target], {
      signal,
    });
    return { path, size: decodedCounter.bytes(), digest: hash.digest('hex') };
  } catch (error) {
    target.destroy();
    await rm(path, { force: true });
    throw error;
  }
}

/** At most one encoding: servers do not use more, and each could multiply the size. */
function createDecoders(encodings: string | null): Transform[] {
  const names = (encodings ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  const [name, ...more] = names;
  if (name === undefined) return [];
  const create = DECODERS[name];
  if (!create || more.length > 0) throw sourceFailures.urlUnreadable();
  return [create()];
}

interface ByteCounter {
  stream: Transform;
  bytes(): number;
}

function countBytes(limit: number, onPiece: (piece: Buffer) => void = () => undefined): ByteCounter {
  let bytes = 0;
  const stream = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      if (bytes > limit) return done(sourceFailures.urlTooLarge(Math.ceil(limit / MEGABYTE)));
      onPiece(piece);
      done(null, piece);
    },
  });
  return { stream, bytes: () => bytes };
}
