import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readBackupPlan } from '../../backup/backup-plan.ts';
import type { Env } from '../../config/env.ts';
import {
  checkBackup,
  checkDatabase,
  checkDirectory,
  checkOrphans,
  type DatabaseState,
  refusedDatabase,
} from '../../diagnosis/data.ts';
import { type Finding, findings } from '../../diagnosis/finding.ts';
import { directoryFacts, machineFacts, memoryOfModels, modelsInUse } from '../../diagnosis/gather.ts';
import { readLastBackup } from '../../diagnosis/last-backup.ts';
import { checkMachine } from '../../diagnosis/machine.ts';
import { checkAllowance } from '../../diagnosis/model-fit.ts';
import { checkParsers } from '../../diagnosis/parsers.ts';
import { checkSettings } from '../../diagnosis/settings.ts';
import { modelSize } from '../../engines/catalogue/model-catalogue.ts';
import { verifyModel } from '../../engines/catalogue/model-folder.ts';
import type { Model } from '../../engines/catalogue/model-types.ts';
import { ENGINE_MEMORY } from '../../engines/host/default-limits.ts';
import { allModels } from '../../engines/own-models/own-models.ts';
import { readSelection } from '../../engines/selection/selection-file.ts';
import { checkSandbox } from '../../ingestion/parse/check-sandbox.ts';
import { commandLine } from '../../platform/program/command-line.ts';
import { formatBytes } from '../../platform/text/format-bytes.ts';
import { ORPHANS_FOLDER } from '../../store/files/local-files.ts';
import { postgresFacts } from '../../store/postgres/facts.ts';
import { hasDatabase as hasDatabaseOnServer } from '../../store/postgres/find-database.ts';
import {
  countStuckJobs,
  findDatabaseProblems,
  readDatabaseFacts,
  readSchemaVersion,
  SCHEMA_VERSION,
} from '../../store/sqlite/database/database-facts.ts';
import { hasDatabase } from '../../store/sqlite/database/find-database.ts';
import { isEmptyDatabase } from '../../store/sqlite/database/leftovers.ts';
import { isHeld } from '../../store/sqlite/lock.ts';
import { checkAnswerer } from './check-answerer.ts';
import { checkEngines } from './check-engines.ts';
import { checkOfferedModels } from './check-offered-models.ts';
import { tryReader } from './try-reader.ts';

/** Runs all checks that need nothing but this machine and the server of the model that answers. */
export async function examine(env: Env, signal: AbortSignal, offered?: Model[]): Promise<Finding[]> {
  const catalogue = offered ?? (await allModels(env.dataDir));
  const { models, fault } = await chosenModels(env, catalogue);
  const directory = await directoryFacts(env);
  const database = directory.exists && env.databaseUrl === null ? databaseState(env.dataDir) : null;
  return [
    ...checkMachine(await machineFacts(memoryOfModels(models))),
    ...checkDirectory(directory),
    ...(env.databaseUrl === null ? [] : await checkPostgres(env.databaseUrl, env.dataDir)),
    ...(database ? checkDatabase(database) : []),
    ...(database ? [await backupFinding(env, database.sources)] : []),
    checkParsers(await checkSandbox(env.dataDir)),
    ...(await checkModels(env, models, fault)),
    ...(await checkEngines(env, catalogue)),
    await tryReader(env, signal),
    ...(await checkOfferedModels(env, catalogue)),
    ...(await checkAnswerer(env, catalogue, signal)),
    ...(await settingsOf(env)),
  ];
}

const CONNECTED_AS_SUPERUSER =
  'Footnote connects as a superuser: an attacker who takes over the server can read other databases and run programs there.';
const WITHOUT_ROW_SECURITY =
  'The database does not check once more that a request sees nothing but the rows of its own project.';

async function backupFinding({ dataDir }: Env, sources: number): Promise<Finding> {
  const { last } = await readBackupPlan(dataDir);
  return checkBackup(await readLastBackup(dataDir), last, sources, Date.now());
}

