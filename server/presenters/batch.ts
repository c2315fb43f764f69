import type { BatchReport } from '@footnote/sdk/contract';

/** What became of one file of a batch (services/source-sync.ts). */
interface BatchEntry {
  name: string;
  externalId: string | null;
  outcome: BatchReport['items'][number]['outcome'];
  sourceId: string | null;
  error: { code: string; message: string } | null;
}

/** The report of a batch: how many of each outcome, and each file. */
export function presentBatch(entries: BatchEntry[]): BatchReport {
  const count = (wanted: BatchEntry['outcome']) => entries.filter(({ outcome }) => outcome === wanted).length;
  return {
    created: count('created'),
    replaced: count('replaced'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    removed: count('removed'),
    refused: count('refused'),
    items: entries.map(({ name, externalId, outcome, sourceId, error }) => ({
      name,
      external_id: externalId,
      outcome,
      ...(sourceId !== null && { source_id: sourceId }),
      ...(error && { error }),
    })),
  };
}
