import { cp, mkdir, mkdtemp, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { formatBytes } from '../../platform/text/format-bytes.ts';
import { hashContents, listFiles, reduceToNeeded, sizeOf } from './engine-contents.ts';
import { engineFolder, type InstalledEngine, MODULES, NOTE, PackageError, readNote } from './engine-folder.ts';
import { type Contents, type Lock, pinnedContents, readContents, readLock, selectPackages } from './engine-lock.ts';
import { type EngineName, type EnginePackage, type Variant, versionOf } from './engine-packages.ts';
import { runNpm } from './run-npm.ts';
import { unpackArchive } from './unpack-archive.ts';

interface AddOptions {
  enginesDir: string;
  variant: Variant;
  /** A folder or an archive with the engine; null for the registry that npm is set to. */
  from: string | null;
  /** The environment variables that npm gets. */
  environment: NodeJS.ProcessEnv;
  /** Called with the bytes on disk and those that there will be. */
  onProgress(done: number, total: number): void;
  signal: AbortSignal;
}

const PROGRESS_MS = 300;
/** Folders of engines that are being added, or that were to be removed: a name with the number of the process. */
const UNFINISHED = /^\.(?:adding|removed)-(\d+)-/;

/**
 * Installs an engine in a folder of its own beside its place, compares every file with what is pinned, and moves it there. An
 * engine that is there is replaced. Throws `PackageError` or the signal's reason; then nothing has changed.
 */
export async function addEngine(engine: EnginePackage, options: AddOptions): Promise<void> {
  const { enginesDir, variant, from } = options;
  // Which languages come with files is known when they have been unpacked.
  const most = from === null ? variant : { ...variant, languages: engine.languages?.offered ?? [] };
  const pinned = await pinnedContents(engine, most);
  if (pinned === undefined) throw new PackageError(await noBuild(engine, variant));
  try {
    await mkdir(enginesDir, { recursive: true });
    await removeUnfinished(enginesDir);
    await assertFreeSpace(enginesDir, from === null ? pinned.unpacked : pinned.bytes);
    const folder = await mkdtemp(join(resolve(enginesDir), `.adding-${process.pid}-`));
    try {
      if (from === null) {
        const show = (bytes: number) => options.onProgress(Math.min(bytes, pinned.unpacked), pinned.unpacked);
        await installPackages(folder, engine, { ...options, lock: await readLock(engine.name), show });
        show(pinned.unpacked);
        await keepNeeded(folder, engine, variant.target);
      }
      const added = from === null ? variant : await copyFiles(folder, engine, pinned, { ...options, from });
      await assertPinned(folder, engine, added, from);
      const note: InstalledEngine = { name: engine.name, version: versionOf(engine), ...added };
      await writeFile(join(folder, NOTE), `${JSON.stringify(note)}\n`);
      await moveIntoPlace(folder, enginesDir, engine.name);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } catch (error) {
    options.signal.throwIfAborted();
    throw storageProblem(error, enginesDir) ?? error;
  }
}

/** Removes an engine. A process that runs it keeps what it has loaded. */
export async function removeEngine(enginesDir: string, name: EngineName): Promise<void> {
  try {
    await removeUnfinished(enginesDir);
    const away = await mkdtemp(join(resolve(enginesDir), `.removed-${process.pid}-`));
    await rename(engineFolder(enginesDir, name), join(away, name));
    await rm(away, { recursive: true });
  } catch (error) {
    throw storageProblem(error, enginesDir) ?? error;
  }
}

/** What `installPackages` needs. */
interface InstallOptions extends Pick<AddOptions, 'variant' | 'environment' | 'signal'> {
  lock: Lock;
  /** Called with the bytes that are on disk. */
  show(bytes: number): void;
}

/** Lets npm install the packages of a variant into a folder; it compares each with the hash in the lock. */
export async function installPackages(folder: string, engine: EnginePackage, options: InstallOptions): Promise<void> {
  const { variant, environment, signal, show } = options;
  const lock = selectPackages(options.lock, engine, variant);
  const manifest = { name: lock.name, private: true, dependencies: lock.packages['']?.dependencies };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const [platform, architecture] = variant.target.split('-');
  const words = ['ci', '--omit=dev', '--omit=peer', '--include=optional'];
  const machine = [`--os=${platform}`, `--cpu=${architecture}`, ...(platform === 'linux' ? ['--libc=glibc'] : [])];
  const stop = watchSize(join(folder, MODULES), show);
  try {
    await runNpm(folder, [...words, ...machine], { environment, signal });
  } finally {
    stop();
  }
}

/** Removes what is never read on a platform, and what only npm needs. */
export async function keepNeeded(folder: string, engine: EnginePackage, target: string): Promise<void> {
  await reduceToNeeded(join(folder, MODULES), engine, target);
  for (const name of await readdir(folder)) if (name !== MODULES) await rm(join(folder, name), { recursive: true });
}

/** Takes the engine from another machine's folder or from an archive of one, with the languages that it has there. */
async function copyFiles(
  folder: string,
  engine: EnginePackage,
  pinned: Contents,
  { from, variant, onProgress, signal }: AddOptions & { from: string },
): Promise<Variant> {
  const unpacked = join(folder, '.from');
  const source = (await unpackArchive(from, unpacked, pinned.bytes * 2, signal)) ? unpacked : from;
  const found = await findEngineFolder(source, engine.name);
  if (found === null) {
    throw new PackageError(`${from} does not hold the engine ${engine.name}: a folder with ${NOTE} and ${MODULES}.`);
  }
  const files = await listFiles(join(found, MODULES)).catch((error: Error) => {
    throw new PackageError(error.message);
  });
  if (sizeOf(files) > pinned.bytes) throw notPinned(engine, from);
  let done = 0;
  for (const { path, bytes } of files) {
    signal.throwIfAborted();
    await cp(join(found, MODULES, path), join(folder, MODULES, path), { recursive: true, verbatimSymlinks: true });
    done += bytes;
    onProgress(done, sizeOf(files));
  }
  const languages = readNote(found, engine.name)?.languages;
  await rm(unpacked, { recursive: true, force: true });
  return { ...variant, ...(languages && { languages }) };
}

/** The folder of the engine: the source itself, or one in it. */
async function findEngineFolder(source: string, name: EngineName): Promise<string | null> {
  const candidates = [source, join(source, name), join(source, 'engines', name)];
  for (const entry of await readdir(source).catch(() => [])) candidates.push(join(source, entry, name));
  return candidates.find((each) => readNote(each, name) !== null) ?? null;
}

async function assertPinned(folder: string, engine: EnginePackage, variant: Variant, from: string | null) {
  const pinned = await pinnedContents(engine, variant);
  if ((await hashContents(join(folder, MODULES))) !== pinned?.sha256) throw notPinned(engine, from);
}

const notPinned = (engine: EnginePackage, from: string | null) =>
  new PackageError(
    `${from === null ? 'what npm installed' : `what is in ${from}`} is not the pinned ${engine.name} ${versionOf(engine)} for this machine: its hash differs. Nothing was kept.`,
  );

async function moveIntoPlace(folder: string, enginesDir: string, name: EngineName): Promise<void> {
  const place = engineFolder(enginesDir, name);
  const former = await mkdtemp(join(resolve(enginesDir), `.removed-${process.pid}-`));
  await rename(place, join(former, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(folder, place);
  await rm(former, { recursive: true, force: true });
}

/** Removes what a process has left that was killed while it added or removed an engine. */
async function removeUnfinished(enginesDir: string): Promise<void> {
  for (const name of await readdir(enginesDir)) {
    const [, owner] = UNFINISHED.exec(name) ?? [];
    if (owner !== undefined && !isRunning(Number(owner))) {
      await rm(join(enginesDir, name), { recursive: true, force: true });
    }
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function assertFreeSpace(enginesDir: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(enginesDir);
  if (bavail * bsize >= needed) return;
  throw new PackageError(
    `the disk of ${enginesDir} has ${formatBytes(bavail * bsize)} free, and the engine needs ${formatBytes(needed)} while it is added.`,
  );
}

/** That there is no such variant, in a sentence. */
export async function noBuild(engine: EnginePackage, { target, gpu }: Variant): Promise<string> {
  if (engine.languages !== null) return `${engine.name} runs on the processor alone: add it without --gpu.`;
  const names = Object.keys(await readContents(engine.name));
  const wanted = gpu === null ? target : `${target} with ${gpu}`;
  return `${engine.name} is not available for ${wanted}. It is for ${names.map((name) => name.replace('+', ' with ')).join(', ')}.`;
}

/** Calls `show` with the size of a growing folder. Returns a function that stops it. */
function watchSize(folder: string, show: (bytes: number) => void): () => void {
  let stopped = false;
  const timer = setInterval(async () => {
    // npm moves files while they are listed.
    const files = await listFiles(folder, 'all').catch(() => null);
    if (files !== null && !stopped) show(sizeOf(files));
  }, PROGRESS_MS);
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}

/** What an error of the file system means to a person; null for another error. */
function storageProblem(error: unknown, enginesDir: string): PackageError | null {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return null;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new PackageError(`the disk of ${enginesDir} is full. Free some space, and add the engine again.`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new PackageError(
        `this user may not write to ${enginesDir}. Run this as the user of the server, or set ENGINES_DIR to another folder.`,
      );
    default:
      return new PackageError(`${enginesDir} cannot be written (${code}).`);
  }
}
