import type { ApiError } from '../../platform/errors.ts';
import type { Tx } from '../db.ts';

/**
 * Throws if a project or an account has so many of something already; a limit of null is none. The count is exact, as write
 * transactions take effect one after the other.
 */
export async function assertBelow(
  tx: Tx,
  options: {
    table: string;
    owner: 'user_id' | 'project_id';
    id: string;
  },
  limit: number | null,
  reached: (limit: number) => ApiError,
): Promise<void> {
  const { table, owner, id } = options;
  if (limit === null) return;
  const [row] = await tx.read<{ found: number }>(`select count(*) as found from ${table} where ${owner} = ?`, [id]);
  if (Number(row?.found) >= limit) throw reached(limit);
}