/** Never shows the address, which contains a password. */
async function checkPostgres(url: string, dataDir: string): Promise<Finding[]> {
  const { ok, warning, problem } = findings('database');
  try {
    const { server, pgvector, content, schema, orphanedOriginals, superuser, rowSecurity } = await postgresFacts(url);
    const refusal = refusalOf(() => hasDatabaseOnServer(content, dataDir));
    if (refusal !== null) return [refusedDatabase(refusal)];
    const is = `PostgreSQL ${server}, schema version ${schema}`;
    if (schema > SCHEMA_VERSION)
      return [problem(`${is}, which is newer than ${SCHEMA_VERSION}.`, 'Start a newer Footnote.')];
    const found =
      pgvector === null
        ? warning(`${is}, without pgvector.`, 'Install it, and run: create extension vector')
        : ok(`${is}, pgvector ${pgvector}. Its backups are made with pg_dump.`);
    return [
      found,
      ...(superuser ? [warning(CONNECTED_AS_SUPERUSER, 'Make a role with examples/deploy/postgres/role.sql.')] : []),
      ...checkOrphans(orphanedOriginals, 'are in the database. Each is deleted 30 days after that was first seen.'),
      ...(rowSecurity ? [] : [warning(WITHOUT_ROW_SECURITY, 'Run examples/deploy/postgres/role.sql again.')]),
    ];
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? cause.message : message;
    return [problem(`It cannot be reached: ${why}`, 'Check that it is running and that DATABASE_URL is right.')];
  }
}

async function settingsOf(env: Env): Promise<Finding[]> {
  try {
    return checkSettings(env, await readSelection(env.dataDir));
  } catch (error) {
    return [findings('settings').problem((error as Error).message, 'Remove the file.')];
  }
}

async function chosenModels(env: Env, catalogue: Model[]): Promise<{ models: Model[]; fault: string | null }> {
  try {
    return { models: await modelsInUse(env, catalogue), fault: null };
  } catch (error) {
    return { models: [], fault: (error as Error).message };
  }
}

/** Verifies the models in use byte by byte: loading a model file is as risky as running code. */
async function checkModels({ modelsDir, modelMemory }: Env, models: Model[], fault: string | null): Promise<Finding[]> {
  const { ok, problem } = findings('models');
  if (fault !== null) return [problem(fault, `Choose another, or download it: ${commandLine('models list')}`)];
  if (models.length === 0) return [ok('None is used.')];
  const found: Finding[] = [];
  for (const model of models) {
    const why = await verifyModel(modelsDir, model).then(
      () => null,
      (error: Error) => error.message,
    );
    found.push(
      why === null
        ? ok(`${model.name} is present and intact (${formatBytes(modelSize(model))}).`)
        : problem(why, `Download it again: ${commandLine(`models pull ${model.name}`)}`),
      ...checkAllowance(model, modelMemory ?? ENGINE_MEMORY),
    );
  }
  return found;
}

/** Why a start would refuse the database; null if it would not. */
function refusalOf(look: () => boolean): string | null {
  try {
    look();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function databaseState(dataDir: string): DatabaseState {
  const path = join(dataDir, 'footnote.db');
  const state: DatabaseState = {
    refusal: refusalOf(() => hasDatabase(dataDir)),
    schema: 0,
    supportedSchema: SCHEMA_VERSION,
    problems: [],
    sources: 0,
    lostOriginals: 0,
    orphanedOriginals: 0,
    stuckJobs: 0,
    serverRuns: isHeld(dataDir),
  };
  if (state.refusal !== null || isEmptyDatabase(dataDir)) return state;
  state.problems = findDatabaseProblems(path);
  try {
    state.schema = readSchemaVersion(path);
    if (state.schema !== SCHEMA_VERSION) return state;
    const { counts, files } = readDatabaseFacts(path);
    const orphans = join(dataDir, ORPHANS_FOLDER);
    state.sources = counts.sources;
    state.lostOriginals = files.filter((fileId) => !existsSync(join(dataDir, 'uploads', fileId))).length;
    state.orphanedOriginals = existsSync(orphans) ? readdirSync(orphans).length : 0;
    state.stuckJobs = countStuckJobs(path, Date.now());
  } catch {
    // An unreadable file has already been reported as a problem.
    state.schema = SCHEMA_VERSION;
  }
  return state;
}
