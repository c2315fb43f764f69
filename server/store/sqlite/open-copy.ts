import type { Log } from '../../platform/log.ts';
import type { Store } from '../types.ts';
import { createTables } from './database/create-tables.ts';
import { openSqliteReader } from './database/driver.ts';

/** The table groups needed to read a project. */
export interface CopiedStore
  extends Pick<Store, 'projects' | 'widgetImages' | 'sources' | 'repositories' | 'documents' | 'conversations'> {
  /** Oldest first. */
  list(): Promise<{ id: string; name: string }[]>;
  close(): Promise<void>;
}

/** Opens a copy of a database with the current schema, read-only, in the caller's thread. Methods that write throw. */
export function openSqliteCopy(path: string, log: Log): CopiedStore {
  const db = openSqliteReader(path, Date.now);
  const nothing = { delete: () => Promise.reject(new Error('This connection is read-only.')) };
  const tables = createTables(db, { embedder: null, files: nothing, log });
  const { projects, widgetImages, sources, repositories, documents, conversations } = tables;
  return {
    projects,
    widgetImages,
    sources,
    repositories,
    documents,
    conversations,
    list: () => db.read<{ id: string; name: string }>('select id, name from projects order by number'),
    close: () => db.close(),
  };
}
