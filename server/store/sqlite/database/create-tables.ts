import type { Log } from '../../../platform/log.ts';
import { createTableGroups, type Tables } from '../../tables/create-tables.ts';
import type { Files } from '../../types.ts';
import { createReader } from '../search/index-reader.ts';
import { indexWriter } from '../search/index-writer.ts';
import { vectorIndexFor } from '../search/search-index.ts';
import { noteDeletion } from './deletion-counter.ts';
import type { SqliteDb } from './driver.ts';

interface Parts {
  /** The one whose vectors are searched where a search names none; null where nothing is searched. */
  embedder: { id: string; dimensions: number } | null;
  /** Where the originals of deleted sources are removed. */
  files: Pick<Files, 'delete'>;
  log: Log;
}

/** Taking a chunk out of the text index takes as long for many at once, and a batch is to end by the clock. */
const ROWS_AT_ONCE = 1;

/** Every table group over one side of the embedded database. */
export function createTables(db: SqliteDb, { embedder, files, log }: Parts): Tables {
  const search = createReader(db, embedder?.id ?? '');
  return createTableGroups({
    ...{ db, index: indexWriter, search, tableOf: vectorIndexFor, shared: false },
    ...{ files, noteErased: noteDeletion, rowsAtOnce: ROWS_AT_ONCE, log },
  });
}
