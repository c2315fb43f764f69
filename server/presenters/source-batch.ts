import type { BatchReport } from '@footnote/sdk/contract';
import { z } from 'zod';
import { batchOutcome } from './enums.ts';
import { count, field, id, optional, shape, text } from './shape.ts';
import { sourceError } from './sources.ts';

const batchEntry = shape('BatchEntry', 'What became of one file of a batch, or of one source to remove.', {
  name: text('The name of the file in the batch, or the external id to remove.', 'guide/install.md'),
  external_id: field(
    z.string().nullable(),
    'The external id of its source; `null` if it has none.',
    'guide/install.md',
  ),
  outcome: field(batchOutcome, 'What became of it.', 'created'),
  source_id: id('src', 'Its source, unless it was refused.').exactOptional(),
  error: optional(sourceError, 'Why it was `refused`.'),
});

export const batchReport = shape(
  'BatchReport',
  'What became of a batch. Files are read after that: see the `status` of their sources.',
  {
    created: count('New sources.', 12),
    replaced: count('Sources with new content.', 3),
    updated: count('Sources with a new address or other metadata, and the same content.', 1),
    unchanged: count('Sources that are as they were.', 284),
    removed: count('Deleted sources.', 1),
    refused: count('Files that were not taken.', 0),
    items: field(z.array(batchEntry), 'Each file, and each source to remove.'),
  },
);

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
