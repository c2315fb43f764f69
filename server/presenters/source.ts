import type { Source, SourceMetadata } from '@footnote/sdk/contract';
import { isWebAddress } from '../platform/network/web-address.ts';
import type { SourceRow } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

/** The one record shape of a source; `progress` only while it is being processed. */
export function presentSource(row: SourceRow): Source {
  return {
    id: row.id,
    project_id: row.projectId,
    type: row.type,
    status: row.status,
    metadata: { ...row.labels, ...withoutOtherAddresses(row.metadata) },
    ...(row.externalId !== null && { external_id: row.externalId }),
    ...(row.url !== null && isWebAddress(row.url) && { url: row.url }),
    ...(row.contentHash !== null && { content_hash: row.contentHash }),
    ...(row.web?.parentId && { parent_id: row.web.parentId }),
    ...(row.web?.crawl && { crawl: row.web.crawl }),
    ...(row.web && { refresh_hours: row.web.refreshHours }),
    chunks_count: row.chunksCount,
    ...(row.status === 'processing' && row.progress && { progress: row.progress }),
    ...(row.reading && { reading: row.reading }),
    error: row.error,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
    completed_at: row.completedAt === null ? null : timestamp(row.completedAt),
  };
}

/** Clients show these as links, so anything but a web address is left out, whatever is in the database. */
function withoutOtherAddresses({ url, final_url, canonical_url, ...metadata }: SourceMetadata): SourceMetadata {
  return {
    ...metadata,
    ...(url !== undefined && isWebAddress(url) && { url }),
    ...(final_url !== undefined && isWebAddress(final_url) && { final_url }),
    ...(canonical_url !== undefined && isWebAddress(canonical_url) && { canonical_url }),
  };
}
