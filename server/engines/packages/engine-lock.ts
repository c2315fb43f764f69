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

const LOCKS = new URL('./locks/', import.meta.url);
const read = async (file: string) => JSON.parse(await readFile(new URL(file, LOCKS), 'utf8'));

export const readLock = (name: EngineName): Promise<Lock> => read(`${name}/package-lock.json`);
export const readContents = (name: EngineName): Promise<PinnedContents> => read(`${name}/contents.json`);

/** The part of a lock that a variant needs: without unused packages, builds for other machines, and what only those need. */
export function selectPackages(lock: Lock, engine: EnginePackage, variant: Variant): Lock {
  const { prefix, of } = engine.builds ?? { prefix: null, of: {} as Record<string, readonly string[]> };
  const builds = (of[variantName(variant)] ?? []).map((name) => `${prefix}${name}`);
  const isWanted = (name: string) =>
    !engine.unused.includes(name) && (prefix === null || !name.startsWith(prefix) || builds.includes(name));
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

const only = (versions: Record<string, string> = {}, isWanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(versions).filter(([name]) => isWanted(name)));

/** Where Node looks for a package that the one in `folder` imports, nearest first. */
function foldersInReach(folder: string, name: string): string[] {
  const own = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
  if (folder === '') return [own];
  const parent = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1));
  return [own, ...foldersInReach(parent, name)];
}
