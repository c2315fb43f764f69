import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFile } from '../../platform/files/sync-file.ts';
import type { Reads } from '../db.ts';
import { migrations } from '../migrations/all.ts';
import { migrate } from '../migrations/migrate.ts';
import { assertNoUnfinishedMove } from '../move/arriving.ts';
import type { ChunkPlace, ChunkTerms, MoveEndpoint } from '../move/move-endpoint.ts';
import { insert, replacing } from '../rows.ts';
import { indexTerm } from '../search/terms.ts';
import { counters } from '../types/inner-tables.ts';
import { readSchemaVersion, SCHEMA_VERSION } from './database/database-facts.ts';
import { assertIntact, openSqlite, type SqliteDb } from './database/driver.ts';
import { assertDatabase, hasDatabase } from './database/find-database.ts';
import { lockDataDirectory } from './lock.ts';
import { indexWriter } from './search/index-writer.ts';
import { prepareSearch, vectorIndexFor } from './search/search-index.ts';

/** Bytes on disk for each byte of content: indexes, the write-ahead log, and pages that are not full. */
const DISK_FACTOR = 2.5;
const MIN_FREE_BYTES = 64 * 2 ** 20;
const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);

const FILE_ID = /^[0-9A-Za-z]{32}$/;

/**
 * Opens and locks a data directory as one end of a move. The source must hold a complete installation of this version; at the
 * target, a missing database is created. Throws an error whose message is written for the operator.
 */
export async function openSqliteEndpoint(dataDir: string, end: 'from' | 'to'): Promise<MoveEndpoint> {
  const path = join(dataDir, 'footnote.db');
  if (end === 'from') assertDatabase(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataDirectory(join(dataDir, 'footnote.lock'), dataDir);
  let db: SqliteDb | null = null;
  try {
    hasDatabase(dataDir);
    if (end === 'from') assertVersion(path, dataDir);
    db = openSqlite(path, Date.now);
    await assertIntact(db, path);
    if (end === 'to') {
      await migrate(db, migrations);
      await prepareSearch(db, null);
    } else {
      await assertNoUnfinishedMove(db);
    }
    return endpointOf(dataDir, db, async (opened) => {
      await opened.close();
      lock.release();
    });
  } catch (cause) {
    await db?.close();
    lock.release();
    throw cause;
  }
}

function assertVersion(path: string, dataDir: string): void {
  const version = readSchemaVersion(path);
  if (version === SCHEMA_VERSION) return;
  throw new Error(
    version > SCHEMA_VERSION
      ? `the database in ${dataDir} has schema version ${version}, but this version of Footnote supports only ${SCHEMA_VERSION}. Use the version that wrote it.`
      : `the database in ${dataDir} has an older schema version. Start the server once to bring it up to date, then stop it.`,
  );
}

function endpointOf(dataDir: string, db: SqliteDb, close: (db: SqliteDb) => Promise<void>): MoveEndpoint {
  return {
    name: dataDir,
    db,
    index: indexWriter,
    tableOf: vectorIndexFor,
    termsOf,

    async readVectors(reads, { id }, places) {
      const rows = await reads.read<{ id: number; embedding: Uint8Array }>(
        `select found.id, found.embedding from json_each(?) as wanted cross join search_vectors_${id} as found
         where found.id = wanted.value`,
        [idsOf(places)],
      );
      return new Map(rows.map((row) => [row.id, new Float32Array(new Uint8Array(row.embedding).buffer)]));
    },

    async hasVectors(reads, { id }) {
      return (
        (await reads.read('select 1 as found from sqlite_master where name = ?', [`search_vectors_${id}`])).length > 0
      );
    },

    async lastNumber(reads, counter) {
      const [row] = await reads.read<{ value: number }>('select value from counters where name = ?', [counter]);
      return row?.value ?? 0;
    },

    async continueFrom(tx, counter, last) {
      if (last === 0) return;
      await insert(tx, counters, { name: counter, value: last }, { conflict: replacing(counters) });
    },

    files: filesIn(dataDir),
    // The lock on the directory has made sure of it.
    assertUnused: async () => undefined,
    async assertRoom(bytes) {
      const { bavail, bsize } = await statfs(dataDir);
      const [free, needed] = [bavail * bsize, DISK_FACTOR * bytes + MIN_FREE_BYTES];
      if (free >= needed) return;
      throw new Error(
        `only ${megabytes(free)} MB are free in ${dataDir}, and about ${megabytes(needed)} MB are needed. Free some space, or set DATA_DIR to another disk.`,
      );
    },
    settle: async () => undefined,
    close: () => close(db),
  };
}

const idsOf = (places: ChunkPlace[]) => JSON.stringify(places.map(({ chunkId }) => chunkId));

async function termsOf(reads: Reads, places: ChunkPlace[]): Promise<Map<number, ChunkTerms>> {
  const numbers = new Map(places.map(({ chunkId, projectNumber }) => [chunkId, projectNumber]));
  const rows = await reads.read<{ id: number; headings: string; terms: string }>(
    `select found.rowid as id, found.heading_terms as headings, found.terms
     from json_each(?) as wanted cross join search_text as found where found.rowid = wanted.value`,
    [idsOf(places)],
  );
  return new Map(
    rows.map(({ id, headings, terms }) => {
      const prefix = indexTerm(numbers.get(id) ?? 0, '').length;
      const bare = (text: string) =>
        text
          .split(' ')
          .map((term) => term.slice(prefix))
          .join(' ');
      return [id, { headingTerms: bare(headings), terms: bare(terms) }];
    }),
  );
}

function filesIn(dataDir: string): MoveEndpoint['files'] {
  const [directory, temporary] = [join(dataDir, 'uploads'), join(dataDir, 'uploads-temporary')];
  return {
    async list() {
      const names = await readdir(directory).catch(() => []);
      const ids = names.filter((name) => FILE_ID.test(name));
      return Promise.all(ids.map(async (id) => ({ id, size: (await stat(join(directory, id))).size })));
    },
    read: (id) => createReadStream(join(directory, id)),
    async write(id: string, bytes: Readable) {
      if (!FILE_ID.test(id)) throw new Error(`${JSON.stringify(id)} is not a valid file id.`);
      for (const path of [directory, temporary]) await mkdir(path, { recursive: true, mode: 0o700 });
      await writeAtomically(join(directory, id), join(temporary, id), (aside) =>
        pipeline(bytes, createWriteStream(aside, { mode: 0o600 })),
      );
    },
    remove: (id) => rm(join(directory, id), { force: true }),
  };
}

/** Writes a temporary file, flushes it to disk and renames it: after a power cut, the file is complete or absent. */
async function writeAtomically(path: string, temporary: string, write: (path: string) => Promise<void>): Promise<void> {
  await write(temporary);
  await syncFile(temporary);
  await rename(temporary, path);
}
