import type { Citation } from '@footnote/sdk/contract';
import type { CitedPassage } from '../answering/types.ts';
import { timestamp } from './timestamp.ts';

/** `url`: a link to the passage in its context. */
export function presentCitation(cited: CitedPassage, url: string): Citation {
  return {
    id: cited.id,
    source_id: cited.source_id,
    title: cited.title,
    ...(cited.source_name !== undefined && { source_name: cited.source_name }),
    ...(cited.page !== undefined && { page: cited.page }),
    text: cited.text,
    quote: cited.quote,
    ...(cited.heading !== undefined && { heading: cited.heading }),
    url,
    indexed_at: timestamp(cited.indexedAt),
    ...(cited.support !== undefined && { support: cited.support }),
  };
}
