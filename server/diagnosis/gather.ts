import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { availableParallelism, freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { modelSize } from '../engines/catalogue/model-catalogue.ts';
import { fileSize } from '../engines/catalogue/model-folder.ts';
import type { Model } from '../engines/catalogue/model-types.ts';
import { answererChoice, embedderChoice, rerankerChoice, verifierChoice } from '../engines/selection/resolve-engine.ts';
import type { DirectoryFacts } from './data.ts';
import type { MachineFacts } from './machine.ts';

/** The facts about this machine. */
export async function machineFacts(modelBytes: number): Promise<MachineFacts> {
  const flags = /^(?:flags|Features)\s*:\s*(.*)$/m.exec(await readFile('/proc/cpuinfo', 'utf8').catch(() => ''));
  // A container may have less than its machine; 0 means no limit.
  const total = Math.min(totalmem(), process.constrainedMemory() || totalmem());
  return {
    node: process.versions.node,
    cores: availableParallelism(),
    architecture: process.arch,
    processorFlags: flags?.[1]?.split(/\s+/) ?? null,
    memory: { total, free: Math.min(total, (await availableMemory()) ?? freemem()) },
    modelBytes,
  };
}

/** The memory that Linux could still give out. Unused memory is less, as Linux caches files in the rest. */
async function availableMemory(): Promise<number | null> {
  const [, kilobytes] =
    /^MemAvailable:\s+(\d+) kB$/m.exec(await readFile('/proc/meminfo', 'utf8').catch(() => '')) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/** The facts about the data directory. */
export async function directoryFacts(path: string): Promise<DirectoryFacts> {
  const there = await stat(path).catch(() => null);
  if (!there?.isDirectory()) return { path, exists: false, writable: false, mode: 0, free: 0, databaseSize: 0 };
  const { bavail, bsize } = await statfs(path);
  const writable = await access(path, constants.W_OK | constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  const databaseSize = (await fileSize(join(path, 'footnote.db'))) + (await fileSize(join(path, 'footnote.db-wal')));
  return { path, exists: true, writable, mode: there.mode & 0o777, free: bavail * bsize, databaseSize };
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

/** The total bytes of their files. */
export const bytesOfModels = (models: Model[]) => models.reduce((sum, model) => sum + modelSize(model), 0);
