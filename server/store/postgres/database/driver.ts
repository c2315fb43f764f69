import { setTimeout as pause } from 'node:timers/promises';
import { COUNTERS, type Counter, type Db, type Reads, type SqlValue, type Tx, type Written } from '../../db.ts';
import { failureOf, isConflict, isLost, isMisnamed, isOutdated } from './failures.ts';
import type { Session, Sessions } from './session.ts';

/** The database interface over Postgres. */
export interface PostgresDb extends Db {
  /**
   * Like `snapshot`, with settings that end with it, as a script of `set local`. Nothing is set for a whole connection: behind
   * a pooler, the next transaction may use another one.
   */
  snapshot<Result>(work: (reads: Reads) => Promise<Result>, settings?: string): Promise<Result>;
  forProject(projectId: string): PostgresDb;
  /** Epoch milliseconds by the database's clock, the one that all replicas share. */
  clock(): Promise<number>;
  close(): Promise<void>;
}

/** A process stopped in the middle of a transaction blocks others no longer than this. */
const ABANDONED = "set local idle_in_transaction_session_timeout = '10s'";
const SERIALIZABLE = `begin isolation level serializable; ${ABANDONED}`;
/** The next commit that waits for the disk makes this one durable as well. */
const NOT_YET_DURABLE = 'set local synchronous_commit = off';
const COUNTING = `begin isolation level read committed; ${ABANDONED}`;
const SNAPSHOT = `begin isolation level repeatable read read only; ${ABANDONED}`;
const ONE_READ = 'begin isolation level read committed read only';
const ONE_WRITE = 'begin isolation level read committed';

/** The most attempts of a transaction that conflicts with others. */
const MAX_CONFLICTS = 40;
/** Milliseconds for which a lost connection is retried; a restart of the database takes about as long. */
const BRIDGED_MS = 5_000;

/** Numbers come from a sequence: incrementing a row would make all transactions wait for each other. */
export const sequenceOf = (counter: Counter): string => `counter_${counter.replaceAll('-', '_')}`;

/** Creates the missing sequences. */
export async function prepareCounters(tx: Tx): Promise<void> {
  for (const counter of COUNTERS) {
    await tx.write(`create sequence if not exists ${sequenceOf(counter)}`);
  }
}

/** The settings, as a script of `set local`, under which a transaction sees the rows of one project. */
export type ProjectScope = (projectId: string) => string;

interface Attempt {
  /** The statement may have taken effect although its result was lost. */
  uncertain: boolean;
}

/**
 * A `Db` over connections that may be lost, with transactions that may conflict.
 *
 * Write transactions are `serializable`: Postgres runs them concurrently and rolls one back if no serial order would give the
 * same result; that one is retried here. Single writes are `read committed`, where a statement that meets a changed row looks
 * at it again. After a lost connection, work that cannot have taken effect is retried for some seconds.
 *
 * `scopeOf`: what makes a transaction one of a project; null where this database has no row-level security for them.
 */
export function createPostgresDb(
  sessions: Sessions,
  now: () => number = Date.now,
  scopeOf: ProjectScope | null = null,
): PostgresDb {
  async function persist<Result>(work: (attempt: Attempt) => Promise<Result>): Promise<Result> {
    const giveUpAt = performance.now() + BRIDGED_MS;
    for (let tries = 1; ; tries += 1) {
      const attempt = { uncertain: false };
      try {
        return await work(attempt);
      } catch (cause) {
        const inTheWay = isConflict(cause) && tries < MAX_CONFLICTS;
        const notSent = (isOutdated(cause) || isMisnamed(cause)) && tries < 5;
        const bridged = isLost(cause) && !attempt.uncertain && performance.now() < giveUpAt;
        if (!inTheWay && !notSent && !bridged) throw failureOf(cause);
        await pause(Math.random() * Math.min(2 ** tries, bridged ? 400 : 50));
      }
    }
  }

  const read = async <Row>(sql: string, parameters: SqlValue[] = []): Promise<Row[]> =>
    persist(() => sessions.use(async (session) => (await session.run<Row>(sql, parameters)).rows));

  const write = async <Row>(sql: string, parameters: SqlValue[] = []): Promise<Written<Row>> =>
    persist((attempt) =>
      sessions.use((session) => {
        attempt.uncertain = true;
        return session.run<Row>(sql, parameters);
      }),
    );

  const transaction = <Result>(begin: string, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    persist((attempt) => sessions.use((session) => within(session, begin, work, attempt)));

  const database = (projectId: string | null): PostgresDb => {
    const scope = projectId === null ? null : scopeOf?.(projectId);
    return {
      now,
      // Settings end with a transaction, so that a single statement needs one, too.
      read: scope ? (sql, parameters) => transaction(script(ONE_READ, scope), (tx) => tx.read(sql, parameters)) : read,
      write: scope
        ? (sql, parameters) => transaction(script(ONE_WRITE, scope), (tx) => tx.write(sql, parameters))
        : write,
      numbers: (counter, count = 1) => numbersFrom(read, counter, count),
      tx: (work, { durable = true } = {}) =>
        transaction(script(SERIALIZABLE, !durable && NOT_YET_DURABLE, scope), work),
      counting: (work, { durable = true } = {}) =>
        transaction(script(COUNTING, !durable && NOT_YET_DURABLE, scope), work),
      snapshot: (work, settings) => transaction(script(SNAPSHOT, settings, scope), work),
      forProject: database,
      async clock() {
        const [row] = await read<{ now: number }>(
          'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
        );
        return row?.now ?? now();
      },
      close: () => sessions.close(),
    };
  };
  return database(null);
}

/** Statements as one message. */
const script = (...statements: (string | false | null | undefined)[]) => statements.filter(Boolean).join('; ');

/** Runs `work` between `begin` and `commit`. The `Tx` it gets is dead afterwards: a forgotten await must not write into the next one. */
async function within<Result>(
  session: Session,
  begin: string,
  work: (tx: Tx) => Promise<Result>,
  attempt: Attempt,
): Promise<Result> {
  let open = true;
  let failure: unknown = null;
  const run = async <Row>(sql: string, parameters: SqlValue[] = []): Promise<Written<Row>> => {
    if (!open) throw new Error('This transaction has ended; await every statement inside it.');
    return session.run<Row>(sql, parameters).catch((cause: unknown) => {
      failure ??= cause;
      throw cause;
    });
  };
  const read = async <Row>(sql: string, parameters?: SqlValue[]) => (await run<Row>(sql, parameters)).rows;
  await session.script(begin);
  try {
    const result = await work({
      read,
      write: run,
      numbers: (counter, count) => numbersFrom(read, counter, count ?? 1),
    });
    open = false;
    // After a failed statement, `commit` silently rolls back.
    if (failure !== null) throw failure;
    attempt.uncertain = true;
    await session.script('commit');
    return result;
  } catch (cause) {
    open = false;
    // If the connection is lost, the database rolls back by itself. The original error is thrown.
    await session.script('rollback').catch(() => undefined);
    throw cause;
  }
}

async function numbersFrom(read: Reads['read'], counter: Counter, count: number): Promise<number[]> {
  const rows = await read<{ number: number }>(
    `select nextval('${sequenceOf(counter)}') as number from generate_series(1, ?)`,
    [count],
  );
  return rows.map(({ number }) => number);
}
