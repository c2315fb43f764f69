import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';
import type { z } from 'zod';
import { type ArchivedFile, ArchiveError, MANIFEST } from './manifest.ts';

/** The first bytes of every Zstandard file. */
const ZSTANDARD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** A hundred bytes for each of half a million files. */
const MOST_MANIFEST_BYTES = 64 * 2 ** 20;
const MOST_FILES = 500_000;

/** One file in it. */
type Entry = Extract extends AsyncIterable<infer One> ? One : never;

/** What reads an archive that comes from anywhere. */
export interface ArchiveReading<Manifest extends { files: ArchivedFile[] }> {
  /** What it is, for sentences: "a backup". */
  kind: string;
  manifest: z.ZodType<Manifest>;
  /** The names that such an archive may have; never one that leads out of a folder. */
  isName(path: string): boolean;
  /** How much room there is for all of it, in bytes; null where nothing is kept. */
  mostBytes: number | null;
  signal: AbortSignal;
  /** Hears how many bytes of the file itself have been read. */
  onRead(bytes: number): void;
  /** Where the bytes of a file go; null for nowhere. */
  keep(path: string): Writable | null;
}

/**
 * Reads an archive once, from its first byte to its last, and returns its manifest, with which every file in it agrees.
 * Throws `ArchiveError` where it is something else, not whole, or not as it was written; by then, files may have been kept.
 */
export async function readArchive<Manifest extends { files: ArchivedFile[] }>(
  file: string,
  reading: ArchiveReading<Manifest>,
): Promise<Manifest> {
  await assertCompressed(file, reading.kind);
  const entries = extract();
  const source = createReadStream(file, { highWaterMark: 1 << 20 });
  source.on('data', (bytes) => reading.onRead(bytes.length));
  const unpacked = pipeline(source, createZstdDecompress(), entries, { signal: reading.signal });
  const [found, whole] = await Promise.allSettled([readEntries(entries, reading), unpacked]);
  // What is refused ends the unpacking, too, in words that say less; what cannot be unpacked ends the reading.
  if (found.status === 'rejected' && found.reason instanceof ArchiveError) throw explained(found.reason, file);
  if (whole.status === 'rejected') throw explained(whole.reason, file);
  if (found.status === 'rejected') throw explained(found.reason, file);
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
  { kind, manifest, isName, mostBytes, keep }: ArchiveReading<Manifest>,
): Promise<Manifest> {
  const found = new Map<string, ArchivedFile>();
  let described: Manifest | null = null;
  let left = mostBytes;
  for await (const entry of entries) {
    const { name: path, type, size } = entry.header;
    if (described !== null) throw new ArchiveError('there is something behind its last entry.');
    if (type !== 'file') throw new ArchiveError(`it holds ${JSON.stringify(path)}, which is no file but a ${type}.`);
    if (path === MANIFEST) {
      described = parsed(manifest, await textOf(entry, size), kind);
      continue;
    }
    if (!isName(path)) throw new ArchiveError(`it holds a file named ${JSON.stringify(path)}, which ${kind} does not.`);
    if (found.has(path)) throw new ArchiveError(`it holds ${path} twice.`);
    if (found.size >= MOST_FILES) throw new ArchiveError(`it holds more than ${MOST_FILES} files.`);
    if (left !== null && size > left) throw new ArchiveError('there is not enough room on the disk for what is in it.');
    left = left === null ? null : left - size;
    found.set(path, { path, size, sha256: await hashed(entry, keep(path)) });
  }
  if (described === null) throw new ArchiveError('its end is missing.');
  assertAgreed(described.files, found);
  return described;
}

/** Keeps the bytes, and returns their hash. */
async function hashed(entry: Entry, into: Writable | null): Promise<string> {
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

async function textOf(entry: Entry, size: number): Promise<string> {
  if (size > MOST_MANIFEST_BYTES) throw new ArchiveError(`its ${MANIFEST} is too large.`);
  const parts: Buffer[] = [];
  for await (const bytes of entry) parts.push(bytes as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function parsed<Manifest>(schema: z.ZodType<Manifest>, text: string, kind: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ArchiveError(`its ${MANIFEST} is no JSON.`);
  }
  const { format, formatVersion } = (value ?? {}) as { format?: unknown; formatVersion?: unknown };
  if (typeof formatVersion === 'number' && formatVersion > 1) {
    throw new ArchiveError('a newer version of Footnote has written it. Use that version, or a newer one.');
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue?.path.join('.') || String(format);
  throw new ArchiveError(`its ${MANIFEST} is not that of ${kind} (${where}: ${issue?.message}).`);
}

function assertAgreed(listed: ArchivedFile[], found: Map<string, ArchivedFile>): void {
  for (const { path, size, sha256 } of listed) {
    const there = found.get(path);
    if (!there) throw new ArchiveError(`${path} is missing in it.`);
    if (there.size !== size || there.sha256 !== sha256) {
      throw new ArchiveError(`${path} in it is damaged: its content has changed since it was written.`);
    }
  }
  if (found.size > new Set(listed.map(({ path }) => path)).size)
    throw new ArchiveError(`it holds files that its ${MANIFEST} does not name.`);
}

/** What the libraries say of a file that is cut off or changed, as a sentence. */
function explained(cause: unknown, file: string): unknown {
  if (cause instanceof ArchiveError) return new ArchiveError(`${file} cannot be used: ${cause.message}`);
  const { code = '', message = '', name = '' } = cause as NodeJS.ErrnoException;
  if (name === 'AbortError' || code.startsWith('E')) return cause;
  const cut = code === 'Z_BUF_ERROR' || /unexpected end/i.test(message);
  return new ArchiveError(`${file} is damaged: ${cut ? 'its end is missing' : message || 'it cannot be unpacked'}.`, {
    cause,
  });
}
