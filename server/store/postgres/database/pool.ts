import PQueue from 'p-queue';
import pg from 'pg';
import type { Log } from '../../../platform/log.ts';
import type { SqlValue, Written } from '../../db.ts';
import { isLost, isMisnamed, isOutdated } from './failures.ts';
import type { Session, Sessions } from './session.ts';
import { bound, statementOf } from './statement.ts';

export interface PoolOptions {
  /** `postgres://…`, with any parameters that `pg` understands, such as `sslmode`. */
  url: string;
  /** The most connections. Those of all replicas together must stay below the server's `max_connections`. */
  size: number;
  log: Log;
  /** Waiting longer for a connection fails with `busy`. */
  maxWaitMs?: number;
}

const MAX_WAIT_MS = 5_000;
/** Connections are replaced regularly, so that all of them reach the new server after a failover. */
const MAX_LIFETIME_S = 1_800;

const [INT8, NUMERIC] = [20, 1700];

/** `pg` returns 64-bit integers, counts and sums as strings. All of ours fit into a JavaScript number. */
export const parserOf = (oid: number): ((text: string) => unknown) | null =>
  oid === INT8 || oid === NUMERIC ? Number : null;

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parserOf(oid) ?? pg.types.getTypeParser(oid, format),
};

/** Opens a pool of connections; it connects when one is first needed. */
export function openPool({ url, size, log, maxWaitMs = MAX_WAIT_MS }: PoolOptions): Sessions {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    application_name: 'footnote',
    keepAlive: true,
    connectionTimeoutMillis: maxWaitMs,
    maxLifetimeSeconds: MAX_LIFETIME_S,
  });
  // Without these listeners, losing an idle connection would end the process.
  const onLost = (error: Error) => log.warn('database_connection_lost', { error: error.message });
  pool.on('error', onLost);
  pool.on('connect', (client) => {
    client.on('error', onLost);
  });
  const naming = createStatementNaming(log);

  return {
    async use(work) {
      const client = await pool.connect();
      let broken = false;
      const session = createSession(client, naming, () => {
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

/**
 * Postgres plans a named statement only once per connection. A connection pooler that does not support them rejects one, and
 * from then on none is named.
 */
type StatementNaming = ReturnType<typeof createStatementNaming>;

function createStatementNaming(log: Log) {
  let enabled = true;
  return {
    enabled: (): boolean => enabled,
    disable(): void {
      if (!enabled) return;
      enabled = false;
      log.info('named_statements_disabled', { reason: 'the connection pooler does not support them' });
    },
  };
}

/** A session on one connection, whose statements run one after another. `onBroken`: the connection must not be used again. */
function createSession(client: pg.PoolClient, naming: StatementNaming, onBroken: () => void): Session {
  const queue = new PQueue({ concurrency: 1 });
  const watched = <Result>(work: () => Promise<Result>) =>
    queue.add(work).catch((cause: unknown) => {
      if (isLost(cause) || isOutdated(cause) || isMisnamed(cause)) onBroken();
      if (isMisnamed(cause)) naming.disable();
      throw cause;
    });
  return {
    run<Row>(sql: string, parameters: SqlValue[]) {
      const { text, name } = statementOf(sql);
      const values = bound(parameters);
      return watched(async (): Promise<Written<Row>> => {
        const result = await client.query({ text, values, ...(naming.enabled() && name !== null && { name }) });
        return { changes: result.rowCount ?? 0, rows: result.rows as Row[] };
      });
    },
    script: (sql) =>
      watched(async () => {
        await client.query(sql);
      }),
  };
}
