import type { ServerState } from '@footnote/sdk/contract';
import type { Env } from '../config/env.ts';
import { checkBackup, checkDirectory } from '../diagnosis/data.ts';
import { bytesOfModels, directoryFacts, machineFacts, modelsInUse } from '../diagnosis/gather.ts';
import { readLastBackup } from '../diagnosis/last-backup.ts';
import { checkMachine } from '../diagnosis/machine.ts';
import { checkSettings } from '../diagnosis/settings.ts';
import type { Model } from '../engines/catalogue/model-types.ts';
import { readSelection } from '../engines/selection/selection-file.ts';
import { commandHere } from '../platform/command-line.ts';
import type { Store } from '../store/types.ts';

/** A reranker, as far as its state goes. */
interface Reranking {
  id: string;
  ready(): Promise<boolean>;
}

export interface ServerStateParts {
  env: Env;
  version: string;
  store: Pick<Store, 'jobs' | 'sources' | 'vectorIndexes' | 'shared'>;
  catalogue: Model[];
  /** Those that run; no generator: the documents answer in their own words. */
  engines: () => { embedder: { id: string }; generator: { id: string } | null; reranker: Reranking | null };
  ready: () => Promise<{ embedder: boolean; answerer: boolean }>;
  answers: () => { running: number; waiting: number };
}

/** What the operator sees of the whole server. Takes no more than looking at some files and counting some rows. */
export function createServerState({ env, version, store, catalogue, engines, ready, answers }: ServerStateParts) {
  return async (): Promise<ServerState> => {
    const models = await modelsInUse(env, catalogue).catch(() => []);
    const [machine, directory, backup, chosen] = await Promise.all([
      machineFacts(bytesOfModels(models)),
      directoryFacts(env.dataDir),
      readLastBackup(env.dataDir),
      readSelection(env.dataDir).catch(() => ({ embedder: null, answerer: null })),
    ]);
    const [jobs, sources, indexes] = await Promise.all([
      store.jobs.counts(),
      store.sources.counts(),
      store.vectorIndexes.state(),
    ]);
    const { embedder, generator, reranker } = engines();
    const works = await ready();
    const { building } = indexes;
    return {
      version,
      command: commandHere(),
      started_at: new Date(performance.timeOrigin).toISOString(),
      memory: { total: machine.memory.total, available: machine.memory.free, process: process.memoryUsage.rss() },
      disk: { free: directory.free, database: directory.databaseSize },
      ingestion: { ...jobs, failed: sources.failed },
      answers: answers(),
      engines: {
        embedder: { id: embedder.id, ready: works.embedder },
        answerer: { id: generator?.id ?? 'extractive', ready: works.answerer },
        reranker: reranker && { id: reranker.id, ready: await reranker.ready() },
      },
      re_embedding: building && { total: building.total, done: building.done },
      last_backup: backup && { created_at: new Date(backup.at).toISOString(), size: backup.size },
      findings: [
        ...checkMachine(machine),
        ...checkDirectory(directory),
        // A database server is backed up in its own way, of which nothing is known here.
        ...(store.shared ? [] : [checkBackup(backup, sources.all, Date.now())]),
        ...checkSettings(env, chosen),
      ],
    };
  };
}
