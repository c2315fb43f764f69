/** What may be bound to a `?`: no booleans and no dates, which the engines treat differently. */
export type SqlValue = string | number | bigint | null | Uint8Array;

export interface Written<Row> {
  /** Rows changed. */
  changes: number;
  /** What a `returning` clause gave back, else empty. */
  rows: Row[];
}

/** Statements that see one state of the database. */
export interface Reads {
  read<Row>(sql: string, parameters?: SqlValue[]): Promise<Row[]>;
}

/** An open transaction. It is over when the function that received it has resolved; using it afterwards throws. */
export interface Tx extends Reads {
  write<Row = never>(sql: string, parameters?: SqlValue[]): Promise<Written<Row>>;
}

export interface TxOptions {
  /**
   * False: the commit need not be on the disk when it resolves, and a power cut may take it as long as no durable one has
   * been committed after it. For what is begun again then, and what nobody was told of.
   */
  durable?: boolean;
}

/**
 * The seam between the table groups and an engine: plain SQL with `?` parameters in the subset that SQLite and Postgres
 * share (keys made by the application, bigint milliseconds, 0/1 for booleans, JSON as text, `on conflict`, `returning`).
 * Asynchronous although the embedded engine is not, so that it can move to a thread and another engine can take its place.
 */
export interface Db extends Tx {
  /**
   * Runs `work` in one write transaction: committed when it resolves, rolled back when it throws. Write transactions
   * run one after the other, so `work` must use the `tx` it is given (another write would wait for itself) and must
   * never await anything but the database.
   */
  tx<Result>(work: (tx: Tx) => Promise<Result>, options?: TxOptions): Promise<Result>;
  /** Several reads of one and the same state, while writes go on beside them. `work` must await nothing but its reads. */
  snapshot<Result>(work: (reads: Reads) => Promise<Result>): Promise<Result>;
  /** Epoch milliseconds. */
  now(): number;
}
