import { closestPassagesLead, contactReply, moreNote } from '../output/canned-replies.ts';
import type { QuoteFrame } from './quote-excerpts.ts';
import type { Excerpt } from './render-excerpt.ts';

/** What is shown of the documents, and how the answer ends. */
export interface Quotes extends QuoteFrame {
  excerpts: Excerpt[];
  reason: 'stop' | 'unsure';
}

/** What comes closest to an answer, and whom to ask. `notice`: what else stands before it. */
export function unsureQuotes(
  excerpts: Excerpt[],
  languages: string[],
  contact: string,
  notice: string | null = null,
): Quotes {
  return {
    excerpts,
    reason: 'unsure',
    lead: [notice, closestPassagesLead(languages)].filter(Boolean).join(' '),
    closing: contact === '' ? '' : contactReply(languages, contact),
    more: (count) => moreNote(languages, count),
  };
}
