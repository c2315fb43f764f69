import { commandLine } from '../../platform/command-line.ts';
import type { Reads, Tx } from '../db.ts';

/** How far a part of an installation is on its way: the state of each part is its own matter. */
export type Parts = Map<string, unknown>;

/** The part that says whose installation it is. */
export const ORIGIN = 'origin';

/** Throws a sentence where only a part of an installation has been moved here: it would look like a server that has lost the rest. */
export async function assertNoUnfinishedMove(reads: Reads): Promise<void> {
  const [row] = await reads.read('select part from arriving limit 1');
  if (!row) return;
  throw new Error(
    `An installation is being moved into this database, or its move was interrupted. Run the same "${commandLine('migrate')}" again: it goes on where it stopped. Then start the server.`,
  );
}

export async function partsArriving(reads: Reads): Promise<Parts> {
  const rows = await reads.read<{ part: string; state: string }>('select part, state from arriving');
  return new Map(rows.map(({ part, state }) => [part, JSON.parse(state)]));
}

/** In the transaction that writes what the state tells of. */
export async function notePart(tx: Pick<Tx, 'write'>, part: string, state: object): Promise<void> {
  await tx.write(
    'insert into arriving (part, state) values (?, ?) on conflict (part) do update set state = excluded.state',
    [part, JSON.stringify(state)],
  );
}

/** It is to be copied from its beginning. */
export async function forgetPart(tx: Pick<Tx, 'write'>, part: string): Promise<void> {
  await tx.write('delete from arriving where part = ?', [part]);
}

/** From here on a server starts. */
export async function noteArrived(tx: Pick<Tx, 'write'>): Promise<void> {
  await tx.write('delete from arriving');
}
