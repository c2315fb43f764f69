import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { EngineName, EnginePackage, Variant } from './engine-packages.ts';
import { variantName } from './engine-packages.ts';

/** A package in a lock file of npm, as far as it matters here. */
interface LockedPackage {
  version?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** A lock file of npm: the packages by their folders; the one with the empty name is the engine's own manifest. */
export interface Lock {
  name: string;
  lockfileVersion: number;
  packages: Record<string, LockedPackage>;
}

/** What the files of an engine must be once it is installed, by the name of its variant. */
export type PinnedContents = Record<string, Contents>;

export interface Contents {
  /** Of all paths and files, in lower-case hexadecimal digits. */
  sha256: string;
  /** The size of the files that are kept. */
  bytes: number;
  /** The size of what npm unpacks before the rest is removed. */
  unpacked: number;
}

export interface PinnedFile {
  /** Below `node_modules/`. */
  path: string;
  sha256: string;
  bytes: number;
}

/** The files of each package of an engine whose packages are chosen by language; one hash for every choice would be too many. */
export type PinnedFiles = Record<string, { files: PinnedFile[]; unpacked: number }>;

const LOCKS = new URL('./locks/', import.meta.url);
/** What was read. An upgrade may replace the files of the program while it runs, and the page of the models asks every few seconds. */
const known = new Map<string, unknown>();

async function read<Content>(file: string): Promise<Content> {
  if (!known.has(file)) known.set(file, JSON.parse(await readFile(new URL(file, LOCKS), 'utf8')));
  return known.get(file) as Content;
}

export const readLock = (name: EngineName): Promise<Lock> => read(`${name}/package-lock.json`);
export const readContents = (name: EngineName): Promise<PinnedContents> => read(`${name}/contents.json`);
/** Of an engine with languages. */
export const readFiles = (name: EngineName): Promise<PinnedFiles> => read(`${name}/files.json`);

/** What an engine must consist of; undefined if it is not pinned for this variant. */
export async function pinnedContents(engine: EnginePackage, variant: Variant): Promise<Contents | undefined> {
  if (engine.languages === null) return (await readContents(engine.name))[variantName(variant)];
  if (variant.gpu !== null) return undefined;
  const packages = await readFiles(engine.name);
  const names = Object.keys(packages).filter((name) => isWantedFor(engine, variant)(name));
  const files = names.flatMap((name) => packages[name]?.files ?? []);
  return {
    sha256: hashOfFiles(files),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    unpacked: names.reduce((sum, name) => sum + (packages[name]?.unpacked ?? 0), 0),
  };
}

/** One hash of all paths and files, in lower-case hexadecimal digits. */
export function hashOfFiles(files: readonly Pick<PinnedFile, 'path' | 'sha256'>[]): string {
  const all = createHash('sha256');
  for (const { path, sha256 } of files.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    all.update(`${sha256} ${path}\n`);
  }
  return all.digest('hex');
}

/** The part of a lock that a variant needs: without unused packages, builds for other machines, and what only those need. */
export function selectPackages(lock: Lock, engine: EnginePackage, variant: Variant): Lock {
  const isWanted = isWantedFor(engine, variant);
  const selected = new Map<string, LockedPackage>();
  const select = (folder: string) => {
    const locked = lock.packages[folder];
    if (locked === undefined || selected.has(folder)) return;
    const wanted = {
      dependencies: only(locked.dependencies, isWanted),
      optionalDependencies: only(locked.optionalDependencies, isWanted),
      peerDependencies: only(locked.peerDependencies, isWanted),
    };
    selected.set(folder, { ...locked, ...wanted });
    for (const name of Object.values(wanted).flatMap((versions) => Object.keys(versions))) {
      const found = foldersInReach(folder, name).find((each) => each in lock.packages);
      if (found !== undefined) select(found);
    }
  };
  select('');
  return { ...lock, packages: Object.fromEntries([...selected].sort(([one], [other]) => (one < other ? -1 : 1))) };
}

/** Tells whether a package is part of a variant, by its name. */
function isWantedFor({ unused, builds, languages }: EnginePackage, variant: Variant): (name: string) => boolean {
  const choices: [{ prefix: string } | null, readonly string[]][] = [
    [builds, builds?.of[variantName(variant)] ?? []],
    [languages, variant.languages ?? languages?.usual ?? []],
  ];
  return (name) =>
    !unused.includes(name) &&
    choices.every(
      ([of, chosen]) => of === null || !name.startsWith(of.prefix) || chosen.includes(name.slice(of.prefix.length)),
    );
}

const only = (versions: Record<string, string> = {}, isWanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(versions).filter(([name]) => isWanted(name)));

/** Where Node looks for a package that the one in `folder` imports, nearest first. */
function foldersInReach(folder: string, name: string): string[] {
  const own = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
  if (folder === '') return [own];
  const parent = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1));
  return [own, ...foldersInReach(parent, name)];
}
