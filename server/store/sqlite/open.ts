import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { createMemoryLimits } from '../coordination/memory-rate-limits.ts';
import { createFiles, dropHalfUploads } from '../files/local-files.ts';
import type { Tables } from '../tables/create-tables.ts';
import type { Store } from '../types.ts';
import { openSqliteReader } from './driver.ts';
import { lockDirectory } from './lock.ts';
import { COMPARED_EXACTLY } from './search/vectors.ts';
import { keptSigningSecret } from './signing-secret.ts';
import { createTables } from './tables.ts';
import { createCrowd } from './worker/burst-detector.ts';
import type { Compaction } from './worker/compaction.ts';
import type { ThreadStart } from './worker/thread-messages.ts';
import { startThread, type Thread } from './worker/worker-thread.ts';

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

/** The embedded store, and what only a file asks for. */
export interface SqliteStore extends Store {
  /**
   * Rewrites the database file without what has been deleted (worker/compaction.ts). The store does so by itself when it is
   * idle. Throws a sentence where it cannot.
   */
  compact(): Promise<Compaction>;
}

/** A folder of the data directory that is there while a restore moves files into place, and stays where it is killed. */
export const HALF_RESTORED = 'restoring';

/**
 * What only reads a few rows is answered in the caller's own thread: it takes 5 µs there, and ten times that when it
 * crosses to another one. Everything that is not named here goes to the writing thread, but for what only searches.
 */
const READ_HERE = {
  users: ['byId', 'byEmail', 'count'],
  revocations: ['isRevoked'],
  projects: ['byId', 'listByUser', 'retentions', 'anyAllowsOrigin'],
  apiKeys: ['byHash', 'listByProject'],
  sources: ['byId', 'counts', 'listByProject'],
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
/** A project of up to so many chunks is searched in a millisecond, by a question of very common words in some. */
const FEW_CHUNKS = 500;
/** So many searches within a second are those of some ten questions. */
const CROWD = 30;

/**
 * Opens the embedded store: takes the directory for this process alone, checks the file, brings the schema up to date.
 * Throws an error whose message says what to do where any of that cannot be. Afterwards call `jobs.recover` and
 * `chunks.sweep`, which take up what a killed process left.
 *
 * SQLite works synchronously, so all writing is done in a thread of its own, and all searching in another: neither a
 * commit that waits for the disk nor a scan of many vectors holds up the requests of others. Where a project is so large
 * that its vectors are kept in memory, these are searched in a third, beside its text. A small project is searched in the
 * caller's own thread until a crowd or a larger project has brought another: each takes 15 MB of a server that is hardly asked.
 */
export async function openSqliteStore({ dataDir, embedder, log }: SqliteStoreOptions): Promise<SqliteStore> {
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
    assertNotHalfRestored(dataDir);
    dropHalfUploads(dataDir);
    const writer = await start('write');
    const files = createFiles(dataDir);
    const reader = openSqliteReader(join(dataDir, 'footnote.db'), Date.now);
    const tables = createTables(reader, { embedder, files, log });
    // Only with the first question that needs them: a server does without their memory until then.
    let searcher: Promise<Thread> | null = null;
    let comparer: Promise<Thread> | null = null;
    const crowded = createCrowd(CROWD);
    const threadFor: ThreadFor = async (group, method, [projectId]) => {
      if (!SEARCHING.has(group)) return writer;
      const chunks = () => tables.chunks.count(String(projectId));
      // Where there is the thread for others, its memory is spent, and nothing is to be counted.
      if (group === 'search' && searcher === null && !crowded() && (await chunks()) <= FEW_CHUNKS) return null;
      if (method === 'vector' && (await chunks()) > COMPARED_EXACTLY) {
        comparer ??= start('compare');
        return comparer;
      }
      searcher ??= start('search');
      return searcher;
    };
    const readingHere = new Set<unknown>();
    return {
      ...divided(tables, threadFor, readingHere),
      limits: createMemoryLimits(),
      files,
      shared: false,
      now: () => Date.now(),
      signingSecret: () => keptSigningSecret(dataDir),
      compact: () => writer.call('thread', 'compact', []) as Promise<Compaction>,
      async ping() {
        await reader.read('select 1 as alive');
        for (const thread of threads) await (await thread).call('thread', 'ping', []);
      },
      async close() {
        // They need the reader to find their thread, or to their end. The threads end their calls themselves.
        await Promise.allSettled(readingHere);
        await reader.close();
        await stop();
      },
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** Half of a backup would look like a server without its accounts, or without its documents. */
function assertNotHalfRestored(dataDir: string): void {
  if (!existsSync(join(dataDir, HALF_RESTORED))) return;
  throw new Error(
    `A restore into ${dataDir} was interrupted. Do it again: footnote restore FILE --force. What was here before is in the folder replaced-… with the latest date.`,
  );
}

/** The thread in which a method of a table group is carried out with what it is given; null: the caller's own. */
type ThreadFor = (group: string, method: string, given: unknown[]) => Promise<Thread | null>;

/** The same tables, each of their methods carried out in the thread where it belongs; `readingHere` has those that no thread has, not yet or not at all, and that have not ended. */
function divided(tables: Tables, threadFor: ThreadFor, readingHere: Set<unknown>): Tables {
  const readHere: Record<string, string[]> = READ_HERE;
  const groups = Object.entries(tables).map(([group, methods]) => {
    const placed = Object.entries(methods).map(([method, here]) => {
      /** Gives the call as soon as a thread has it, and where there is none for it when it has ended. */
      const begin = async (given: unknown[]): Promise<{ call: Promise<unknown> }> => {
        const thread = await threadFor(group, method, given);
        if (thread !== null) return { call: thread.call(group, method, given) };
        return { call: Promise.resolve(await here(...given)) };
      };
      const there = async (...given: unknown[]) => {
        const begun = begin(given);
        readingHere.add(begun);
        const { call } = await begun.finally(() => readingHere.delete(begun));
        return call;
      };
      return [method, readHere[group]?.includes(method) ? here : there];
    });
    return [group, Object.fromEntries(placed)];
  });
  return Object.fromEntries(groups) as Tables;
}
