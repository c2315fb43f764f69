import PQueue from 'p-queue';
import pg from 'pg';
import type { Log } from '../../../platform/log.ts';
import type { SqlValue, Written } from '../../db.ts';
import { isLost, isMisnamed, isOutdated } from './failures.ts';
import type { Session, Sessions } from './session.ts';
import { bound, statementOf } from './statement.ts';

export interface PoolOptions {
  /** `postgres://…`, with what else `pg` reads from it, such as `sslmode`. */
  url: string;
  /** So many connections at most. Those of all replicas together must be fewer than the server's `max_connections`. */
  size: number;
  log: Log;
  /** Whoever waits longer for a connection is told that the server is busy. */
  longestWaitMs?: number;
}

const LONGEST_WAIT_MS = 5_000;
/** A connection is replaced now and then, so that all find their way to another server after a failover. */
const LONGEST_LIFE_S = 1_800;

const [INT8, NUMERIC] = [20, 1700];

/** Whole numbers of 64 bits, counts and sums come as texts from Postgres. All of ours fit into a number. */
export const parserOf = (oid: number): ((text: string) => unknown) | null =>
  oid === INT8 || oid === NUMERIC ? Number : null;

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parserOf(oid) ?? pg.types.getTypeParser(oid, format),
};

/**
 * A pool of connections. Named statements spare Postgres the planning of each; a pooler in between that does not know them is
 * told by its first refusal, and gets none from then on.
 */
export function openPool({ url, size, log, longestWaitMs = LONGEST_WAIT_MS }: PoolOptions): Sessions {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    application_name: 'footnote',
    keepAlive: true,
    connectionTimeoutMillis: longestWaitMs,
    maxLifetimeSeconds: LONGEST_LIFE_S,
  });
  let named = true;
  // Without these, a connection that is lost while nobody uses it would end the process.
  const lost = (error: Error) => log.warn('database_connection_lost', { error: error.message });
  pool.on('error', lost);
  pool.on('connect', (client) => {
    client.on('error', lost);
  });

  function sessionOf(client: pg.PoolClient, onBroken: () => void): Session {
    const turns = new PQueue({ concurrency: 1 });
    const watched = <Result>(work: () => Promise<Result>) =>
      turns.add(work).catch((cause: unknown) => {
        if (isLost(cause) || isOutdated(cause) || isMisnamed(cause)) onBroken();
        if (isMisnamed(cause) && named) {
          named = false;
          log.info('named_statements_disabled', { reason: 'a pooler in between does not keep them' });
        }
        throw cause;
      });
    return {
      run<Row>(sql: string, parameters: SqlValue[]) {
        const { text, name } = statementOf(sql);
        const values = bound(parameters);
        return watched(async (): Promise<Written<Row>> => {
          const result = await client.query({ text, values, ...(named && name !== null && { name }) });
          return { changes: result.rowCount ?? 0, rows: result.rows as Row[] };
        });
      },
      script: (sql) =>
        watched(async () => {
          await client.query(sql);
        }),
    };
  }

  return {
    async use(work) {
      const client = await pool.connect();
      let broken = false;
      const session = sessionOf(client, () => {
        broken = true;
      });
      try {
        return await work(session);
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}
