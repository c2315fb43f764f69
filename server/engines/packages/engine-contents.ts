import { lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashFile } from '../../platform/files/hash-file.ts';
import { hashOfFiles, type PinnedFile } from './engine-lock.ts';
import type { EnginePackage } from './engine-packages.ts';

/** A regular file below a folder. */
interface EngineFile {
  /** With `/`. */
  path: string;
  bytes: number;
}

/** Read by no one while a program runs: type declarations, source maps, notes of npm. Links to programs are not needed. */
const NEVER_READ = /(?:\.d\.[cm]?ts|\.map|(?:^|\/)README(?:\.\w+)?|^\.package-lock\.json)$|^\.bin\/|\/\.bin\//i;

/** Builds of ONNX Runtime for all platforms are in one package. */
const ONNX_BUILD = /^onnxruntime-node\/bin\/napi-v\d+\/(\w+)\/(\w+)\//;

/** Elsewhere a file's own name says what it is built for. There are builds for the GNU C library alone. */
const NAMED_BUILD = /\.(linux|darwin|win32)-(\w+)(-musl)?[-\w]*\.node$/;

const STAND_IN = { 'package.json': '{"main":"index.cjs"}\n', 'index.cjs': 'module.exports = {};\n' };

/** Removes what this platform never reads from an engine's `node_modules`, and adds the modules that stand in for others. */
export async function reduceToNeeded(modules: string, engine: EnginePackage, target: string): Promise<void> {
  for (const { path } of await listFiles(modules, 'all')) {
    if (!isNeeded(path, engine, target)) await rm(join(modules, path));
  }
  await removeEmptyFolders(modules);
  for (const name of engine.standIns) {
    await mkdir(join(modules, name), { recursive: true });
    for (const [file, text] of Object.entries(STAND_IN)) await writeFile(join(modules, name, file), text);
  }
}

function isNeeded(path: string, { unread }: EnginePackage, target: string): boolean {
  const [, platform, architecture, musl] = ONNX_BUILD.exec(path) ?? NAMED_BUILD.exec(path) ?? [];
  if (platform !== undefined && (`${platform}-${architecture}` !== target || musl !== undefined)) return false;
  return !NEVER_READ.test(path) && !unread?.test(path);
}

/** The files below a folder, sorted by path. Throws on anything else, such as a link: it could lead anywhere. */
export async function listFiles(folder: string, kinds: 'regular' | 'all' = 'regular'): Promise<EngineFile[]> {
  const found: EngineFile[] = [];
  const visit = async (within: string) => {
    for (const entry of await readdir(join(folder, within), { withFileTypes: true })) {
      const path = `${within}${entry.name}`;
      if (entry.isDirectory()) await visit(`${path}/`);
      else if (entry.isFile() || kinds === 'all') found.push({ path, bytes: (await lstat(join(folder, path))).size });
      else throw new Error(`${join(folder, path)} is neither a file nor a folder.`);
    }
  };
  await visit('');
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** One hash of all paths and files below a folder, in lower-case hexadecimal digits. */
export async function hashContents(folder: string): Promise<string> {
  return hashOfFiles(await hashFiles(folder));
}

/** The files below a folder, each with its hash. */
export async function hashFiles(folder: string): Promise<PinnedFile[]> {
  const hashed: PinnedFile[] = [];
  for (const file of await listFiles(folder)) hashed.push({ ...file, sha256: await hashFile(join(folder, file.path)) });
  return hashed;
}

export const sizeOf = (files: EngineFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);

async function removeEmptyFolders(folder: string): Promise<boolean> {
  let empty = true;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const isGone = entry.isDirectory() && (await removeEmptyFolders(join(folder, entry.name)));
    if (!isGone) empty = false;
  }
  if (empty) await rm(folder, { recursive: true });
  return empty;
}
