import type { ServerState } from '@footnote/sdk/contract';
import { readBackupPlan } from '../backup/backup-plan.ts';
import type { Env } from '../config/env.ts';
import { checkBackup, checkDirectory, type DirectoryFacts } from '../diagnosis/data.ts';
import { type Finding, findings } from '../diagnosis/finding.ts';
import { directoryFacts, machineFacts, memoryOfModels, modelsInUse } from '../diagnosis/gather.ts';
import { readLastBackup } from '../diagnosis/last-backup.ts';
import { carriedPerSecond, checkLoad, type ServerLoad } from '../diagnosis/load.ts';
import { checkMachine } from '../diagnosis/machine.ts';
import { checkReader } from '../diagnosis/reader.ts';
import { checkSettings } from '../diagnosis/settings.ts';
import type { Model } from '../engines/catalogue/model-types.ts';
import { readSelection } from '../engines/selection/selection-file.ts';
import type { Reader } from '../engines/types.ts';
import type { DiskSpace } from '../platform/files/disk-space.ts';
import { commandHere } from '../platform/program/command-line.ts';
import { installation } from '../platform/program/installation.ts';
import type { Store } from '../store/types.ts';
import { maintenanceHere, serverRestart } from './maintenance-here.ts';

export interface ServerStateParts {
  env: Env;
  version: string;
  store: Pick<Store, 'jobs' | 'sources' | 'vectorIndexes' | 'wordCodes' | 'shared'>;
  disk: Pick<DiskSpace, 'state'>;
  catalogue: Model[];
  /** The running engines. Without a generator, answers are extracted from the documents. */
  engines: () => {
    embedder: { id: string };
    generator: { id: string } | null;
    reranker: { id: string; ready(): Promise<boolean> } | null;
    reader: Pick<Reader, 'id' | 'languages' | 'ready' | 'notice'> | null;
    verifier: { id: string; ready(): Promise<boolean> } | 'answerer' | null;
  };
  ready: () => Promise<{ embedder: boolean; answerer: boolean }>;
  answers: () => { running: number; waiting: number; limit: number };
  load: () => ServerLoad;
}

const VERIFIER_FAILS = findings('checks').warning(
  'The engine that checks sentences does not work: the rules alone decide about them.',
  'Look into the log for engine_failed, or for the answering server.',
);

const NOT_WRITTEN = findings('disk').problem(
  'Something could not be written within the last minute, as a disk is full. Questions are answered, and not kept.',
  'Free some space where the data is: in its folder, in the quota of its user, or on the disk of Postgres.',
);

/** Returns a function that reports the state of the whole server to its operator. It only reads a few files and counts rows. */
export function createServerState(parts: ServerStateParts) {
  const { env, version, store, disk, catalogue, engines, ready, answers } = parts;
  const { check, upgrade, rollback } = maintenanceHere(env);
  const restart = serverRestart(env);
  return async (): Promise<ServerState> => {
    const models = await modelsInUse(env, catalogue).catch(() => []);
    const [machine, directory, backup, plan, chosen] = await Promise.all([
      machineFacts(memoryOfModels(models)),
      directoryFacts(env),
      readLastBackup(env.dataDir),
      readBackupPlan(env.dataDir),
      readSelection(env.dataDir).catch(() => ({ embedder: null, answerer: null, server: null })),
    ]);
    const [jobs, sources, indexes] = await Promise.all([
      store.jobs.counts(),
      store.sources.counts(),
      store.vectorIndexes.state(),
    ]);
    const { embedder, generator, reranker, reader, verifier } = engines();
    const readiness = await ready();
    const { building } = indexes;
    const load = parts.load();
    const checks =
      verifier === 'answerer'
        ? { id: verifier, ready: generator !== null && readiness.answerer }
        : verifier && { id: verifier.id, ready: await verifier.ready() };
    return {
      version,
      command: commandHere(),
      started_at: new Date(performance.timeOrigin).toISOString(),
      installation: { ...installation(), restart, check, upgrade, rollback },
      memory: { total: machine.memory.total, available: machine.memory.free, process: process.memoryUsage.rss() },
      disk: { free: directory.free, database: directory.databaseSize },
      ingestion: { ...jobs, failed: sources.failed },
      answers: answers(),
      load: {
        passages: sources.passages,
        questions: {
          last_hour: load.lastHour,
          last_day: load.lastDay,
          busiest_minute: load.busiest?.questions ?? null,
        },
        busy: rounded(load.busiest?.busy ?? null),
        carried_per_second: rounded(carriedPerSecond(load)),
      },
      engines: {
        embedder: { id: embedder.id, ready: readiness.embedder },
        answerer: { id: generator?.id ?? 'extractive', ready: readiness.answerer },
        reranker: reranker && { id: reranker.id, ready: await reranker.ready() },
        verifier: checks,
      },
      re_embedding: building && { total: building.total, done: building.done },
      deepened: reader && (await store.wordCodes.progress({ reader: reader.id, languages: reader.languages })),
      last_backup: backup && { created_at: new Date(backup.at).toISOString(), size: backup.size },
      findings: [
        ...checkMachine(machine),
        checkLoad(load, store.shared),
        ...(await checkDisk(directory, disk)),
        // A shared database server has its own backups, which cannot be checked here.
        ...(store.shared ? [] : [checkBackup(backup, plan.last, sources.all, Date.now())]),
        ...checkSettings(env, chosen),
        checkReader(reader && { ready: await reader.ready(), notice: reader.notice() }),
        ...(checks?.ready === false ? [VERIFIER_FAILS] : []),
      ],
    };
  };
}

/** To two decimals. */
const rounded = (value: number | null) => (value === null ? null : Math.round(100 * value) / 100);

/** The directory, and what its free space does not show: another disk, or a quota. */
async function checkDisk(directory: DirectoryFacts, disk: Pick<DiskSpace, 'state'>): Promise<Finding[]> {
  const found = checkDirectory(directory);
  const isKnown = found.some(({ check, verdict }) => check === 'disk' && verdict === 'problem');
  return isKnown || (await disk.state()) === 'ok' ? found : [...found, NOT_WRITTEN];
}
