import type { Tx } from './db.ts';

/** What whole numbers are counted for. `indexed` is not a key: how many chunks the text index holds. */
export type Counter =
  | 'project'
  | 'source'
  | 'api-key'
  | 'conversation'
  | 'generation'
  | 'vector-index'
  | 'chunk'
  | 'job-turn'
  | 'indexed';

/** Moves a counter by `by` and returns its new value; the numbers taken are `value - by + 1 … value`, never given twice. */
export async function advance(tx: Tx, counter: Counter, by = 1): Promise<number> {
  const { rows } = await tx.write<{ value: number }>(
    `insert into counters (name, value) values (?, ?)
     on conflict (name) do update set value = counters.value + excluded.value returning value`,
    [counter, by],
  );
  return rows[0]?.value ?? by;
}
