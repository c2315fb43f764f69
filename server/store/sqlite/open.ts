import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { createMemoryRateLimits } from '../coordination/memory-rate-limits.ts';
import { createFiles, removeUnfinishedUploads } from '../files/local-files.ts';
import type { Tables } from '../tables/create-tables.ts';
import type { Beginning, Store } from '../types.ts';
import { createTables } from './database/create-tables.ts';
import { openSqliteReader, type SqliteDb } from './database/driver.ts';
import { assertDatabase, hasDatabase } from './database/find-database.ts';
import { type DirectoryLock, lockDataDirectory } from './lock.ts';
import { rememberFrequencies } from './search/remember-frequencies.ts';
import { searchChanges } from './search/search-changes.ts';
import type { Compaction } from './worker/compaction.ts';
import { startThread, type Thread } from './worker/worker-thread.ts';

export interface SqliteStoreOptions {
  /** Holds the database, the lock and the uploads; created if missing. */
  dataDir: string;
  /**
   * The embedder of all chunks that are written. In a database that another embedder has indexed, a second index begins to be
   * built (`vectorIndexes`). Null if nothing will be written.
   */
  embedder: { id: string; dimensions: number } | null;
  log: Log;
  /** Where there is no database; default: `first`. */
  begin?: Beginning;
}

/** The embedded store, with what only a database in a file needs. */
export interface SqliteStore extends Store {
  /**
   * Rewrites the database file without what has been deleted (worker/compaction.ts). The store also does this when it is idle.
   * Throws if it cannot.
   */
  compact(): Promise<Compaction>;
}

/**
 * Methods that read a few rows run in the caller's thread: that takes 5 µs, and a call to another thread ten times as long.
 * Searches have a thread of their own, and all other methods run in the writing thread.
 */
const READ_HERE = {
  users: ['byId', 'byEmail', 'count'],
  sessions: ['byId', 'listByUser'],
  secondFactors: ['byUser', 'recoveryCodesLeft'],
  revocations: ['isRevoked'],
  loginAddresses: ['lastLogin'],
  auditLog: ['list', 'below'],
  projects: ['byId', 'listByUser', 'retentions', 'anyAllowsOrigin'],
  apiKeys: ['byHash', 'byId', 'listByProject'],
  sources: ['byId', 'hasRoom', 'counts', 'listByProject'],
  crawls: ['report'],
  documents: ['bySource', 'languages'],
  chunks: ['byIds', 'textsByIds', 'around', 'between', 'ofSource', 'count'],
  curatedAnswers: ['revision'],
  vectorIndexes: ['state'],
  wordCodes: ['byIds', 'any', 'progress'],
  jobs: ['isDue', 'held', 'counts', 'nextRunAt'],
  conversations: ['byId', 'byAnswer', 'list', 'listed', 'messages', 'recentMessages', 'trace'],
  dailyUsage: ['between'],
} satisfies { [Group in keyof Store]?: (keyof Store[Group])[] };

/** Table groups whose reads may take long. */
const SEARCHING = new Set(['search', 'reports']);

/**
 * Opens the embedded store: locks the directory, checks the file, and migrates the schema. Throws an error whose message says
 * what to do if any of that fails. Afterwards call `jobs.recover` and `chunks.sweep`, which continue what a killed process
 * left.
 *
 * SQLite works synchronously, so all writing is done in one thread, and all searching in another: neither a commit that waits
 * for the disk nor a scan of many vectors holds up the requests of others.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { dataDir, begin = 'first' } = options;
  // Before the folder is made.
  if (begin === 'never') assertDatabase(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataDirectory(join(dataDir, 'footnote.lock'), dataDir);
  try {
    hasDatabase(dataDir, { beginEmpty: begin === 'empty' });
    removeUnfinishedUploads(dataDir);
    return await openLocked(options, lock);
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

async function openLocked({ dataDir, embedder, log }: SqliteStoreOptions, lock: DirectoryLock): Promise<SqliteStore> {
  // Without the embedder's functions, which cannot be sent to a thread.
  const plain = embedder && { id: embedder.id, dimensions: embedder.dimensions };
  const writer = await startThread({ role: 'write', dataDir, embedder: plain }, log);
  const reader = await openReader(dataDir, writer);
  const files = createFiles(dataDir);
  const tables = createTables(reader, { embedder, files, log });
  // Started with the first search, as it takes 15 MB.
  let searcher: Promise<Thread> | null = null;
  const startSearcher = () => startThread({ role: 'search', dataDir, embedder: plain }, log);
  const { search, ...others } = inThreads(tables, (group) => {
    if (!SEARCHING.has(group)) return writer;
    searcher ??= startSearcher();
    return searcher;
  });
  const changesOf = (projectId: string) => searchChanges(reader, projectId);
  return {
    ...others,
    search: { ...search, frequencies: rememberFrequencies(search.frequencies, changesOf) },
    limits: createMemoryRateLimits(),
    files,
    shared: false,
    now: () => Date.now(),
    compact: () => writer.call('thread', 'compact', []) as Promise<Compaction>,
    async ping() {
      await reader.read('select 1 as alive');
      for (const thread of [writer, searcher]) await (await thread)?.call('thread', 'ping', []);
    },
    async close() {
      await reader.close();
      // The writer last: it empties the log, which no reader may be using.
      await (await searcher?.catch(() => null))?.stop();
      await writer.stop();
      lock.release();
    },
  };
}

async function openReader(dataDir: string, writer: Thread): Promise<SqliteDb> {
  try {
    return openSqliteReader(join(dataDir, 'footnote.db'), Date.now, { searches: true });
  } catch (cause) {
    await writer.stop();
    throw cause;
  }
}

/** The same tables with each method run in the thread of its group, except those in `READ_HERE`. */
function inThreads(tables: Tables, threadFor: (group: string) => Thread | Promise<Thread>): Tables {
  const readHere: Record<string, string[]> = READ_HERE;
  const groups = Object.entries(tables).map(([group, methods]) => {
    const placed = Object.entries(methods).map(([method, here]) => {
      const there = async (...given: unknown[]) => (await threadFor(group)).call(group, method, given);
      return [method, readHere[group]?.includes(method) ? here : there];
    });
    return [group, Object.fromEntries(placed)];
  });
  return Object.fromEntries(groups) as Tables;
}
