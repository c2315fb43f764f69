import type { IndexedPassage } from '@footnote/sdk/contract';
import type { PassageRow } from '../store/types.ts';

/** A chunk, with the text that search and answers use. */
export function presentPassage({ id, seq, text, headings, page, start, end }: PassageRow): IndexedPassage {
  return { id, seq, text, headings, page, start, end };
}
