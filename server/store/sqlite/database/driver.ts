import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import PQueue from 'p-queue';
import * as sqliteVec from 'sqlite-vec';
import { errors } from '../../../platform/errors.ts';
import { isDiskFull, releaseReserve } from '../../../platform/files/disk-space.ts';
import { usableMemory } from '../../../platform/program/usable-memory.ts';
import { createTurns } from '../../../platform/scheduling/in-turn.ts';
import { nextNumbers } from '../../coordination/counters.ts';
import type { Db, Reads, SqlValue, Tx, TxOptions, Written } from '../../db.ts';
import { createPrivateFile } from '../../files/local-files.ts';

/** The embedded database, with what only a database in a file needs. */
export interface SqliteDb extends Db {
  /** Runs `work` while this connection writes nothing and has no open snapshot. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

type Connection = Database.Database;

/**
 * Set on every open: most of these are properties of the connection, not of the file, and the engine's own defaults
 * differ between a new database and a reopened one.
 */
function configureWriter(connection: Connection): void {
  // Readers continue during a write, and after a crash the log is replayed or ignored as a whole.
  connection.pragma('journal_mode = wal');
  // The log is copied into the file at 8 MB: what is written again and again meanwhile, as the newest pages of an index are,
  // is copied once (at SQLite's own 4 MB, an eleventh of what indexing costs went into that).
  connection.pragma('wal_autocheckpoint = 2000');
  // Declared references are checked; off by SQLite's own default.
  connection.pragma('foreign_keys = on');
  // A backup tool may hold the file for a moment. Waiting blocks the thread, so it is short.
  connection.pragma('busy_timeout = 2000');
  // Deleted rows are overwritten with zeros. Copies left behind by moved rows stay until the file is compacted.
  connection.pragma('secure_delete = on');
  // Intermediate results of a query never reach the disk, where nothing would erase them.
  connection.pragma('temp_store = memory');
  // 16 MiB of pages (negative: KiB). No mmap here: a stray write into mapped memory would reach the file unchecked.
  connection.pragma('cache_size = -16384');
}

/**
 * How much of the file a connection maps at most that searches: half of the memory that the process may use, and 2 GiB. Mapped pages
 * save a copy of each, which among 100,000 chunks is a fifth of a text search and a third of a vector search. They are the
 * system's own copy of the file, and it takes them back when it needs them; but on a small machine a database larger than its
 * memory would push everything else out first. The rest is read as usual.
 */
const mappedBytes = (): number => Math.min(2147418112, Math.floor(usableMemory() / 2));

function configureReader(connection: Connection, isMapped: boolean): void {
  // In addition to opening it read-only, no statement on this connection may write.
  connection.pragma('query_only = on');
  connection.pragma('busy_timeout = 2000');
  connection.pragma('temp_store = memory');
  connection.pragma('cache_size = -16384');
  if (isMapped) connection.pragma(`mmap_size = ${mappedBytes()}`);
}

function openSession(path: string, options: Database.Options, configure: (connection: Connection) => void): Session {
  const connection = new Database(path, options);
  try {
    sqliteVec.load(connection);
    configure(connection);
    return new Session(connection);
  } catch (cause) {
    connection.close();
    throw isDamage(cause) ? damaged(path, cause.message) : cause;
  }
}

function isDamage(cause: unknown): cause is Error {
  return cause instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(cause.code);
}

function damaged(path: string, finding: string): Error {
  return new Error(
    `The database ${path} is damaged (${finding}). Nothing was changed. Restore a backup, or recover what is left with SQLite's ".recover".`,
  );
}

const CACHED_STATEMENTS = 400;

/**
 * The planner looks at the value bound to `column = ?` where a statement joins or asks whether something exists, and so
 * prepares it again for every value: ten times what running it costs. Behind a unary plus, which changes nothing else, it
 * sees no value to plan by.
 */
const withoutValuePlanning = (sql: string) => sql.replace(LOCKING, '').replaceAll('= ?', '= +?');

/** SQLite has no row locks: a write transaction locks the whole database. */
const LOCKING = /\s+for (?:(?:key )?share|no key update|update of \w+ skip locked)$/;

/** One connection with its prepared statements; preparing costs more than most statements themselves. */
class Session {
  readonly connection: Connection;
  readonly #statements = new Map<string, Database.Statement>();
  #durable: boolean | null = null;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  run<Row>(sql: string, parameters: SqlValue[]): Written<Row> {
    try {
      const statement = this.#prepare(sql);
      if (statement.reader) {
        const rows = statement.all(...parameters) as Row[];
        return { changes: rows.length, rows };
      }
      return { changes: statement.run(...parameters).changes, rows: [] };
    } catch (cause) {
      throw cause instanceof Database.SqliteError && cause.code === 'SQLITE_FULL' ? errors.storageFull() : cause;
    }
  }

