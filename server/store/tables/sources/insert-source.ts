import type { Tx } from '../../db.ts';
import { ifThere, insert } from '../../rows.ts';
import { sources } from '../../types/sources.ts';
import type { NewSource, SourceRow } from '../../types.ts';
import { addToTotals } from './totals.ts';

/** In milliseconds. */
export const HOUR = 60 * 60_000;

/** The time of the next refresh; null for never. */
export const nextRefresh = (hours: number | null, from: number): number | null =>
  hours === null ? null : from + hours * HOUR;

/**
 * Inserts a source without a job. Null if its project does not exist, or has a source with its external id. `size`: the bytes of
 * its original.
 */
export async function insertSource(tx: Tx, { web, ...source }: NewSource, size = 0): Promise<SourceRow | null> {
  const [number = 0] = await tx.numbers('source');
  const refreshAt = nextRefresh(web?.refreshHours ?? null, source.createdAt);
  const row = { ...source, ...web, number, refreshAt, bytes: size };
  const { rows } = await insert(tx, sources, row, {
    ...ifThere('projects', source.projectId),
    conflict: 'on conflict do nothing returning *',
  });
  if (!rows[0]) return null;
  await addToTotals(tx, source.projectId, { sources: 1, bytes: size });
  return sources.toRow(rows[0]);
}
