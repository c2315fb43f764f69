import type { ServerEngine, ServerState } from '@footnote/sdk/contract';
import { readChosen } from './chosen-models.ts';
import { checkBackup, checkDirectory } from './diagnosis/data.ts';
import { bytesOfModels, directoryFacts, machineFacts, modelsInUse } from './diagnosis/gather.ts';
import { checkMachine } from './diagnosis/machine.ts';
import { checkSettings } from './diagnosis/settings.ts';
import type { Model } from './engines/model-types.ts';
import type { Env } from './env.ts';
import { readLastBackup } from './last-backup.ts';
import type { Store } from './store/types.ts';

/** An engine as far as its state goes. */
interface Runs {
  id: string;
  ready(): Promise<boolean>;
}

export interface ServerStateParts {
  env: Env;
  version: string;
  store: Pick<Store, 'jobs' | 'sources' | 'vectorIndexes'>;
  catalogue: Model[];
  embedder: Runs;
  /** Null: the documents answer in their own words. */
  generator: Runs | null;
  reranker: Runs | null;
  answers: () => { running: number; waiting: number };
}

/** What the operator sees of the whole server. Takes no more than looking at some files and counting some rows. */
export function createServerState({
  env,
  version,
  store,
  catalogue,
  embedder,
  generator,
  reranker,
  answers,
}: ServerStateParts) {
  return async (): Promise<ServerState> => {
    const models = await modelsInUse(env, catalogue).catch(() => []);
    const [machine, directory, backup, chosen] = await Promise.all([
      machineFacts(bytesOfModels(models)),
      directoryFacts(env.dataDir),
      readLastBackup(env.dataDir),
      readChosen(env.dataDir).catch(() => ({ embedder: null, answerer: null })),
    ]);
    const [jobs, sources, indexes] = await Promise.all([
      store.jobs.counts(),
      store.sources.counts(),
      store.vectorIndexes.state(),
    ]);
    const { building } = indexes;
    return {
      version,
      started_at: new Date(performance.timeOrigin).toISOString(),
      memory: { total: machine.memory.total, available: machine.memory.free, process: process.memoryUsage.rss() },
      disk: { free: directory.free, database: directory.databaseSize },
      ingestion: { ...jobs, failed: sources.failed },
      answers: answers(),
      engines: {
        embedder: await stateOf(embedder),
        answerer: generator ? await stateOf(generator) : { id: 'extractive', ready: true },
        reranker: reranker && (await stateOf(reranker)),
      },
      re_embedding: building && { total: building.total, done: building.done },
      last_backup: backup && { created_at: new Date(backup.at).toISOString(), size: backup.size },
      findings: [
        ...checkMachine(machine),
        ...checkDirectory(directory),
        checkBackup(backup, sources.all, Date.now()),
        ...checkSettings(env, chosen),
      ],
    };
  };
}

const stateOf = async (engine: Runs): Promise<ServerEngine> => ({ id: engine.id, ready: await engine.ready() });
