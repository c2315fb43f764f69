import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import yauzl from 'yauzl';
import { PackageError } from './engine-folder.ts';

/**
 * Unpacks an archive (.tar, .tar.gz, .tgz or .zip) into a folder, up to `limit` bytes. Only files and folders are unpacked. False
 * for a folder, which is no archive. Throws `PackageError` if it is neither, or damaged.
 */
export async function unpackArchive(from: string, to: string, limit: number, signal: AbortSignal): Promise<boolean> {
  const found = await stat(from).catch(() => null);
  if (found === null) throw new PackageError(`there is no ${from}.`);
  if (found.isDirectory()) return false;
  const write = writerTo(from, to, limit, signal);
  try {
    if (/\.zip$/i.test(from)) await unpackZip(from, write);
    else if (/\.(?:tgz|tar\.gz|tar)$/i.test(from)) await unpackTar(from, write);
    else throw new PackageError(`${from} is neither a folder nor an archive that ends in .tar, .tar.gz, .tgz or .zip.`);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PackageError || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw new PackageError(`${from} cannot be unpacked: ${(error as Error).message}.`);
  }
  return true;
}

type Write = (path: string, content: Readable) => Promise<void>;

function writerTo(from: string, to: string, limit: number, signal: AbortSignal): Write {
  let bytes = 0;
  return async (path, content) => {
    const at = normalize(path);
    if (at.startsWith('..') || at.startsWith(sep)) throw new PackageError(`${from} names a file outside of itself.`);
    const measured = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > limit) throw new PackageError(`${from} holds more than the engine.`);
        yield chunk;
      }
    };
    await mkdir(dirname(join(to, at)), { recursive: true });
    await pipeline(content, measured, createWriteStream(join(to, at)), { signal });
  };
}

async function unpackTar(from: string, write: Write): Promise<void> {
  const entries = extract();
  const unpacked = (async () => {
    for await (const entry of entries) {
      if (entry.header.type === 'file') await write(entry.header.name, entry as unknown as Readable);
      else entry.resume();
    }
  })();
  const file = createReadStream(from);
  await Promise.all([
    /\.tar$/i.test(from) ? pipeline(file, entries) : pipeline(file, createGunzip(), entries),
    unpacked,
  ]);
}

async function unpackZip(from: string, write: Write): Promise<void> {
  const zip = await yauzl.openPromise(from);
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('/')) await write(entry.fileName, await zip.openReadStreamPromise(entry));
    }
  } finally {
    zip.close();
  }
}
