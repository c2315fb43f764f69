import type { SqlValue } from '../db.ts';
import { notePart, type Parts } from './arriving.ts';
import { createChecksum } from './checksum.ts';
import type { MoveEndpoint } from './move-endpoint.ts';
import { bytesOf, insertInto, keyOf, type MovedTable, nextRows, partOf, rowsAtOnce } from './tables.ts';

/** The progress of copying a table. */
interface TableState {
  /** The key of the last row that was copied. */
  after: SqlValue[] | null;
  /** Copied so far, approximately. */
  bytes: number;
  done: boolean;
}

const BEGINNING: TableState = { after: null, bytes: 0, done: false };

/** Copies the remaining rows. Each transaction writes rows together with the new state; `onBytes` is called after each. */
export async function copyTable(
  from: MoveEndpoint,
  to: MoveEndpoint,
  table: MovedTable,
  parts: Parts,
  { onBytes, signal }: { onBytes: (bytes: number) => void; signal: AbortSignal },
): Promise<void> {
  const part = partOf(table);
  let state = (parts.get(part) as TableState | undefined) ?? null;
  if (state === null) {
    // An earlier, damaged copy may have left rows.
    await to.db.counting(async (tx) => {
      await tx.write(`delete from ${table.name}`);
      await notePart(tx, part, BEGINNING);
    });
    state = BEGINNING;
  }
  onBytes(state.bytes);
  while (!state.done) {
    signal.throwIfAborted();
    const limit = rowsAtOnce(table);
    const rows = await nextRows(from.db, table, state.after, limit);
    const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0);
    const last = rows.at(-1);
    const reached: TableState = {
      after: last ? keyOf(table, last) : state.after,
      bytes: state.bytes + bytes,
      done: rows.length < limit,
    };
    await to.db.counting(async (tx) => {
      if (rows.length > 0) await tx.write(insertInto(table, rows.length), rows.flat());
      await notePart(tx, part, reached);
    });
    onBytes(bytes);
    state = reached;
  }
}

/** A checksum over all rows of a table. */
export async function checksumOf(endpoint: MoveEndpoint, table: MovedTable, signal: AbortSignal): Promise<string> {
  const checksum = createChecksum();
  let after: SqlValue[] | null = null;
  const limit = rowsAtOnce(table);
  for (;;) {
    signal.throwIfAborted();
    const rows = await nextRows(endpoint.db, table, after, limit);
    for (const row of rows) checksum.add(row);
    const last = rows.at(-1);
    if (rows.length < limit || last === undefined) return checksum.value();
    after = keyOf(table, last);
  }
}
