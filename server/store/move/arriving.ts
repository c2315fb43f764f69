import { commandLine } from '../../platform/program/command-line.ts';
import type { Reads, Tx } from '../db.ts';
import { findAll, insert, replacing } from '../rows.ts';
import { arriving } from '../types/inner-tables.ts';

/** The copied parts of an installation by name, each with a state of its own shape. */
export type Parts = Map<string, unknown>;

/** The part that identifies the installation. */
export const ORIGIN = 'origin';

/** Throws if only a part of an installation has been moved here: a server would show it as if the rest were lost. */
export async function assertNoUnfinishedMove(reads: Reads): Promise<void> {
  const [row] = await reads.read('select part from arriving limit 1');
  if (!row) return;
  throw new Error(
    `An installation is being moved into this database, or its move was interrupted. Run the same "${commandLine('migrate')}" again: it continues where it stopped. Then start the server.`,
  );
}

export async function partsArriving(reads: Reads): Promise<Parts> {
  const rows = await findAll(reads, arriving, '1 = 1', []);
  return new Map(rows.map(({ part, state }) => [part, state]));
}

/** To be called in the transaction that writes the rows which the state describes. */
export async function notePart(tx: Pick<Tx, 'write'>, part: string, state: object): Promise<void> {
  await insert(tx, arriving, { part, state }, { conflict: replacing(arriving) });
}

/** Marks a part to be copied again from its beginning. */
export async function forgetPart(tx: Pick<Tx, 'write'>, part: string): Promise<void> {
  await tx.write('delete from arriving where part = ?', [part]);
}

/** Marks the move as complete, so that a server may start. */
export async function noteArrived(tx: Pick<Tx, 'write'>): Promise<void> {
  await tx.write('delete from arriving');
}
