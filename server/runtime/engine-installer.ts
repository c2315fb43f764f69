import { type Env, environmentForPrograms } from '../config/env.ts';
import { modelThatNeeds } from '../diagnosis/gather.ts';
import type { Model } from '../engines/catalogue/model-types.ts';
import { addEngine, noBuild, removeEngine } from '../engines/packages/add-engine.ts';
import { engineState, installedEngine, isInPlace, variantToAdd } from '../engines/packages/engine-folder.ts';
import { pinnedContents } from '../engines/packages/engine-lock.ts';
import {
  ENGINE_PACKAGES,
  ENGINES_FOR,
  type EngineName,
  type EnginePackage,
  findEngine,
  GPUS,
  packageOf,
  versionOf,
} from '../engines/packages/engine-packages.ts';
import { hasNpm } from '../engines/packages/run-npm.ts';
import { commandInItsFolder } from '../platform/program/command-line.ts';
import type { EngineInstaller, OfferedEngine } from '../services/server/engines.ts';
import type { EngineManager } from './engine-manager.ts';

interface EngineInstallerDeps {
  env: Env;
  catalogue: Model[];
  engineManager: Pick<EngineManager, 'engines'>;
}

/** Adds and removes engines of a running server, as the command `engines` does. */
export function createEngineInstaller({ env, catalogue, engineManager }: EngineInstallerDeps): EngineInstaller {
  const { enginesDir } = env;
  const environment = environmentForPrograms();
  /** Engines whose files have been replaced or removed while a process may run what it has loaded of them. */
  const stillLoaded = new Set<EngineName>();

  const requireEngine = (name: string): EnginePackage => {
    const engine = findEngine(name);
    if (engine === null) throw new Error(`there is no engine ${name}.`);
    return engine;
  };

  function isLoaded({ name }: EnginePackage): boolean {
    const runtimes = Object.entries(ENGINES_FOR).flatMap(([runtime, names]) => (names.includes(name) ? runtime : []));
    const { embedder, generator, reranker, verifier } = engineManager.engines();
    return [embedder, generator, reranker, verifier === 'answerer' ? null : verifier].some(
      (running) => running && runtimes.includes(running.engine),
    );
  }

  /** Changes an engine, and notes whether the former one continues until the next start. */
  async function change(engine: EnginePackage, act: () => Promise<void>): Promise<void> {
    const wasLoaded = installedEngine(enginesDir, engine) !== null && isLoaded(engine);
    await act();
    if (wasLoaded) stillLoaded.add(engine.name);
  }

  async function describe(engine: EnginePackage, problem: string | null): Promise<OfferedEngine> {
    const here = installedEngine(enginesDir, engine);
    const offered = variantToAdd(enginesDir, engine, { gpu: null, languages: undefined });
    const [own, contents] = await Promise.all([here && pinnedContents(engine, here), pinnedContents(engine, offered)]);
    const builds = await Promise.all(
      GPUS.map(async (gpu) => ({ name: gpu, size: (await pinnedContents(engine, { ...offered, gpu }))?.bytes })),
    );
    const cannotAdd = contents === undefined ? await noBuild(engine, offered) : problem;
    return {
      name: engine.name,
      package: packageOf(engine),
      version: versionOf(engine),
      runs: engine.runs,
      purposes: [
        ...new Set(
          catalogue.flatMap(({ runtime, purpose }) => (ENGINES_FOR[runtime].includes(engine.name) ? purpose : [])),
        ),
      ],
      size: (own ?? contents)?.bytes ?? null,
      state: engineState(enginesDir, engine),
      installed: here && { version: here.version, gpu: here.gpu, languages: [...(here.languages ?? [])] },
      gpus: builds.flatMap(({ name, size }) => (size === undefined ? [] : { name, size })),
      languages: engine.languages && {
        offered: [...engine.languages.offered],
        usual: [...engine.languages.usual],
      },
      cannot_add: cannotAdd,
      add_command: `${commandInItsFolder()} engines add ${engine.name}${cannotAdd === null ? '' : ' --from FILE'}`,
      restart_needed: stillLoaded.has(engine.name),
    };
  }

  return {
    async list() {
      const problem = env.offline
        ? 'This server downloads nothing (OFFLINE=1).'
        : (await hasNpm(environment))
          ? null
          : 'There is no npm on the server’s machine, which would install it.';
      return Promise.all(ENGINE_PACKAGES.map((engine) => describe(engine, problem)));
    },

    async add(name, { gpu, languages }, onProgress, signal) {
      const engine = requireEngine(name);
      const variant = variantToAdd(enginesDir, engine, { gpu, languages });
      if (await isInPlace(enginesDir, engine, variant)) return;
      await change(engine, () =>
        addEngine(engine, { enginesDir, variant, from: null, environment, onProgress, signal }),
      );
    },

    async neededBy(name) {
      const model = await modelThatNeeds(requireEngine(name), env, catalogue);
      return model && `${name} runs ${model}, which is in use. Choose another model first, or none.`;
    },

    async remove(name) {
      const engine = requireEngine(name);
      await change(engine, () => removeEngine(enginesDir, engine.name));
    },
  };
}
