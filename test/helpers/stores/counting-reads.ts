import type { Reads } from '../../../server/store/db.ts';

/** Counts the statements that read a table. */
export function countingReads(table: string) {
  const seen = { statements: 0 };
  const count = (reads: Reads): Reads => ({
    read(sql, parameters) {
      if (sql.includes(`from ${table}`)) seen.statements += 1;
      return reads.read(sql, parameters);
    },
  });
  return { seen, count };
}
