/**
 * Pins the packages of the engines: `npm run engines:pin [-- NAME …]`. Lets npm make a lock file of each, installs what it locks
 * for every platform that has builds, and stores the hash of the result. Run it after a change of engine-packages.ts.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentForPrograms } from '../server/config/env.ts';
import { installPackages, keepNeeded } from '../server/engines/packages/add-engine.ts';
import { hashContents, hashFiles, listFiles, sizeOf } from '../server/engines/packages/engine-contents.ts';
import { MODULES } from '../server/engines/packages/engine-folder.ts';
import { type Lock, type PinnedContents, type PinnedFiles, readLock } from '../server/engines/packages/engine-lock.ts';
import {
  ENGINE_PACKAGES,
  type EngineLanguages,
  type EnginePackage,
  GPUS,
  TARGETS,
  type Variant,
  variantName,
} from '../server/engines/packages/engine-packages.ts';
import { runNpm } from '../server/engines/packages/run-npm.ts';

const LOCKS = fileURLToPath(new URL('../server/engines/packages/locks/', import.meta.url));
const say = (line: string) => process.stdout.write(`${line}\n`);
const npmOptions = () => ({ environment: environmentForPrograms(), signal: new AbortController().signal });

async function inTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-pin-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lets npm resolve all dependencies. Addresses are left out: npm asks the registry that it is set to. */
async function makeLock({ name, dependencies }: EnginePackage): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const manifest = { name: `footnote-engine-${name}`, private: true, dependencies };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    const words = ['install', '--package-lock-only', '--omit-lockfile-registry-resolved'];
    await runNpm(folder, words, npmOptions());
    await mkdir(join(LOCKS, name), { recursive: true });
    await cp(join(folder, 'package-lock.json'), join(LOCKS, name, 'package-lock.json'));
  });
}

/** Whether the registry had every package of the variant's builds when the lock was made. */
function hasBuilds({ packages }: Lock, { builds }: EnginePackage, variant: Variant): boolean {
  if (builds === null) return variant.gpu === null;
  const names = builds.of[variantName(variant)];
  return names?.every((name) => `${MODULES}/${builds.prefix}${name}` in packages) ?? false;
}

/** Adds what a variant consists of. Null if there is no native code for it. */
async function pin(engine: EnginePackage, lock: Lock, variant: Variant): Promise<PinnedContents[string] | null> {
  if (!hasBuilds(lock, engine, variant)) return null;
  return inTemporaryFolder(async (folder) => {
    await installPackages(folder, engine, { lock, variant, show: () => undefined, ...npmOptions() });
    const modules = join(folder, MODULES);
    const unpacked = sizeOf(await listFiles(modules, 'all'));
    await keepNeeded(folder, engine, variant.target);
    const files = await listFiles(modules);
    if (!files.some(({ path }) => path.endsWith('.node'))) return null;
    return { sha256: await hashContents(modules), bytes: sizeOf(files), unpacked };
  });
}

/** Adds all languages, and notes the files of each package. They are the same on every platform. */
async function pinPackages(engine: EnginePackage, languages: EngineLanguages, lock: Lock): Promise<PinnedFiles> {
  return inTemporaryFolder(async (folder) => {
    const variant = { target: TARGETS[0], gpu: null, languages: languages.offered };
    await installPackages(folder, engine, { lock, variant, show: () => undefined, ...npmOptions() });
    const modules = join(folder, MODULES);
    const unpacked = await listFiles(modules, 'all');
    await keepNeeded(folder, engine, variant.target);
    const files = await hashFiles(modules);
    const pinned: PinnedFiles = {};
    for (const name of Object.keys(engine.dependencies)) {
      const isOwn = ({ path }: { path: string }) => path.startsWith(`${name}/`);
      pinned[name] = { files: files.filter(isOwn), unpacked: sizeOf(unpacked.filter(isOwn)) };
    }
    return pinned;
  });
}

const wanted = process.argv.slice(2);
for (const engine of ENGINE_PACKAGES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  await makeLock(engine);
  const lock = await readLock(engine.name);
  if (engine.languages !== null) {
    const packages = await pinPackages(engine, engine.languages, lock);
    await writeFile(join(LOCKS, engine.name, 'files.json'), `${JSON.stringify(packages, null, 2)}\n`);
    for (const [name, { unpacked }] of Object.entries(packages)) say(`${name}: ${(unpacked / 1e6).toFixed(0)} MB`);
    continue;
  }
  const contents: PinnedContents = {};
  for (const variant of TARGETS.flatMap((target) => [null, ...GPUS].map((gpu) => ({ target, gpu })))) {
    const found = await pin(engine, lock, variant);
    if (found === null) continue;
    contents[variantName(variant)] = found;
    say(
      `${engine.name} ${variantName(variant)}: ${(found.bytes / 1e6).toFixed(0)} of ${(found.unpacked / 1e6).toFixed(0)} MB`,
    );
  }
  await writeFile(join(LOCKS, engine.name, 'contents.json'), `${JSON.stringify(contents, null, 2)}\n`);
}
