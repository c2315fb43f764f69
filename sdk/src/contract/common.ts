/** A time in RFC 3339, UTC, for example `2026-01-31T12:00:00.000Z`. */
export type Timestamp = string;

/** One page of a list, newest first unless the operation says otherwise. `limit` is the applied value, at most 100. */
export interface List<Item> {
  items: Item[];
  total: number;
  /** */
  limit: number;
  /** */
  offset: number;
}
