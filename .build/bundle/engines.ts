import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentForPrograms } from '../../server/config/env.ts';
import { addEngine } from '../../server/engines/packages/add-engine.ts';
import { engineFolder, findEngineFault, installedEngine } from '../../server/engines/packages/engine-folder.ts';
import { ENGINE_PACKAGES, type EnginePackage, findEngine } from '../../server/engines/packages/engine-packages.ts';
import { type FileEntry, filesBelow } from './entries.ts';

/** Where engines are installed that are not among those of this machine, a folder for each platform. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/footnote-bundled-engines', import.meta.url));

/**
 * The files of an engine below `engines/`, where the server looks for them. It is taken from `enginesDir`, or added by npm.
 * Throws an error for the user if the name is unknown or the engine cannot be added.
 */
export async function engineEntries(name: string, enginesDir: string, target: string): Promise<FileEntry[]> {
  const engine = findEngine(name);
  if (engine === null) {
    throw new Error(`there is no engine ${name}. There are ${ENGINE_PACKAGES.map((each) => each.name).join(', ')}.`);
  }
  const cache = join(CACHE, target);
  const place = (await isThere(enginesDir, engine, target)) ? enginesDir : cache;
  if (!(await isThere(place, engine, target))) {
    await addEngine(engine, {
      enginesDir: cache,
      variant: { target, gpu: null },
      from: null,
      environment: environmentForPrograms(),
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });
  }
  return filesBelow(engineFolder(place, engine.name), `engines/${name}`);
}

async function isThere(enginesDir: string, engine: EnginePackage, target: string): Promise<boolean> {
  const installed = installedEngine(enginesDir, engine);
  if (installed?.target !== target || installed.gpu !== null) return false;
  return (await findEngineFault(enginesDir, engine)) === null;
}
