import type { IndexedPassage } from '@footnote/sdk/contract';
import type { PassageRow } from '../store/types.ts';

/** A chunk as its owner sees it: what the search and the answerer see. */
export function presentPassage({ id, seq, text, headings, page, start, end }: PassageRow): IndexedPassage {
  return { id, seq, text, headings, page, start, end };
}
