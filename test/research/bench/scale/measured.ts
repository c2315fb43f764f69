import type { Costs } from './model.ts';

/** A way to run Footnote, and what it was measured to cost in a project of 10,000 passages. */
export interface Measured {
  name: string;
  costs: Costs;
  /** One process with its own store; else any number of processes share a database. */
  embedded: boolean;
}

const SQLITE: Costs = {
  question: { mainThread: 9.3, otherThreads: 5.7, database: 0, client: 0, answer: 15, waiting: 0 },
  statements: null,
  chunk: { server: 1.2, database: 0, bytes: 7_000 },
  memory: 485,
};

/** PostgreSQL 15 without pgvector, so that vectors are compared in the server. */
const POSTGRES: Costs = {
  question: { mainThread: 23.7, otherThreads: 1.8, database: 17.5, client: 0, answer: 43, waiting: 0 },
  statements: { count: 71, milliseconds: 1 },
  chunk: { server: 1.8, database: 1.4, bytes: 8_400 },
  memory: 431,
};

/**
 * The processor time of an answer by a model on another server, over that of a built-in answer: its prompt, its stream, its
 * checks and its storing.
 */
const MODEL_MS = 17;

const withModel = ({ question, ...rest }: Costs): Costs => ({
  ...rest,
  question: { ...question, mainThread: question.mainThread + MODEL_MS, answer: question.answer + MODEL_MS },
});

/** By `npm run bench -- --scale` and `-- model-load` on a machine with two cores (AMD EPYC, 2026-11). */
export const MEASURED = {
  sqlite: { name: 'One process, SQLite', costs: SQLITE, embedded: true },
  sqliteWithModel: { name: 'One process, SQLite, with a model', costs: withModel(SQLITE), embedded: true },
  postgres: { name: 'Replicas, Postgres', costs: POSTGRES, embedded: false },
  postgresWithModel: { name: 'Replicas, Postgres, with a model', costs: withModel(POSTGRES), embedded: false },
} satisfies Record<string, Measured>;
