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
 * Writes a body, decoded, into a new temporary file; nothing of it stays where that fails. It is the decoded bytes that
 * are counted against `limit`: a few compressed ones can stand for gigabytes.
 */
export async function saveBody(
  body: Readable,
  encodings: string | null,
  { limit, temporaryDirectory, signal }: { limit: number; temporaryDirectory: string; signal: AbortSignal },
): Promise<FetchedFile> {
  const path = join(temporaryDirectory, randomUUID());
  const hash = createHash('sha256');
  const decoded = counted(limit, (piece) => hash.update(piece));
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline([body, counted(limit).stream, ...decodersOf(encodings), decoded.stream, target], { signal });
    return { path, size: decoded.bytes(), digest: hash.digest('hex') };
  } catch (error) {
    target.destroy();
    await rm(path, { force: true });
    throw error;
  }
}

/** One layer at most: nobody needs more, and each could multiply the next. */
function decodersOf(encodings: string | null): Transform[] {
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

interface Counted {
  stream: Transform;
  bytes(): number;
}

function counted(limit: number, take: (piece: Buffer) => void = () => undefined): Counted {
  let bytes = 0;
  const stream = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      if (bytes > limit) return done(sourceFailures.urlTooLarge(Math.ceil(limit / MEGABYTE)));
      take(piece);
      done(null, piece);
    },
  });
  return { stream, bytes: () => bytes };
}
