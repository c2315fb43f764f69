import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Headers, type Pack, pack } from 'tar-stream';
import { type Entry, SMALL } from './entries.ts';

/** Without owner and time, so that the same content gives the same bytes. */
const ANONYMOUS = { uid: 0, gid: 0, mtime: new Date(0) } satisfies Partial<Headers>;

/** A written archive. */
export interface Archive {
  /** The size in bytes. */
  size: number;
  /** The hash in lower-case hexadecimal digits. */
  sha256: string;
}

/**
 * Writes the entries below `folder` into a .tar.gz file, which gets its name only when it is complete. `onCopied` is called
 * with the number of bytes copied. `level`: of gzip, from 1 (fast) to 9 (small).
 */
export async function writeArchive(
  file: string,
  options: { folder: string; entries: Entry[]; level: number; onCopied: (bytes: number) => void },
): Promise<Archive> {
  const { folder, entries, level, onCopied } = options;
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.part`;
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(bytes: Buffer, _, done) {
      hash.update(bytes);
      size += bytes.length;
      done(null, bytes);
    },
  });
  try {
    const archive = pack();
    const sorted = entries.toSorted((one, other) => (one.path < other.path ? -1 : 1));
    await Promise.all([
      pipeline(archive, createGzip({ level }), measure, createWriteStream(unfinished)),
      addAll(archive, folder, sorted, onCopied).catch((error: Error) => archive.destroy(error)),
    ]);
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
  return { size, sha256: hash.digest('hex') };
}

async function addAll(archive: Pack, folder: string, entries: Entry[], onCopied: (bytes: number) => void) {
  for (const entry of entries) {
    const header = { ...ANONYMOUS, name: `${folder}/${entry.path}` };
    if ('linkTo' in entry) {
      archive.entry({ ...header, type: 'symlink', linkname: entry.linkTo });
      continue;
    }
    const mode = entry.executable ? 0o755 : 0o644;
    if ('text' in entry) {
      archive.entry({ ...header, mode }, entry.text);
      continue;
    }
    if (entry.size <= SMALL) {
      await addBytes(archive, { ...header, mode }, await readFile(entry.from));
      onCopied(entry.size);
      continue;
    }
    const count = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const bytes of chunks) {
        onCopied(bytes.length);
        yield bytes;
      }
    };
    const content = createReadStream(entry.from, { highWaterMark: SMALL });
    await pipeline(content, count, archive.entry({ ...header, mode, size: entry.size }));
  }
  archive.finalize();
}

/** Resolves when the archive has taken the bytes, so that no more files are read than are written. */
function addBytes(archive: Pack, header: Headers, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry = archive.entry({ ...header, size: bytes.length }, (error) => (error ? reject(error) : resolve()));
    entry.end(bytes);
  });
}
