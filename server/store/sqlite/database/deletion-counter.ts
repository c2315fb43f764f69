import { addToCounter } from '../../coordination/counters.ts';
import type { Reads, Tx } from '../../db.ts';

/**
 * Counts a deletion whose bytes may stay in the file until it is compacted. The count is stored, so that it survives a restart.
 */
export const noteDeletion = (tx: Tx) => addToCounter(tx, 'deleted');

/** Deletions since the last compaction. */
export async function pendingDeletions(reads: Reads): Promise<number> {
  const [row] = await reads.read<{ value: number }>("select value from counters where name = 'deleted'");
  return row?.value ?? 0;
}

/** Subtracts the deletions that a compaction has covered; later ones stay counted. */
export const settleDeletions = (tx: Tx, count: number) => addToCounter(tx, 'deleted', -count);
