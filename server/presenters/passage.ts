import type { IndexedPassage } from '@footnote/sdk/contract';
import type { PassageRow } from '../store/types.ts';

/** A chunk, with the text that search and answers use, and a link to it in its document. */
export function presentPassage({ id, seq, text, headings, page, start, end }: PassageRow, url: string): IndexedPassage {
  return { id, seq, text, headings, page, start, end, url };
}
