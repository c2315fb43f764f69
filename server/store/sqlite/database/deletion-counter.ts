import { addToCounter } from '../../coordination/sequences.ts';
import type { Reads, Tx } from '../../db.ts';

/** Counts a deletion whose bytes may be in the database file until it is compacted. Kept in the database, so a restart does not forget it. */
export const noteDeletion = (tx: Tx) => addToCounter(tx, 'deleted');

/** Deletions since the last compaction. */
export async function pendingDeletions(reads: Reads): Promise<number> {
  const [row] = await reads.read<{ value: number }>("select value from counters where name = 'deleted'");
  return row?.value ?? 0;
}

/** Takes back those that a compaction has covered; what was deleted meanwhile stays counted. */
export const settleDeletions = (tx: Tx, count: number) => addToCounter(tx, 'deleted', -count);
