import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../log.ts';
import { createFiles, dropHalfUploads } from '../files.ts';
import { createMemoryLimits } from '../limits.ts';
import type { Store } from '../types.ts';
import { openSqliteReader } from './driver.ts';
import { lockDirectory } from './lock.ts';
import { createTables, type Tables } from './tables.ts';
import { startThread, type Thread } from './thread.ts';
import type { ThreadStart } from './thread-messages.ts';

export interface SqliteStoreOptions {
  /** Holds the database, the lock and the uploads; made if it is not there. */
  dataDir: string;
  /**
   * What makes the vectors of all chunks that are written. In a database that another one has indexed, a second index begins
   * to be built (`vectorIndexes`). Null where nothing will be written: everything stays as it is.
   */
  embedder: { id: string; dimensions: number } | null;
  log: Log;
}

/**
 * What only reads a few rows is answered in the caller's own thread: it takes 5 µs there, and ten times that when it
 * crosses to another one. Everything that is not named here goes to the writing thread, but for what only searches.
 */
const READ_HERE = {
  users: ['byId', 'byEmail', 'count'],
  revocations: ['isRevoked'],
  projects: ['byId', 'listByUser', 'retentions', 'anyAllowsOrigin'],
  apiKeys: ['byHash', 'listByProject'],
  sources: ['byId', 'listByProject'],
  crawls: ['report'],
  documents: ['bySource', 'languages'],
  chunks: ['byIds', 'around', 'ofSource', 'count'],
  vectorIndexes: ['state'],
  jobs: ['held', 'counts', 'nextRunAt'],
  conversations: ['byId', 'byAnswer', 'list', 'listed', 'messages', 'recentMessages', 'trace'],
  dailyUsage: ['between'],
} satisfies { [Group in keyof Store]?: (keyof Store[Group])[] };

/** What may read so much that questions would have to wait for it. */
const SEARCHING = new Set(['search', 'reports']);

/**
 * Opens the embedded store: takes the directory for this process alone, checks the file, brings the schema up to date.
 * Throws an error whose message says what to do where any of that cannot be. Afterwards call `jobs.recover` and
 * `chunks.sweep`, which take up what a killed process left.
 *
 * SQLite works synchronously, so all writing is done in a thread of its own, and all searching in another: neither a
 * commit that waits for the disk nor a scan of many vectors holds up the requests of others.
 */
export async function openSqliteStore({ dataDir, embedder, log }: SqliteStoreOptions): Promise<Store> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDirectory(join(dataDir, 'footnote.lock'), dataDir);
  const threads: Promise<Thread>[] = [];
  const start = (role: ThreadStart['role']) => {
    // An embedder has more to it than what is named here, and functions cannot be sent to a thread.
    const plain = embedder && { id: embedder.id, dimensions: embedder.dimensions };
    const thread = startThread({ role, dataDir, embedder: plain }, log);
    threads.unshift(thread);
    return thread;
  };
  const stop = async () => {
    // In the reverse order of their start: the writer empties the log, which no reader may hold on to by then.
    for (const thread of await Promise.allSettled(threads)) {
      if (thread.status === 'fulfilled') await thread.value.stop();
    }
    lock.release();
  };
  try {
    dropHalfUploads(dataDir);
    const writer = await start('write');
    let searcher: Promise<Thread> | null = null;
    const threadFor = (group: string) => {
      if (!SEARCHING.has(group)) return writer;
      // Only with the first question: an idle server does without its memory.
      searcher ??= start('search');
      return searcher;
    };
    const files = createFiles(dataDir);
    const reader = openSqliteReader(join(dataDir, 'footnote.db'), Date.now);
    const tables = createTables(reader, { embedder, files, log });
    return {
      ...divided(tables, threadFor),
      limits: createMemoryLimits(),
      files,
      async ping() {
        await reader.read('select 1 as alive');
        for (const thread of threads) await (await thread).call('thread', 'ping', []);
      },
      async close() {
        await reader.close();
        await stop();
      },
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** The same tables, each of their methods carried out in the thread where it belongs. */
function divided(tables: Tables, threadFor: (group: string) => Thread | Promise<Thread>): Tables {
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
