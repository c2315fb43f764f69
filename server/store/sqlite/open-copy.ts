import type { Log } from '../../platform/log.ts';
import type { Store } from '../types.ts';
import { createTables } from './database/create-tables.ts';
import { openSqliteReader } from './database/driver.ts';

/** What a project's rows are read with. */
export interface CopiedStore extends Pick<Store, 'projects' | 'sources' | 'documents' | 'conversations'> {
  /** Oldest first. */
  list(): Promise<{ id: string; name: string }[]>;
  close(): Promise<void>;
}

/** Opens a copy of a database, of this program's schema, to read it in the caller's own thread. Its writing methods refuse. */
export function openSqliteCopy(path: string, log: Log): CopiedStore {
  const db = openSqliteReader(path, Date.now);
  const nothing = { delete: () => Promise.reject(new Error('This side of the store only reads.')) };
  const { projects, sources, documents, conversations } = createTables(db, { embedder: null, files: nothing, log });
  return {
    projects,
    sources,
    documents,
    conversations,
    list: () => db.read<{ id: string; name: string }>('select id, name from projects order by number'),
    close: () => db.close(),
  };
}
