import type { SqlValue } from '../db.ts';
import { notePart, type Parts } from './arriving.ts';
import { createChecksum } from './checksum.ts';
import type { Side } from './side.ts';
import { bytesOf, insertInto, keyOf, type MovedTable, nextRows, partOf, rowsAtOnce } from './tables.ts';

/** How far a table is. */
interface TableState {
  /** The key of the last row that was copied. */
  after: SqlValue[] | null;
  /** As many bytes as were copied, about. */
  bytes: number;
  done: boolean;
}

const BEGINNING: TableState = { after: null, bytes: 0, done: false };

/** Copies what has not arrived yet; each transaction writes rows and how far they reach. `onBytes` hears of every one. */
export async function copyTable(
  from: Side,
  to: Side,
  table: MovedTable,
  parts: Parts,
  { onBytes, signal }: { onBytes: (bytes: number) => void; signal: AbortSignal },
): Promise<void> {
  const part = partOf(table);
  let state = (parts.get(part) as TableState | undefined) ?? null;
  if (state === null) {
    // Nothing of it counts yet; after a part that arrived damaged, something may be there.
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

/** Of all its rows on one side. */
export async function checksumOf(side: Side, table: MovedTable, signal: AbortSignal): Promise<string> {
  const checksum = createChecksum();
  let after: SqlValue[] | null = null;
  const limit = rowsAtOnce(table);
  for (;;) {
    signal.throwIfAborted();
    const rows = await nextRows(side.db, table, after, limit);
    for (const row of rows) checksum.add(row);
    const last = rows.at(-1);
    if (rows.length < limit || last === undefined) return checksum.value();
    after = keyOf(table, last);
  }
}
