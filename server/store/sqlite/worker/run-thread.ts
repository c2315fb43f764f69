import { dirname, join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import type { Log } from '../../../platform/log.ts';
import { createFiles } from '../../files/local-files.ts';
import { setOrphansAside } from '../../files/orphaned-originals.ts';
import { migrations } from '../../migrations/all.ts';
import { migrate } from '../../migrations/migrate.ts';
import { assertNoUnfinishedMove } from '../../move/arriving.ts';
import type { Tables } from '../../tables/create-tables.ts';
import { makeAuditLogAppendOnly } from '../database/append-only.ts';
import { copyBeforeMigration, EARLIER_COPY } from '../database/before-migration.ts';
import { createTables } from '../database/create-tables.ts';
import { pendingDeletions } from '../database/deletion-counter.ts';
import { assertIntact, openSqlite, openSqliteReader, type SqliteDb } from '../database/driver.ts';
import { prepareSearch } from '../search/search-index.ts';
import { compact, sizeOf } from './compaction.ts';
import { compactWhenIdle } from './idle-compaction.ts';
import { type FromThread, packError, type ThreadStart, type ToThread } from './thread-messages.ts';

type Send = (message: FromThread) => void;

interface Parts {
  /** The file of the database. */
  path: string;
  embedder: ThreadStart['embedder'];
  files: ReturnType<typeof createFiles>;
  log: Log;
}

/** The work of a thread of the embedded store: opens the database, then runs calls until it receives `stop`. */
export async function runThread({ role, dataDir, embedder }: ThreadStart, port: MessagePort): Promise<void> {
  const send: Send = (message) => port.postMessage(message);
  const parts = { path: join(dataDir, 'footnote.db'), embedder, files: createFiles(dataDir), log: logThrough(send) };
  try {
    const { db, tables } = role === 'write' ? await openToWrite(parts) : openToSearch(parts);
    const idleCompaction = role === 'write' ? startIdleCompaction(db, parts) : null;
    const thread = { ping: () => db.read('select 1 as alive'), compact: () => compact(db, parts.path) };
    const groups: Record<string, object> = { ...tables, thread };
    port.on('message', (message: ToThread) => {
      if (message === 'stop') {
        idleCompaction?.stop();
        db.close().then(() => port.close());
        return;
      }
      const { call, group, method, given } = message;
      const methods = groups[group] as Record<string, (...given: unknown[]) => Promise<unknown>> | undefined;
      const answer = async () => methods?.[method]?.(...given);
      answer().then(
        (result) => send({ call, result }),
        (error) => send({ call, error: packError(error) }),
      );
    });
    send({ ready: true });
  } catch (cause) {
    send({ failed: packError(cause) });
    port.close();
  }
}

function logThrough(send: Send): Log {
  const logAt =
    (log: keyof Log): Log['info'] =>
    (event, fields = {}) =>
      send({ log, event, fields });
  return { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') };
}

/** Checks the file, migrates the schema, and looks for what an earlier process left. */
async function openToWrite({ path, embedder, files, log }: Parts): Promise<{ db: SqliteDb; tables: Tables }> {
  const db = openSqlite(path, Date.now);
  try {
    await assertIntact(db, path);
    await copyBeforeMigration(path, migrations.length, { log });
    await migrate(db, migrations, EARLIER_COPY);
    await assertNoUnfinishedMove(db);
    await makeAuditLogAppendOnly(db);
    await prepareSearch(db, embedder);
    await setOrphansAside(db, dirname(path), log);
    const tables = createTables(db, { embedder, files, log });
    await tables.idempotency.recover();
    return { db, tables };
  } catch (cause) {
    await db.close();
    throw cause;
  }
}

function startIdleCompaction(db: SqliteDb, { path, log }: Parts): { stop(): void } {
  return compactWhenIdle({
    async changes() {
      const { rows } = await db.write<{ total: number }>('select total_changes() as total');
      return rows[0]?.total ?? 0;
    },
    pending: () => pendingDeletions(db),
    size: () => sizeOf(path),
    compact: () => compact(db, path),
    log,
  });
}

function openToSearch({ path, embedder, files, log }: Parts): { db: SqliteDb; tables: Tables } {
  const db = openSqliteReader(path, Date.now, { searches: true });
  return { db, tables: createTables(db, { embedder, files, log }) };
}
