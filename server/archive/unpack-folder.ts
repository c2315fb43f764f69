import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { ArchiveError } from './manifest.ts';

/** A file of a packed folder. */
export interface PackedFile {
  /** With slashes, relative to the folder, such as `guide/install.md`. */
  path: string;
  /** Where its bytes are; null if it is not unpacked, because it is a link or a device. */
  unpackedTo: string | null;
}

export interface UnpackLimits {
  files: number;
  /** Of all files together. */
  bytes: number;
}

/** What both formats are unpacked with. */
interface Unpacking {
  /** Call it for each entry, whatever it is. Throws `ArchiveError` where there are far more than files may be. */
  see(): void;
  /** Adds a file with these bytes, or none for what is not a file. Throws `ArchiveError` where it is one too many. */
  add(path: string, bytes: (() => Promise<Readable>) | null): Promise<void>;
}

const TAR_MAGIC_AT = 257;
/** Entries for each file that is allowed: folders, and what is left out. */
const ENTRIES_PER_FILE = 10;
/** Bytes of a tar file besides those of its files: two blocks of padding and header each, longer names, and its end. */
const tarOverhead = ({ files }: UnpackLimits) => files * 4_096 + 1_048_576;

/**
 * Unpacks a zip, tar or tar.gz file that is not trusted into a folder that exists, each file under a number: no name of the
 * archive reaches a path. Throws `ArchiveError` for another format, damage, a name that leads out of the archive's own folder, and
 * more than the limits, whatever sizes it declares. Hidden files, and those of macOS, are left out.
 */
export async function unpackFolder(archive: string, into: string, limits: UnpackLimits): Promise<PackedFile[]> {
  const found: PackedFile[] = [];
  let left = limits.bytes;
  const counted = () =>
    new Transform({
      transform(bytes: Buffer, _encoding, done) {
        left -= bytes.length;
        if (left < 0) done(tooLarge(limits));
        else done(null, bytes);
      },
    });
  let seen = 0;
  const unpacking: Unpacking = {
    see() {
      seen += 1;
      if (seen > limits.files * ENTRIES_PER_FILE) throw tooMany(limits);
    },
    async add(name, bytes) {
      const path = safePath(name);
      if (isHidden(path)) return;
      if (found.length >= limits.files) throw tooMany(limits);
      const unpackedTo = bytes && join(into, String(found.length));
      found.push({ path, unpackedTo });
      if (bytes && unpackedTo)
        await pipeline(await bytes(), counted(), createWriteStream(unpackedTo, { mode: 0o600, flags: 'wx' }));
    },
  };
  try {
    const format = await formatOf(archive);
    if (format === 'zip') await unpackZip(archive, unpacking, limits);
    else await unpackTar(archive, format, unpacking, limits);
  } catch (error) {
    throw explained(error);
  }
  return found;
}

async function formatOf(archive: string): Promise<'zip' | 'tar' | 'tar.gz'> {
  const file = await open(archive);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    const start = buffer.subarray(0, bytesRead).toString('latin1');
    // An empty zip file has only its end.
    if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'zip';
    if (start.startsWith('\x1f\x8b')) return 'tar.gz';
    if (start.startsWith('ustar', TAR_MAGIC_AT)) return 'tar';
    throw new ArchiveError('it is not a zip, tar or tar.gz file.');
  } finally {
    await file.close();
  }
}

/** The names are checked by yauzl as well, and the declared sizes against what is unpacked. */
async function unpackZip(archive: string, { see, add }: Unpacking, limits: UnpackLimits): Promise<void> {
  const zip = await yauzl.openPromise(archive, { lazyEntries: true, validateEntrySizes: true });
  try {
    for await (const entry of zip.eachEntry()) {
      see();
      if (entry.fileName.endsWith('/')) continue;
      if (entry.isEncrypted()) throw new ArchiveError('it is encrypted. Send it without a password.');
      if (entry.uncompressedSize > limits.bytes) throw tooLarge(limits);
      await add(entry.fileName, isZipLink(entry) ? null : () => bytesOf(zip, entry));
    }
  } finally {
    zip.close();
  }
}

const bytesOf = (zip: ZipFile, entry: Entry): Promise<Readable> => zip.openReadStreamPromise(entry);

/** Made on Unix, it has a file's type in the upper half of its attributes; 8 is a regular file, 0 none. */
function isZipLink({ externalFileAttributes }: Entry): boolean {
  const type = externalFileAttributes >>> 28;
  return type !== 0 && type !== 8;
}

async function unpackTar(
  archive: string,
  format: 'tar' | 'tar.gz',
  { see, add }: Unpacking,
  limits: UnpackLimits,
): Promise<void> {
  const entries = extract();
  let left = limits.bytes + tarOverhead(limits);
  // Headers count as well: a long one is kept in memory before it is seen here.
  const bounded = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      left -= bytes.length;
      if (left < 0) done(tooLarge(limits));
      else done(null, bytes);
    },
  });
  const source = createReadStream(archive);
  const unpacked =
    format === 'tar' ? pipeline(source, bounded, entries) : pipeline(source, createGunzip(), bounded, entries);
  const read = async () => {
    for await (const entry of entries) {
      see();
      const { name, type } = entry.header;
      if (type === 'directory') entry.resume();
      else if (type === 'file' || type === 'contiguous-file') await add(name, async () => entry);
      else {
        await add(name, null);
        entry.resume();
      }
    }
  };
  const [seen, whole] = await Promise.allSettled([read(), unpacked]);
  // When an entry is refused, unpacking fails too, with a vaguer message.
  if (seen.status === 'rejected' && seen.reason instanceof ArchiveError) throw seen.reason;
  if (whole.status === 'rejected') throw whole.reason;
  if (seen.status === 'rejected') throw seen.reason;
}

/** The path without `.` and empty parts. Throws for one that could be another on some system. */
function safePath(name: string): string {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  const isUnsafe = name.startsWith('/') || /^[a-z]:/i.test(name) || /[\\\0]/.test(name) || parts.includes('..');
  if (isUnsafe || parts.length === 0)
    throw new ArchiveError(`it holds a name that leads out of its folder: ${JSON.stringify(name.slice(0, 100))}.`);
  return parts.join('/');
}

const isHidden = (path: string) => path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');

const tooMany = ({ files }: UnpackLimits) => new ArchiveError(`it holds more than ${files} files.`);
const tooLarge = ({ bytes }: UnpackLimits) =>
  new ArchiveError(`unpacked, its files are larger than ${Math.floor(bytes / 2 ** 20)} MB together.`);

/** What the libraries say of a damaged file. Failures of the disk stay what they are. */
function explained(error: unknown): unknown {
  if (error instanceof ArchiveError) return error;
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  if (/^E[A-Z]+$/.test(code)) return error;
  if (/invalid relative path|absolute path|invalid characters/.test(message))
    return new ArchiveError(`it holds a name that leads out of its folder (${message.slice(0, 100)}).`);
  return new ArchiveError('it is damaged.', { cause: error });
}
