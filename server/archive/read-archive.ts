import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';
import type { z } from 'zod';
import { type ArchivedFile, ArchiveError, MANIFEST, NoRoomError, ZSTANDARD } from './manifest.ts';

/** Some hundred bytes for each of half a million files. */
const MAX_MANIFEST_BYTES = 64 * 2 ** 20;
const MAX_FILES = 500_000;
/** What a tar file has besides the bytes of its files: for each, two blocks of padding and header, and a longer name. */
const ENTRY_OVERHEAD = 4_096;
/** What is read ahead of the entry that is being looked at. */
const READ_AHEAD = 8 * 2 ** 20;

/** One file of the archive. */
type Entry = Extract extends AsyncIterable<infer One> ? One : never;

/** Options for reading an archive, which is not trusted. */
export interface ArchiveReading<Manifest extends { files: ArchivedFile[] }> {
  /** What the archive is, for error messages: "a backup". */
  kind: string;
  manifest: z.ZodType<Manifest>;
  /** Whether such an archive may hold a file with this name. Must refuse names that lead out of a folder. */
  isName(path: string): boolean;
  /** Free space for its files in bytes; null if they are not kept. */
  maxBytes: number | null;
  signal: AbortSignal;
  /** Called with the number of bytes read from the archive itself. */
  onRead(bytes: number): void;
  /** Where to write the bytes of a file; null to discard them. */
  keep(path: string): Writable | null;
}

/**
 * Reads an archive once from start to end, checks every file against the manifest and returns the manifest. Throws
 * `ArchiveError` if the file is something else, incomplete or changed; files may have been kept by then.
 */
export async function readArchive<Manifest extends { files: ArchivedFile[] }>(
  file: string,
  reading: ArchiveReading<Manifest>,
): Promise<Manifest> {
  await assertCompressed(file, reading.kind);
  const entries = extract();
  const source = createReadStream(file, { highWaterMark: 1 << 20 });
  source.on('data', (bytes) => reading.onRead(bytes.length));
  // A header for a long name is kept in memory, and a small file can declare one of any length.
  let left = READ_AHEAD;
  const bounded = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      left -= bytes.length;
      if (left < 0) done(new ArchiveError('its headers are too large.'));
      else done(null, bytes);
    },
  });
  const onEntry = (size: number) => {
    left += size + ENTRY_OVERHEAD;
  };
  const unpacked = pipeline(source, createZstdDecompress(), bounded, entries, { signal: reading.signal });
  const [found, whole] = await Promise.allSettled([readEntries(entries, reading, onEntry), unpacked]);
  // When reading rejects an entry, unpacking fails too, with a vaguer message; when unpacking fails, reading ends.
  if (found.status === 'rejected' && found.reason instanceof ArchiveError) throw explain(found.reason, file);
  if (whole.status === 'rejected') throw explain(whole.reason, file);
  if (found.status === 'rejected') throw explain(found.reason, file);
  return found.value;
}

async function assertCompressed(file: string, kind: string): Promise<void> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ArchiveError(`there is no file ${file}.`) : error;
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ZSTANDARD.length), 0, ZSTANDARD.length, 0);
    if (bytesRead === ZSTANDARD.length && buffer.equals(ZSTANDARD)) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EISDIR') throw error;
  } finally {
    await handle.close();
  }
  throw new ArchiveError(`${file} is not ${kind} of Footnote.`);
}

async function readEntries<Manifest extends { files: ArchivedFile[] }>(
  entries: AsyncIterable<Entry>,
  { kind, manifest, isName, maxBytes, keep }: ArchiveReading<Manifest>,
  onEntry: (size: number) => void,
): Promise<Manifest> {
  const found = new Map<string, ArchivedFile>();
  let described: Manifest | null = null;
  let left = maxBytes;
  for await (const entry of entries) {
    const { name: path, type, size = 0 } = entry.header;
    onEntry(size);
    if (described !== null) throw new ArchiveError('there is data after its last entry.');
    if (type !== 'file') throw new ArchiveError(`it holds ${JSON.stringify(path)}, which is a ${type} and not a file.`);
    if (path === MANIFEST) {
      described = parseManifest(manifest, await readText(entry, size), kind);
      continue;
    }
    if (!isName(path)) throw new ArchiveError(`it holds a file named ${JSON.stringify(path)}, which ${kind} does not.`);
    if (found.has(path)) throw new ArchiveError(`it holds ${path} twice.`);
    if (found.size >= MAX_FILES) throw new ArchiveError(`it holds more than ${MAX_FILES} files.`);
    if (left !== null && size > left) throw new NoRoomError('there is not enough space on the disk for its files.');
    left = left === null ? null : left - size;
    found.set(path, { path, size, sha256: await keepAndHash(entry, keep(path)) });
  }
  if (described === null) throw new ArchiveError('its end is missing.');
  assertFilesMatch(described.files, found);
  return described;
}

/** Keeps the bytes and returns their SHA-256. */
async function keepAndHash(entry: Entry, into: Writable | null): Promise<string> {
  const hash = createHash('sha256');
  const passed = async function* () {
    for await (const some of entry) {
      hash.update(some as Buffer);
      yield some;
    }
  };
  await pipeline(passed, into ?? new Writable({ write: (_bytes, _encoding, done) => done() }));
  return hash.digest('hex');
}

async function readText(entry: Entry, size: number): Promise<string> {
  if (size > MAX_MANIFEST_BYTES) throw new ArchiveError(`its ${MANIFEST} is too large.`);
  const parts: Buffer[] = [];
  for await (const bytes of entry) parts.push(bytes as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function parseManifest<Manifest>(schema: z.ZodType<Manifest>, text: string, kind: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ArchiveError(`its ${MANIFEST} is not JSON.`);
  }
  const { format, formatVersion } = (value ?? {}) as { format?: unknown; formatVersion?: unknown };
  if (typeof formatVersion === 'number' && formatVersion > 1) {
    throw new ArchiveError('a newer version of Footnote has written it. Use that version, or a newer one.');
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue?.path.join('.') || String(format);
  throw new ArchiveError(`its ${MANIFEST} is not the manifest of ${kind} (${where}: ${issue?.message}).`);
}

function assertFilesMatch(listed: ArchivedFile[], found: Map<string, ArchivedFile>): void {
  for (const { path, size, sha256 } of listed) {
    const there = found.get(path);
    if (!there) throw new ArchiveError(`it lacks the file ${path}.`);
    if (there.size !== size || there.sha256 !== sha256) {
      throw new ArchiveError(`its file ${path} is damaged.`);
    }
  }
  if (found.size > new Set(listed.map(({ path }) => path)).size)
    throw new ArchiveError(`it holds files that its ${MANIFEST} does not name.`);
}

/** Turns the libraries' errors about a truncated or changed file into a sentence. */
function explain(cause: unknown, file: string): unknown {
  if (cause instanceof ArchiveError) {
    const Kind = cause instanceof NoRoomError ? NoRoomError : ArchiveError;
    return new Kind(`${file} cannot be used: ${cause.message}`);
  }
  const { code = '', message = '', name = '' } = cause as NodeJS.ErrnoException;
  if (name === 'AbortError' || code.startsWith('E')) return cause;
  const cut = code === 'Z_BUF_ERROR' || /unexpected end/i.test(message);
  return new ArchiveError(`${file} is damaged: ${cut ? 'its end is missing' : message || 'it cannot be unpacked'}.`, {
    cause,
  });
}
