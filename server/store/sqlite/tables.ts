import type { Log } from '../../log.ts';
import { createApiKeys } from '../api-keys.ts';
import { createBudgets } from '../budgets.ts';
import { createChunks } from '../chunks.ts';
import { createConversations } from '../conversations.ts';
import { createCrawls } from '../crawls.ts';
import { createDocuments } from '../documents.ts';
import { createEraser } from '../erase.ts';
import { createIdempotency } from '../idempotency.ts';
import { createJobs } from '../jobs.ts';
import { createProjects } from '../projects.ts';
import { createRevocations } from '../revocations.ts';
import { createSources } from '../sources.ts';
import type { Files } from '../types.ts';
import { createUsers } from '../users.ts';
import { coalesced } from './coalesced.ts';
import type { SqliteDb } from './driver.ts';
import { createReader } from './index-reader.ts';
import { createWriter } from './index-writer.ts';
import { VECTORS } from './search-index.ts';
import { createVectorIndex } from './vectors.ts';

export type Tables = ReturnType<typeof createTables>;

interface Parts {
  /** Of the vectors. */
  dimensions: number;
  /** Where the originals of deleted sources are removed. */
  files: Pick<Files, 'delete'>;
  log: Log;
}

/** Every table group over one side of the database; on a reading side their writing methods refuse. */
export function createTables(db: SqliteDb, { dimensions, files, log }: Parts) {
  const vectors = createVectorIndex(VECTORS, dimensions);
  const index = createWriter(db, vectors);
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
    search: createReader(db, vectors),
    jobs: createJobs(db, eraser),
    conversations: createConversations(db, eraser),
    budgets: createBudgets(db),
  };
}
