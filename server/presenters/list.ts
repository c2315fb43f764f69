import type { Deleted, List } from '@footnote/sdk/contract';
import type { Page, Paging } from '../store/types.ts';

/** Presents one page of rows. */
export function presentList<Row, Item>(
  { rows, total }: Page<Row>,
  { limit, offset }: Paging,
  present: (row: Row) => Item,
): List<Item> {
  return { items: rows.map(present), total, limit, offset };
}

/** The response of every delete. */
export function presentDeleted(id: string): Deleted {
  return { id, deleted: true };
}
