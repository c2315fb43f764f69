import { ApiError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { type SharedClock, startSharedClock } from '../coordination/database-clock.ts';
import { loadStoredSigningSecret } from '../coordination/signing-secret.ts';
import { createStoredLimits } from '../coordination/stored-rate-limits.ts';
import { createStoredFiles } from '../files/stored-files.ts';
import { assertNoUnfinishedMove } from '../move/arriving.ts';
import { createTableGroups } from '../tables/create-tables.ts';
import type { Store } from '../types.ts';
import { createPostgresDb, type PostgresDb, prepareCounters } from './database/driver.ts';
import { codeOf } from './database/failures.ts';
import { openPool } from './database/pool.ts';
import type { Sessions } from './database/session.ts';
import { assertServer, migrateTogether, preparePgvector, retryOnRace } from './prepare.ts';
import { createReader, createWriter, prepareSearch } from './search/search-index.ts';
import { createVectorTables } from './search/vector-tables.ts';
import { openTemporaryDirectory } from './temporary-directory.ts';

export interface PostgresParts {
  /**
   * What makes the vectors of all chunks that are written. In a database that another one has indexed, a second index begins
   * to be built (`vectorIndexes`). Null where nothing will be written: everything stays as it is.
   */
  embedder: { id: string; dimensions: number } | null;
  /** On this machine, for uploads and downloads under way: nothing is in it that would be missed. */
  temporaryDirectory: string;
  log: Log;
}

export interface PostgresStoreOptions extends Omit<PostgresParts, 'temporaryDirectory'> {
  /** On this machine, for files under way. */
  dataDir: string;
  /** `postgres://…`; never written into a log, as it holds a password. */
  url: string;
  /** Connections at most. */
  poolSize: number;
}

/** Taken out of the index together: each is a part of one statement. */
const ROWS_AT_ONCE = 50;

/**
 * Opens the store of a Postgres database that other replicas may be using: checks its version, brings the schema up to date.
 * Throws an error whose message says what to do where any of that cannot be.
 */
export async function openPostgresStore({ url, poolSize, dataDir, ...parts }: PostgresStoreOptions): Promise<Store> {
  const directory = openTemporaryDirectory(dataDir);
  const sessions = openPool({ url, size: poolSize, log: parts.log });
  const store = await openStoreOn(sessions, { ...parts, temporaryDirectory: directory.path }).catch(async (cause) => {
    await sessions.close();
    directory.close();
    throw unreachable(cause) ?? cause;
  });
  return {
    ...store,
    async close() {
      await store.close();
      directory.close();
    },
  };
}

/** Where the very first connection fails, "try again" is no help. Null where it was something else. */
function unreachable(cause: unknown): Error | null {
  if (!(cause instanceof ApiError) || cause.code !== 'database_unavailable') return null;
  const why = cause.cause instanceof Error ? cause.cause.message || codeOf(cause.cause) : 'for an unknown reason';
  return new Error(`The database that DATABASE_URL names cannot be reached: ${why}.`, { cause });
}

/** The same over connections that are open already. */
export async function openStoreOn(
  sessions: Sessions,
  { embedder, temporaryDirectory, log }: PostgresParts,
): Promise<Store> {
  let clock: SharedClock | null = null;
  const db = createPostgresDb(sessions, () => clock?.now() ?? Date.now());
  await assertServer(db);
  const pgvector = await preparePgvector(db, log);
  const vectors = createVectorTables({ db, pgvector, log });
  await migrateTogether(db);
  await assertNoUnfinishedMove(db);
  await retryOnRace(() =>
    db.tx(async (tx) => {
      await lockSchemaVersion(tx);
      await prepareCounters(tx);
      await prepareSearch(tx, vectors, embedder);
    }),
  );
  const files = createStoredFiles(db, temporaryDirectory);
  clock = await startSharedClock(db.clock);
  const { now, stop } = clock;
  const tables = createTableGroups({
    db,
    shared: true,
    index: createWriter(vectors),
    search: createReader(db, vectors, { ownEmbedder: embedder?.id ?? '', pgvector }),
    tableOf: vectors.of,
    files,
    noteErased,
    rowsAtOnce: ROWS_AT_ONCE,
    log,
  });
  return {
    ...tables,
    limits: createStoredLimits(db),
    files,
    shared: true,
    now,
    signingSecret: () => loadStoredSigningSecret(db),
    async ping() {
      await db.read('select 1 as alive');
    },
    async close() {
      stop();
      await db.close();
    },
  };
}

/** Of several starts at the same time, the others start over when this one has finished. */
async function lockSchemaVersion(tx: Parameters<Parameters<PostgresDb['tx']>[0]>[0]): Promise<void> {
  await tx.write('update schema_version set version = version where id = 1');
}

/**
 * What is deleted is found by no query from the commit on, but its bytes are not ours to blank: they stay in the pages of the
 * table until Postgres vacuums it, which it does by itself soon after many rows were deleted, and in the write-ahead log and
 * its backups for as long as these are kept. Who must know them gone runs `vacuum` afterwards (`vacuum full` where also the
 * gaps between rows count), and sets how long logs and backups are kept.
 */
const noteErased = async () => undefined;
