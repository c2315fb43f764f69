import type { CitationSupport } from '@footnote/sdk/contract';
import { addressAt } from '../../store/types/address-at.ts';
import { pageAt } from '../../store/types/page-at.ts';
import type { CitedPassage, Passage, Span } from '../types.ts';

/** The citation of a span of a passage, verbatim; `id` is the number of its marker. */
export function buildCitation(
  passage: Passage,
  { start, end }: Span,
  id: number,
  support: CitationSupport,
): CitedPassage {
  const page = pageAt(passage, passage.start + start);
  return {
    id,
    source_id: passage.sourceId,
    chunkId: passage.chunkId,
    title: passage.title,
    ...(passage.sourceName !== undefined && { source_name: passage.sourceName }),
    ...(page === null ? {} : { page }),
    ...(passage.headings.length === 0 ? {} : { heading: passage.headings.join(' › ') }),
    text: passage.text,
    quote: passage.text.slice(start, end),
    quoteStart: passage.start + start,
    quoteEnd: passage.start + end,
    support,
    address: addressAt(passage, passage.start + start),
    indexedAt: passage.indexedAt,
  };
}
