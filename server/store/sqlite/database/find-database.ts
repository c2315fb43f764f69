import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../../../platform/program/command-line.ts';
import { contentOf } from './database-facts.ts';
import { findLeftovers, refuseToBegin } from './leftovers.ts';

/** A folder of the data directory that exists while a restore moves files into place. It stays if the restore is killed. */
export const RESTORING_FOLDER = 'restoring';

/**
 * Whether a data directory holds the database of a server. Everything that opens one asks this first, as opening an emptied one
 * loses what could be recovered. Throws a sentence if a restore was interrupted, if the database is another program's, or if it
 * is gone beside the data of a server (unless `beginEmpty`): to an empty database that data would look like rubbish.
 */
export function hasDatabase(dataDir: string, { beginEmpty = false } = {}): boolean {
  assertNotHalfRestored(dataDir);
  const path = join(dataDir, 'footnote.db');
  const content = contentOf(path);
  if (content === 'server') return true;
  if (content === 'foreign')
    throw new Error(
      `${path} is the database of another program: it has no table of Footnote. Nothing was changed. Set DATA_DIR to the server's.`,
    );
  const found = beginEmpty ? null : findLeftovers(dataDir);
  if (found) throw refuseToBegin(dataDir, GONE[content], 'If footnote.db is somewhere else, put it back.', found);
  return false;
}

const GONE = {
  missing: 'There is no database',
  empty: 'The database footnote.db is empty',
  'no tables': 'The database footnote.db has no tables',
};

/** Throws where `hasDatabase` does, and where it finds none: a mistyped DATA_DIR must not look like an empty server. */
export function assertDatabase(dataDir: string): void {
  if (hasDatabase(dataDir)) return;
  throw new Error(`There is no database in ${dataDir}. Set DATA_DIR to the server's, or start the server first.`);
}

/** The data of an interrupted restore may lack accounts or documents. */
function assertNotHalfRestored(dataDir: string): void {
  if (!existsSync(join(dataDir, RESTORING_FOLDER))) return;
  throw new Error(
    `A restore into ${dataDir} was interrupted. Run it again: ${commandLine('restore FILE --force')} (the previous data is in the folder replaced-… with the latest date).`,
  );
}
