import type { SourceDocumentPart } from '@footnote/sdk/contract';
import type { SourceRow } from '../store/types.ts';

/** A cited source as a part of a stream, with the title of its citations. */
export function presentSourceDocument({ id, metadata }: SourceRow, title: string): SourceDocumentPart {
  return {
    type: 'source-document',
    sourceId: id,
    mediaType: metadata.content_type ?? 'text/plain',
    title,
    ...(metadata.filename !== undefined && { filename: metadata.filename }),
  };
}
