import type { Log } from '../../../platform/log.ts';
import { createTableGroups, type Tables } from '../../tables/create-tables.ts';
import type { Files } from '../../types.ts';
import { createReader } from '../search/index-reader.ts';
import { indexWriter } from '../search/index-writer.ts';
import { searchChanges } from '../search/search-changes.ts';
import { vectorIndexFor } from '../search/search-index.ts';
import { noteDeletion } from './deletion-counter.ts';
import type { SqliteDb } from './driver.ts';

interface Parts {
  /** The default embedder of a search; null if nothing is searched. */
  embedder: { id: string; dimensions: number } | null;
  /** Deletes the originals of deleted sources. */
  files: Pick<Files, 'delete'>;
  log: Log;
}

/** Removing chunks from the text index is not faster in batches, and single rows let a batch end on time. */
const ROWS_AT_ONCE = 1;

/** Creates every table group on one connection of the embedded database. */
export function createTables(db: SqliteDb, { embedder, files, log }: Parts): Tables {
  const search = createReader(db, embedder?.id ?? '');
  return createTableGroups({
    db,
    index: indexWriter,
    search,
    tableOf: vectorIndexFor,
    searchChanges,
    shared: false,
    files,
    noteErased: noteDeletion,
    rowsAtOnce: ROWS_AT_ONCE,
    log,
  });
}
