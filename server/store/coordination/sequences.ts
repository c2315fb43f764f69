import type { Counter, Tx } from '../db.ts';

/**
 * Moves a row of `counters` by `by` and returns its new value, within the transaction: for engines whose write transactions
 * run one after the other anyway. `indexed` is how many chunks the text index holds, `deleted` how many
 * deletions the file has not been compacted after.
 */
export async function addToCounter(
  tx: Pick<Tx, 'write'>,
  counter: Counter | 'indexed' | 'deleted',
  by = 1,
): Promise<number> {
  const { rows } = await tx.write<{ value: number }>(
    `insert into counters (name, value) values (?, ?)
     on conflict (name) do update set value = counters.value + excluded.value returning value`,
    [counter, by],
  );
  return rows[0]?.value ?? by;
}

/** The next numbers of a counter that is kept in such a row. */
export async function nextNumbers(tx: Pick<Tx, 'write'>, counter: Counter, count = 1): Promise<number[]> {
  const last = await addToCounter(tx, counter, count);
  return Array.from({ length: count }, (_, at) => last - count + 1 + at);
}
