import type { Reads, Tx } from '../../db.ts';
import { find, insert } from '../../rows.ts';
import { sourceTotals } from '../../types/sources.ts';

/** A number of sources, and their bytes. */
interface Totals {
  sources: number;
  bytes: number;
}

/** How many sources a project has, and the bytes of all. */
export async function totalsOf(reads: Reads, projectId: string): Promise<Totals> {
  return (await find(reads, sourceTotals, 'project_id = ?', [projectId])) ?? { sources: 0, bytes: 0 };
}

/** The bytes of all sources of the account that the project belongs to. */
export async function storedBytes(reads: Reads, projectId: string): Promise<number> {
  const [row] = await reads.read<{ stored: number | string | null }>(
    `select sum(bytes) as stored from source_totals where project_id in (
       select id from projects where user_id = (select user_id from projects where id = ?))`,
    [projectId],
  );
  return Number(row?.stored ?? 0);
}

/** Counts what a transaction adds to a project's sources, or, below zero, takes from them. */
export async function addToTotals(
  tx: Tx,
  projectId: string,
  { sources = 0, bytes = 0 }: Partial<Totals>,
): Promise<void> {
  if (sources === 0 && bytes === 0) return;
  await insert(
    tx,
    sourceTotals,
    { projectId, sources, bytes },
    {
      conflict: `on conflict (project_id) do update set
        sources = source_totals.sources + excluded.sources, bytes = source_totals.bytes + excluded.bytes`,
    },
  );
}
