import type { SqlValue, Written } from '../../db.ts';

/** One connection to Postgres, lent for some statements. Those that are asked for at once are run one after the other. */
export interface Session {
  /** One statement with `?` for its parameters. */
  run<Row>(sql: string, parameters: SqlValue[]): Promise<Written<Row>>;
  /** Several statements without parameters, in one message: what begins and ends a transaction. */
  script(sql: string): Promise<void>;
}

/** The connections that there are: a pool of them, or a database in this process that has one. */
export interface Sessions {
  /** Lends a connection until `work` has resolved, or waits for one. */
  use<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}
