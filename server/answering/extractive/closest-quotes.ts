import type { Store } from '../../store/types.ts';
import { closestPassagesLead, contactReply, moreNote, outlineNote } from '../output/canned-replies.ts';
import type { Excerpt } from '../passages/render-excerpt.ts';
import type { SearchResult } from '../retrieval/search.ts';
import type { Question } from '../types.ts';
import { chooseExcerpts } from './excerpts/choose-excerpts.ts';
import type { Quotes } from './quote-excerpts.ts';

/** What comes closest to a question that nothing may answer; null where nothing was found. */
export async function closestQuotes(
  chunks: Pick<Store['chunks'], 'between' | 'addresses'>,
  question: Pick<Question, 'projectId' | 'text' | 'contact'>,
  found: Pick<SearchResult, 'ranked' | 'terms' | 'languages'>,
): Promise<Quotes | null> {
  const excerpts = await chooseExcerpts(chunks, question, found, false);
  const { languages } = found;
  return excerpts.length === 0 ? null : unsureQuotes(excerpts, closestPassagesLead(languages), languages, question);
}

/** Excerpts of which it is not certain that they answer: `lead` says so, and whom to ask follows them. */
export const unsureQuotes = (
  excerpts: Excerpt[],
  lead: string,
  languages: string[],
  { contact }: Pick<Question, 'contact'>,
): Quotes => ({
  excerpts,
  reason: 'unsure',
  lead,
  closing: contactReply(languages, contact),
  more: (count) => moreNote(languages, count),
  outline: (sections) => outlineNote(languages, sections),
});
