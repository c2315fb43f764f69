import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../log.ts';
import { createApiKeys } from '../api-keys.ts';
import { createBudgets } from '../budgets.ts';
import { createChunks } from '../chunks.ts';
import { createConversations } from '../conversations.ts';
import type { Db } from '../db.ts';
import { createDocuments } from '../documents.ts';
import { createEraser } from '../erase.ts';
import { createFiles } from '../files.ts';
import { createIdempotency } from '../idempotency.ts';
import { createJobs } from '../jobs.ts';
import { createMemoryLimits } from '../limits.ts';
import { migrations } from '../migrations/all.ts';
import { migrate } from '../migrator.ts';
import { createProjects } from '../projects.ts';
import { createRevocations } from '../revocations.ts';
import { createSources } from '../sources.ts';
import type { Files, Store } from '../types.ts';
import { createUsers } from '../users.ts';
import { coalesced } from './coalesced.ts';
import { assertSound, openSqlite } from './driver.ts';
import { lockDirectory } from './lock.ts';
import { createSqliteSearch } from './search-index.ts';

export interface SqliteStoreOptions {
  /** Holds the database, the lock and the uploads; made if it is not there. */
  dataDir: string;
  /** Its id and dimensions are written into a new database; a database indexed with another embedder is refused. */
  embedder: { id: string; dimensions: number };
  log: Log;
  /** Epoch milliseconds; the system's clock by default. */
  now?: () => number;
}

/**
 * Opens the embedded store: takes the directory for this process alone, checks the file, brings the schema up to date.
 * Throws an error whose message says what to do where any of that cannot be. Afterwards call `jobs.recover` and
 * `chunks.sweep`, which take up what a killed process left.
 */
export async function openSqliteStore({ dataDir, embedder, log, now = Date.now }: SqliteStoreOptions): Promise<Store> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDirectory(join(dataDir, 'footnote.lock'), dataDir);
  try {
    const path = join(dataDir, 'footnote.db');
    const db = openSqlite(path, now);
    try {
      await assertSound(db, path);
      await migrate(db, migrations);
      const { search, writer } = await createSqliteSearch(db, embedder);
      const files = createFiles(dataDir);
      await removeOrphans(db, files);
      const scrub = coalesced(async () => {
        await writer.purge();
        return db.checkpoint();
      });
      const scrubLog = coalesced(() => db.checkpoint());
      const eraser = createEraser({ db, files, index: writer, scrub, scrubLog, log });
      const idempotency = createIdempotency(db);
      await idempotency.recover();
      return {
        users: createUsers(db, eraser),
        revocations: createRevocations(db),
        idempotency,
        projects: createProjects(db, eraser),
        apiKeys: createApiKeys(db),
        sources: createSources(db, eraser),
        documents: createDocuments(db),
        chunks: createChunks(db, writer, eraser),
        search,
        jobs: createJobs(db),
        conversations: createConversations(db, eraser),
        limits: createMemoryLimits(),
        budgets: createBudgets(db),
        files,
        async ping() {
          await db.read('select 1 as alive');
        },
        async close() {
          await db.close();
          lock.release();
        },
      };
    } catch (cause) {
      await db.close();
      throw cause;
    }
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

/** Removes uploads that no source names: the process ended between storing the file and writing the source's row. */
async function removeOrphans(db: Db, files: Files & { list(): Promise<string[]> }): Promise<void> {
  for (const fileId of await files.list()) {
    const named = await db.read(
      'select 1 as found from sources where file_id = ? union all select 1 as found from erasures where file_id = ?',
      [fileId, fileId],
    );
    if (named.length === 0) await files.delete(fileId);
  }
}
