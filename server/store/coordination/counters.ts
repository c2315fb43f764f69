import type { Counter, Tx } from '../db.ts';
import { insert } from '../rows.ts';
import { counters } from '../types/inner-tables.ts';

/**
 * Adds `by` to a row of `counters` and returns the new value, within the transaction. Only for engines whose write
 * transactions are serial. `indexed` counts the chunks in the text index, `deleted` the deletions since the last
 * compaction of the file.
 */
export async function addToCounter(
  tx: Pick<Tx, 'write'>,
  counter: Counter | 'indexed' | 'deleted',
  by = 1,
): Promise<number> {
  const { rows } = await insert(
    tx,
    counters,
    { name: counter, value: by },
    {
      conflict: 'on conflict (name) do update set value = counters.value + excluded.value returning value',
    },
  );
  return Number(rows[0]?.value ?? by);
}

/** Takes the next numbers of such a counter. */
export async function nextNumbers(tx: Pick<Tx, 'write'>, counter: Counter, count = 1): Promise<number[]> {
  const last = await addToCounter(tx, counter, count);
  return Array.from({ length: count }, (_, at) => last - count + 1 + at);
}
