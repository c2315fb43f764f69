import type { Deleted, List } from '@footnote/sdk/contract';
import type { Page, Paging } from '../store/types.ts';

/** One page of rows, each presented. */
export function presentList<Row, Item>(
  { rows, total }: Page<Row>,
  { limit, offset }: Paging,
  present: (row: Row) => Item,
): List<Item> {
  return { items: rows.map(present), total, limit, offset };
}

/** What every delete answers. */
export function presentDeleted(id: string): Deleted {
  return { id, deleted: true };
}
