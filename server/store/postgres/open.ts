import { ApiError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { type SharedClock, startSharedClock } from '../coordination/shared-clock.ts';
import { createStoredRateLimits } from '../coordination/stored-rate-limits.ts';
import { createStoredFiles } from '../files/stored-files.ts';
import { assertNoUnfinishedMove } from '../move/arriving.ts';
import { createTableGroups } from '../tables/create-tables.ts';
import type { Beginning, Store } from '../types.ts';
import { makeAuditLogAppendOnly } from './append-only.ts';
import { createPostgresDb, type PostgresDb, prepareCounters } from './database/driver.ts';
import { codeOf } from './database/failures.ts';
import { openPool } from './database/pool.ts';
import type { Sessions } from './database/session.ts';
import { assertDatabase, contentOf, hasDatabase } from './find-database.ts';
import { assertServer, migrateTogether, preparePgvector, retryOnRace } from './prepare.ts';
import { prepareRowSecurity } from './row-security.ts';
import { searchChanges } from './search/search-changes.ts';
import { createReader, createWriter, prepareSearch } from './search/search-index.ts';
import { createVectorTables } from './search/vector-tables.ts';
import { openTemporaryDirectory } from './temporary-directory.ts';

export interface PostgresParts {
  /**
   * The embedder of all chunks that are written. In a database that another embedder has indexed, a second index begins to be
   * built (`vectorIndexes`). Null if nothing will be written.
   */
  embedder: { id: string; dimensions: number } | null;
  /** A local folder for uploads and downloads in progress; it may be lost at any time. */
  temporaryDirectory: string;
  log: Log;
}

export interface PostgresStoreOptions extends Omit<PostgresParts, 'temporaryDirectory'> {
  /** A local folder for files in progress. */
  dataDir: string;
  /** `postgres://…`; never written into a log, as it holds a password. */
  url: string;
  /** Connections at most. */
  poolSize: number;
  /** Where the database is empty; default: `first`. */
  begin?: Beginning;
}

/** How many rows are removed from the index by one statement. */
const ROWS_AT_ONCE = 50;

/**
 * Opens the store of a Postgres database that other replicas may be using: checks its version and migrates the schema. Throws
 * an error whose message says what to do if any of that fails.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, poolSize, dataDir, begin = 'first', ...parts } = options;
  const directory = openTemporaryDirectory(dataDir);
  const sessions = openPool({ url, size: poolSize, log: parts.log });
  const open = async () => {
    const content = await contentOf(createPostgresDb(sessions));
    if (begin === 'never') assertDatabase(content, dataDir);
    else hasDatabase(content, dataDir, { beginEmpty: begin === 'empty' });
    return openStoreOn(sessions, { ...parts, temporaryDirectory: directory.path });
  };
  const store = await open().catch(async (cause) => {
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

/** When the first connection fails, advice to try again does not help. Null for other errors. */
function unreachable(cause: unknown): Error | null {
  if (!(cause instanceof ApiError) || cause.code !== 'database_unavailable') return null;
  const why = cause.cause instanceof Error ? cause.cause.message || codeOf(cause.cause) : 'for an unknown reason';
  return new Error(`The database that DATABASE_URL names cannot be reached: ${why}.`, { cause });
}

/** Like `openPostgresStore`, over connections that are already open. */
export async function openStoreOn(
  sessions: Sessions,
  { embedder, temporaryDirectory, log }: PostgresParts,
): Promise<Store> {
  let clock: SharedClock | null = null;
  const sharedTime = () => clock?.now() ?? Date.now();
  const preparing = createPostgresDb(sessions, sharedTime);
  await assertServer(preparing);
  const pgvector = await preparePgvector(preparing, log);
  const vectors = createVectorTables({ db: preparing, pgvector, log });
  await migrateTogether(preparing);
  await assertNoUnfinishedMove(preparing);
  const projectScope = await retryOnRace(() =>
    preparing.tx(async (tx) => {
      await lockSchemaVersion(tx);
      await prepareCounters(tx);
      await makeAuditLogAppendOnly(tx);
      await prepareSearch(tx, vectors, embedder);
      return prepareRowSecurity(tx, log);
    }),
  );
  const db = createPostgresDb(sessions, sharedTime, projectScope);
  const files = createStoredFiles(db, temporaryDirectory, log);
  clock = await startSharedClock(db.clock);
  const { now, stop } = clock;
  const tables = createTableGroups({
    db,
    shared: true,
    index: createWriter(vectors),
    search: createReader(db, vectors, { ownEmbedder: embedder?.id ?? '', pgvector }),
    tableOf: vectors.of,
    searchChanges,
    files,
    noteErased,
    rowsAtOnce: ROWS_AT_ONCE,
    log,
  });
  return {
    ...tables,
    limits: createStoredRateLimits(db),
    files,
    shared: true,
    now,
    async ping() {
      await db.read('select 1 as alive');
    },
    async close() {
      stop();
      await db.close();
    },
  };
}

/** Of several simultaneous starts, the others retry when this one has finished. */
async function lockSchemaVersion(tx: Parameters<Parameters<PostgresDb['tx']>[0]>[0]): Promise<void> {
  await tx.write('update schema_version set version = version where id = 1');
}

/**
 * Deleted rows are invisible from the commit on, but Footnote cannot erase their bytes. They stay in the table until Postgres
 * vacuums it, which it does automatically after many deletions, and in the write-ahead log and its backups for as long as those
 * are kept. To be sure, run `vacuum` (`vacuum full` to clear the gaps between rows too) and limit how long logs and backups are
 * kept.
 */
const noteErased = async () => undefined;
