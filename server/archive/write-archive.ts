import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { type FileHandle, link, mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, constants as zlib } from 'node:zlib';
import { type Headers, type Pack, pack } from 'tar-stream';
import { syncFile } from '../platform/files/sync-file.ts';
import { type ArchivedFile, MANIFEST } from './manifest.ts';

/** The archive holds no owners, modes or times of the machine that wrote it. */
const ANONYMOUS = { uid: 0, gid: 0, mtime: new Date(0), mode: 0o600, type: 'file' } satisfies Partial<Headers>;

/** Adds a checksum of the content, so that a changed byte is noticed. */
const CHECKED = { params: { [zlib.ZSTD_c_checksumFlag]: 1 } };

/** An archive that is being written: a tar file, compressed with Zstandard. */
export interface ArchiveWriter {
  /** A temporary folder beside the archive, for files that exist only to be added. `close` removes it. */
  folder: string;
  /** Resolves with false, and adds nothing, if the file does not exist. */
  addFile(path: string, from: string): Promise<boolean>;
  addText(path: string, text: string): Promise<void>;
  /** Adds the manifest with every file and its hash. Resolves with the finished file, still in the temporary folder. */
  finish(manifest: Record<string, unknown>): Promise<{ path: string; size: number }>;
  /** Moves the finished archive to its final path. */
  publish(): Promise<void>;
  /** Must always be called. Removes an archive that has not been published. */
  close(): Promise<void>;
}

/**
 * Starts an archive. `file` appears only when it is complete; a process that is killed leaves a folder `.NAME.unfinished-…`
 * behind. An existing file is replaced only with `force`. `onBytes` is called with the size of each piece added.
 */
export async function createArchive(
  file: string,
  { force, signal, onBytes }: { force: boolean; signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<ArchiveWriter> {
  const target = resolve(file);
  if (!existsSync(dirname(target))) throw new Error(`there is no folder ${dirname(target)}.`);
  if (!force && existsSync(target)) throw new Error(`${file} already exists. Name another file, or add --force.`);
  const folder = await mkdtemp(join(dirname(target), `.${basename(target)}.unfinished-`));
  const unfinished = join(folder, 'archive');
  const files: ArchivedFile[] = [];
  const archive = pack();
  const written = pipeline(archive, createZstdCompress(CHECKED), createWriteStream(unfinished, { mode: 0o600 }), {
    signal,
  });
  // The next `add` or `finish` throws a failure; until then it must not count as unhandled.
  written.catch(() => undefined);

  return {
    folder,
    ...createAdders(archive, files, { written, signal, onBytes }),

    async finish(manifest) {
      addManifest(archive, { ...manifest, files });
      await written;
      await syncFile(unfinished);
      return { path: unfinished, size: (await stat(unfinished)).size };
    },

    async publish() {
      if (force) await rename(unfinished, target);
      else await nameUnlessTaken(unfinished, target);
      await syncFile(dirname(target));
    },

    async close() {
      archive.destroy();
      await written.catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The functions that add an entry to the archive, and to the list for its manifest. */
function createAdders(
  archive: Pack,
  files: ArchivedFile[],
  options: EntryOptions,
): Pick<ArchiveWriter, 'addFile' | 'addText'> {
  async function add(path: string, size: number, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const entry = archive.entry({ ...ANONYMOUS, name: path, size });
    files.push({ path, size, sha256: await writeEntry(entry, bytes, options) });
  }

  return {
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
  };
}

interface EntryOptions {
  /** Settles when writing the archive has ended or failed. */
  written: Promise<void>;
  signal: AbortSignal;
  onBytes: (bytes: number) => void;
}

/** Resolves with the SHA-256 of the bytes, in hexadecimal digits. */
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
  // On a full disk it is the file that fails, while the entry would wait forever.
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
  archive.entry({ ...ANONYMOUS, name: MANIFEST }, `${JSON.stringify(manifest)}\n`);
  archive.finalize();
}

/** Links instead of renaming, which fails if the file has been created meanwhile. */
async function nameUnlessTaken(unfinished: string, target: string): Promise<void> {
  try {
    await link(unfinished, target);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Error(`${target} has been created meanwhile. Name another file, or add --force.`);
    // Not every file system supports hard links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw cause;
    await rename(unfinished, target);
  }
}
