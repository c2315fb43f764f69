import { json, large, nullable, oneOf, type Row, table, text, time, whole } from '../table.ts';

/** How many migrations have been applied, in one row. */
export const schemaVersion = table('schema_version', { id: whole, version: whole });

/** The last number given out of each kind, on engines that have no sequences. */
export const counters = table('counters', { name: text, value: large }, ['name']);

/** How far a move to this database has got (move/arriving.ts). */
export const arriving = table('arriving', { part: text, state: json<unknown>() }, ['part']);

/** Something deleted, unreachable already, whose rows and files are still to be erased. */
export const erasures = table('erasures', {
  id: text,
  /** Of a user nothing is left but the log: the projects are erasures of their own. A file is one that another has replaced. */
  kind: oneOf<'project' | 'source' | 'conversation' | 'user' | 'file'>(),
  fileId: nullable(text),
  begunAt: time,
});
export type Erasure = Omit<Row<typeof erasures>, 'begunAt'>;
