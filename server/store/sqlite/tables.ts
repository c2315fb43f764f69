import type { Log } from '../../log.ts';
import { createApiKeys } from '../api-keys.ts';
import { createBudgets } from '../budgets.ts';
import { createChunks } from '../chunks.ts';
import { createConversations } from '../conversations.ts';
import { createCrawls } from '../crawls.ts';
import { createDailyUsage } from '../daily-usage.ts';
import { createDocuments } from '../documents.ts';
import { createEraser } from '../erase.ts';
import { createIdempotency } from '../idempotency.ts';
import { createJobs } from '../jobs.ts';
import { createLeases } from '../leases.ts';
import { createProjects } from '../projects.ts';
import { createReports } from '../reports.ts';
import { createRevocations } from '../revocations.ts';
import { createSources } from '../sources.ts';
import type { Files } from '../types.ts';
import { createUsers } from '../users.ts';
import { createVectorIndexes } from '../vector-indexes.ts';
import { coalesced } from './coalesced.ts';
import type { SqliteDb } from './driver.ts';
import { createReader } from './index-reader.ts';
import { createWriter } from './index-writer.ts';
import { vectorsOf } from './search-index.ts';

export type Tables = ReturnType<typeof createTables>;

interface Parts {
  /** The one whose vectors are searched where a search names none; null where nothing is searched. */
  embedder: { id: string; dimensions: number } | null;
  /** Where the originals of deleted sources are removed. */
  files: Pick<Files, 'delete'>;
  log: Log;
}

/** Every table group over one side of the database; on a reading side their writing methods refuse. */
export function createTables(db: SqliteDb, { embedder, files, log }: Parts) {
  const index = createWriter(db);
  const scrubLog = coalesced(() => db.scrub());
  const scrub = coalesced(async () => {
    await index.purge();
    return db.scrub();
  });
  const eraser = createEraser({ db, files, index, scrub, scrubLog, log });
  return {
    users: createUsers(db, eraser),
    revocations: createRevocations(db),
    idempotency: createIdempotency(db),
    projects: createProjects(db, eraser),
    apiKeys: createApiKeys(db),
    sources: createSources(db, eraser),
    crawls: createCrawls(db),
    documents: createDocuments(db),
    chunks: createChunks(db, index, eraser),
    search: createReader(db, embedder?.id ?? ''),
    vectorIndexes: createVectorIndexes(db, vectorsOf),
    jobs: createJobs(db, eraser, { shared: false }),
    leases: createLeases(db),
    conversations: createConversations(db, eraser),
    reports: createReports(db),
    dailyUsage: createDailyUsage(db),
    budgets: createBudgets(db),
  };
}