  #prepare(sql: string): Database.Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.connection.prepare(withoutValuePlanning(sql));
    const oldest = this.#statements.keys().next().value;
    if (this.#statements.size >= CACHED_STATEMENTS && oldest !== undefined) this.#statements.delete(oldest);
    this.#statements.set(sql, statement);
    return statement;
  }

  /**
   * A commit that was acknowledged survives a power cut (`full`), unless it need not (`normal`, SQLite's own default for a
   * log): then it waits in the log for the next that does, or for the log to be copied. Not within a transaction.
   */
  setDurable(durable: boolean): void {
    if (durable === this.#durable) return;
    // Each question changes it twice: as a statement with a result, it takes four times as long.
    this.connection.exec(`pragma synchronous = ${durable ? 'full' : 'normal'}`);
    this.#durable = durable;
  }

  /** Runs `work` between `begin` and `commit`. The `Tx` it gets is dead afterwards: a forgotten await must not write into the next one. */
  async transaction<Result>(begin: string, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    let open = true;
    const statement = <Row>(sql: string, parameters: SqlValue[] = []): Written<Row> => {
      if (!open) throw new Error('This transaction has ended; await every statement inside it.');
      return this.run<Row>(sql, parameters);
    };
    this.run(begin, []);
    try {
      const result = await work({
        read: async <Row>(sql: string, parameters?: SqlValue[]) => statement<Row>(sql, parameters).rows,
        write: async <Row>(sql: string, parameters?: SqlValue[]) => statement<Row>(sql, parameters),
        numbers: (counter, count) =>
          nextNumbers({ write: async (sql, parameters) => statement(sql, parameters) }, counter, count),
      });
      open = false;
      this.run('commit', []);
      return result;
    } catch (cause) {
      open = false;
      // When the disk is full, SQLite has already rolled back.
      if (this.connection.inTransaction) this.run('rollback', []);
      throw cause;
    }
  }
}

/** In the queue of writes. */
const BACKGROUND = { priority: -1 };
/** Milliseconds that a background transaction leaves after another write: a question writes several times within a few of them. */
const COURTESY = 10;
/** Milliseconds after which a background transaction begins in any case. */
const MAX_COURTESY = 50;

/**
 * Returns a function that waits until no one has written for a moment, and not for ever; `wrote` is called after each write of
 * somebody who waits for it. Otherwise most of the writes of a question would find a background transaction under way.
 */
function createCourtesy(): { wrote(): void; wait(): Promise<void> } {
  let last = Number.NEGATIVE_INFINITY;
  return {
    wrote() {
      last = performance.now();
    },
    async wait() {
      const latest = performance.now() + MAX_COURTESY;
      for (;;) {
        const left = Math.min(latest, last + COURTESY) - performance.now();
        if (left <= 0) return;
        await pause(Math.ceil(left));
      }
    },
  };
}

/**
 * Opens the database file for reading and writing: one writing connection behind a queue, one read-only connection, and one for
 * snapshots. Every call blocks until SQLite has finished, including the sync of a commit, so it runs in a thread.
 */
export function openSqlite(path: string, now: () => number): SqliteDb {
  createPrivateFile(path);
  const writer = openSession(path, {}, configureWriter);
  const readers = openReaders(path, false);
  const writes = new PQueue({ concurrency: 1 });
  const inBackground = new PQueue({ concurrency: 1 });
  const courtesy = createCourtesy();
  const inQueue = <Result>(work: () => Promise<Result>, { durable = true, background = false }: TxOptions) =>
    writes.add(
      async () => {
        writer.setDurable(durable);
        try {
          return await work();
        } catch (cause) {
          // Others may have filled the disk since it was last measured.
          if (!isDiskFull(cause) || !releaseReserve(dirname(path))) throw cause;
          return work();
        }
      },
      background ? BACKGROUND : {},
    );
  const inTurn = <Result>(work: () => Promise<Result>, options: TxOptions = {}) =>
    options.background
      ? inBackground.add(() => courtesy.wait().then(() => inQueue(work, options)))
      : inQueue(work, options).finally(courtesy.wrote);
  const write = <Row>(sql: string, parameters: SqlValue[] = []) => inTurn(async () => writer.run<Row>(sql, parameters));
  // "immediate" takes the write lock at the start, so that a transaction cannot fail halfway because of another writer.
  const tx: Db['tx'] = (work, options) => inTurn(() => writer.transaction('begin immediate', work), options);
  const database: SqliteDb = {
    now,
    read: readers.read,
    snapshot: readers.snapshot,
    write,
    numbers: (counter, count) => nextNumbers({ write }, counter, count),
    tx,
    counting: tx,
    forProject: () => database,

    exclusive: (work) => writes.add(() => readers.undisturbed(work)),

    // After all that was begun before.
    async close() {
      await inBackground.onIdle();
      await writes.add(async () => {
        await readers.close();
        truncateLog(writer.connection);
        writer.connection.close();
      }, BACKGROUND);
    },
  };
  return database;
}

/** Opens an existing database file for reading only. `searches`: it reads much of the file again and again. */
export function openSqliteReader(path: string, now: () => number, { searches = false } = {}): SqliteDb {
  const readers = openReaders(path, searches);
  const refuse = async () => {
    throw new Error('This connection is read-only.');
  };
  const writing = { write: refuse, numbers: refuse, tx: refuse, counting: refuse, exclusive: refuse };
  const database: SqliteDb = { now, ...readers, ...writing, forProject: () => database };
  return database;
}

function openReaders(path: string, isMapped: boolean) {
  const configure = (connection: Connection) => configureReader(connection, isMapped);
  const reader = openSession(path, { readonly: true }, configure);
  // A snapshot spans several turns of the event loop; on the shared reader, other reads would see its old state.
  const snapshots = openSession(path, { readonly: true }, configure);
  const inTurn = createTurns();
  return {
    read: async <Row>(sql: string, parameters: SqlValue[] = []) => reader.run<Row>(sql, parameters).rows,
    snapshot: <Result>(work: (reads: Reads) => Promise<Result>) => inTurn(() => snapshots.transaction('begin', work)),
    /** Runs while no snapshot of this connection is open: waiting for one in the same thread would deadlock. */
    undisturbed: <Result>(work: () => Promise<Result>) => inTurn(work),
    close: () =>
      inTurn(async () => {
        snapshots.connection.close();
        reader.connection.close();
      }),
  };
}

/** Copies the log into the database file and empties it. False if a reader of an earlier state prevented it for two seconds. */
export function truncateLog(connection: Connection): boolean {
  const [result] = connection.pragma('wal_checkpoint(truncate)') as { busy: number }[];
  return result?.busy === 0;
}

/**
 * Throws if a page of the file is damaged. Only ordinary tables are checked: the check of a full-text table would compare every
 * word of it with its index, which takes as long as building it.
 */
export async function assertIntact(db: Db, path: string): Promise<void> {
  try {
    const tables = await db.read<{ name: string }>(
      "select name from sqlite_master where type = 'table' and rootpage > 0 order by name",
    );
    for (const { name } of tables) {
      const [found] = await db.read<{ quick_check: string }>(`pragma quick_check("${name.replaceAll('"', '""')}")`);
      if (found?.quick_check !== 'ok') throw damaged(path, found?.quick_check ?? 'no answer');
    }
  } catch (cause) {
    throw isDamage(cause) ? damaged(path, cause.message) : cause;
  }
}
