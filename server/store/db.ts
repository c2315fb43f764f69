/** What may be bound to a `?`: no booleans and no dates, which the engines treat differently. */
export type SqlValue = string | number | bigint | null | Uint8Array;

export interface Written<Row> {
  /** Rows changed. */
  changes: number;
  /** What a `returning` clause gave back, else empty. */
  rows: Row[];
}

/** What whole numbers are given out for. */
export const COUNTERS = [
  'project',
  'source',
  'api-key',
  'conversation',
  'generation',
  'vector-index',
  'chunk',
  'job-turn',
  'audit-entry',
  'curated-answer',
  'golden-question',
  'golden-check',
  'webhook',
  'webhook-delivery',
  'handover',
  'repository',
] as const;
export type Counter = (typeof COUNTERS)[number];

/** Statements that see one state of the database. */
export interface Reads {
  read<Row>(sql: string, parameters?: SqlValue[]): Promise<Row[]>;
}

/** An open transaction. It is over when the function that received it has resolved; using it afterwards throws. */
export interface Tx extends Reads {
  write<Row = never>(sql: string, parameters?: SqlValue[]): Promise<Written<Row>>;
  /**
   * So many whole numbers, ascending, that were never given before. Where the transaction fails, others may be missing;
   * of two transactions at once, the later numbers may be committed first.
   */
  numbers(counter: Counter, count?: number): Promise<number[]>;
}

export interface TxOptions {
  /**
   * False: the commit need not be on the disk when it resolves, and a power cut may take it as long as no durable one has
   * been committed after it. For what is begun again then, and what a durable commit follows before it is confirmed.
   */
  durable?: boolean;
  /** True: what somebody waits for goes first, where an engine has one writer. For long series of transactions. */
  background?: boolean;
}

/**
 * The seam between the table groups and an engine: plain SQL with `?` parameters in the subset that SQLite and Postgres
 * share (keys made by the application, bigint milliseconds, 0/1 for booleans, JSON as text, `on conflict`, `returning`).
 * Asynchronous although the embedded engine is not, so that it can move to a thread and another engine can take its place.
 */
export interface Db extends Tx {
  /**
   * Runs `work` in one write transaction: committed when it resolves, rolled back when it throws. Write transactions
   * take effect as if they ran one after the other, so `work` must use the `tx` it is given (another write would wait for
   * itself) and must never await anything but the database. Where two were in each other's way, an engine begins `work`
   * once more, so it must leave nothing behind but rows and its result.
   */
  tx<Result>(work: (tx: Tx) => Promise<Result>, options?: TxOptions): Promise<Result>;
  /**
   * The same for what many write at once, such as counts and messages: who comes to a row that another transaction is
   * changing waits for it, instead of starting over. What others commit meanwhile is seen from one statement to the next, so
   * `work` must decide by nothing but what its own writes return, and by rows that it has locked: a read that ends in
   * `for key share` (no one deletes them), `for share` (no one changes them either), `for no key update` (to change them) or `for update … skip locked`.
   */
  counting<Result>(work: (tx: Tx) => Promise<Result>, options?: TxOptions): Promise<Result>;
  /** Several reads of one and the same state, while writes go on beside them. `work` must await nothing but its reads. */
  snapshot<Result>(work: (reads: Reads) => Promise<Result>): Promise<Result>;
  /**
   * The same database for what is asked about one project. Every statement names its project itself; where the engine can
   * (Postgres, row-level security), it also hides the rows of all others and refuses to write them, should one forget to.
   */
  forProject(projectId: string): Db;
  /** Epoch milliseconds. */
  now(): number;
}
