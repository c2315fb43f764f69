import { createHash } from 'node:crypto';
import { constants, createWriteStream, existsSync } from 'node:fs';
import { type FileHandle, link, mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, constants as zlib } from 'node:zlib';
import { type Header, type Pack, pack } from 'tar-stream';
import { type ArchivedFile, MANIFEST } from './manifest.ts';

/** Nothing of who made the archive is in it. */
const NOBODY = { uid: 0, gid: 0, mtime: new Date(0), mode: 0o600, type: 'file' } satisfies Partial<Header>;

/** With a sum over everything, so that a changed byte is noticed wherever it is. */
const CHECKED = { params: { [zlib.ZSTD_c_checksumFlag]: 1 } };

/** An archive that is being written: a tar file, compressed with Zstandard. */
export interface ArchiveWriter {
  /** Of this archive alone, beside its place, and gone with `close`: for what has to be a file before it is archived. */
  folder: string;
  /** False, and nothing added, where there is no such file. */
  addFile(path: string, from: string): Promise<boolean>;
  addText(path: string, text: string): Promise<void>;
  /** Adds the manifest: what is given, with every file and its hash. Resolves with the finished file, still under no name. */
  finish(manifest: Record<string, unknown>): Promise<{ path: string; size: number }>;
  /** Gives what was finished its name. */
  publish(): Promise<void>;
  /** To be called however it ended. What has no name by then is removed. */
  close(): Promise<void>;
}

/**
 * Begins an archive that is to become `file`, which appears under that name only when it is whole: a process that is killed
 * leaves a folder `.NAME.unfinished-…` behind. An existing file is replaced only with `force`. `onBytes` hears of what goes in.
 */
export async function createArchive(
  file: string,
  { force, signal, onBytes }: { force: boolean; signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<ArchiveWriter> {
  const place = resolve(file);
  if (!existsSync(dirname(place))) throw new Error(`there is no folder ${dirname(place)}.`);
  if (!force && existsSync(place)) throw new Error(`${file} is already there. Name another file, or add --force.`);
  const folder = await mkdtemp(join(dirname(place), `.${basename(place)}.unfinished-`));
  const unfinished = join(folder, 'archive');
  const files: ArchivedFile[] = [];
  const archive = pack();
  const written = pipeline(archive, createZstdCompress(CHECKED), createWriteStream(unfinished, { mode: 0o600 }), {
    signal,
  });
  // A failure is thrown by the next `add` or `finish`; until then it must not count as unhandled.
  written.catch(() => undefined);

  async function add(path: string, size: number, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const entry = archive.entry({ ...NOBODY, name: path, size });
    files.push({ path, size, sha256: await writeEntry(entry, bytes, { written, signal, onBytes }) });
  }

  return {
    folder,

    async addFile(path, from) {
      const handle = await openIfPresent(from);
      if (handle === null) return false;
      try {
        const { size } = await handle.stat();
        await add(path, size, handle.createReadStream({ autoClose: false, highWaterMark: 1 << 20 }));
      } finally {
        await handle.close();
      }
      return true;
    },

    async addText(path, text) {
      const bytes = Buffer.from(text);
      await add(path, bytes.length, asIterable(bytes));
    },

    async finish(manifest) {
      addManifest(archive, { ...manifest, files });
      await written;
      await sync(unfinished);
      return { path: unfinished, size: (await stat(unfinished)).size };
    },

    async publish() {
      if (force) await rename(unfinished, place);
      else await nameUnlessTaken(unfinished, place);
      await sync(dirname(place));
    },

    async close() {
      archive.destroy();
      await written.catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface EntryOptions {
  /** Settles when the archive is written, or has failed. */
  written: Promise<void>;
  signal: AbortSignal;
  onBytes: (bytes: number) => void;
}

/** The SHA-256 of what was written, in hexadecimal digits. */
async function writeEntry(
  entry: ReturnType<Pack['entry']>,
  bytes: AsyncIterable<Uint8Array>,
  { written, signal, onBytes }: EntryOptions,
): Promise<string> {
  const hash = createHash('sha256');
  const counted = async function* () {
    for await (const chunk of bytes) {
      hash.update(chunk);
      onBytes(chunk.length);
      yield chunk;
    }
  };
  // On a full disk it is the file that fails, and the entry would wait for ever.
  await Promise.race([
    pipeline(counted, entry, { signal }),
    written.then(() => Promise.reject(new Error('The archive has ended.'))),
  ]);
  return hash.digest('hex');
}

async function openIfPresent(path: string): Promise<FileHandle | null> {
  return open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

async function* asIterable(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function addManifest(archive: Pack, manifest: Record<string, unknown>): void {
  archive.entry({ ...NOBODY, name: MANIFEST }, `${JSON.stringify(manifest)}\n`);
  archive.finalize();
}

/** A second name and not another one: that fails where somebody has made the file meanwhile. */
async function nameUnlessTaken(unfinished: string, place: string): Promise<void> {
  try {
    await link(unfinished, place);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Error(`${place} is already there by now. Name another file, or add --force.`);
    // Not every file system has second names.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw cause;
    await rename(unfinished, place);
  }
}

/** Of a folder, its list of names. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
