import type { Tx } from '../../db.ts';
import type { SourceRow } from '../../types.ts';
import { toJson } from '../row-mapping.ts';

/** In milliseconds. */
export const HOUR = 60 * 60_000;

/** The time of the next refresh; null for never. */
export const nextRefresh = (hours: number | null, from: number): number | null =>
  hours === null ? null : from + hours * HOUR;

/** For a column that is null where there is no label. */
export const labelsToJson = (labels: Record<string, string>): string | null =>
  toJson(Object.keys(labels).length === 0 ? null : labels);

/**
 * Inserts a source without a job. Returns false if its project does not exist, or has a source with its external id. `size`: the
 * bytes of its original.
 */
export async function insertSource(tx: Tx, source: SourceRow, size = 0): Promise<boolean> {
  const [number = 0] = await tx.numbers('source');
  const { changes } = await tx.write(
    `insert into sources (id, number, project_id, type, status, metadata, file_id, chunks_count, progress, error,
       created_at, updated_at, completed_at, parent_id, crawl, validators, refresh_hours, refresh_at, bytes,
       external_id, url, labels, content_hash, reading)
     select ?, ?, id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? from projects where id = ?
     on conflict do nothing`,
    [
      source.id,
      number,
      source.type,
      source.status,
      JSON.stringify(source.metadata),
      source.fileId,
      source.chunksCount,
      toJson(source.progress),
      toJson(source.error),
      source.createdAt,
      source.updatedAt,
      source.completedAt,
      source.web?.parentId ?? null,
      toJson(source.web?.crawl ?? null),
      toJson(source.web?.validators ?? null),
      source.web?.refreshHours ?? null,
      nextRefresh(source.web?.refreshHours ?? null, source.createdAt),
      size,
      source.externalId,
      source.url,
      labelsToJson(source.labels),
      source.contentHash,
      toJson(source.reading),
      source.projectId,
    ],
  );
  return changes > 0;
}
