import type { Store } from '../../store/types.ts';
import { type Certainty, refuseBelow } from '../certainty/answerability.ts';
import { closestPassagesLead, contactReply, documentLanguageNotice, moreNote } from '../output/canned-replies.ts';
import { readTableQuestion } from '../query/table-question.ts';
import { isOfOtherRelease } from '../retrieval/releases.ts';
import { isForeign, type SearchResult } from '../retrieval/search.ts';
import type { Question } from '../types.ts';
import { chooseExcerpts, PASSAGES_READ } from './choose-excerpts.ts';
import type { Quotes } from './quote-excerpts.ts';
import { statesResult } from './states-result.ts';
import { quoteRows } from './table/quote-rows.ts';

/**
 * Chooses what answers: the rows of a table that are asked for, else excerpts; or what comes closest. Null where nothing comes near.
 */
export async function chooseQuotes(
  chunks: Pick<Store['chunks'], 'between'>,
  question: Question,
  found: SearchResult,
  { probability, outcome }: Certainty,
): Promise<Quotes | null> {
  const { contact, trace, text } = question;
  const { ranked, weights, languages } = found;
  trace?.answerabilityScored(
    'not_confident',
    probability,
    outcome === 'refused' ? refuseBelow(found) : weights.thresholds.sure,
  );
  const passages = ranked.map(({ match }) => match.passage);
  trace?.readingOrderChosen(passages);
  trace?.passagesOffered(
    passages.slice(0, PASSAGES_READ).map((passage) => [passage]),
    PASSAGES_READ,
  );
  const [asked = 'und'] = languages;
  // Of what is quoted: a price list has no language, whatever the other documents are in.
  const notice = isForeign(found) ? documentLanguageNotice([asked, passages[0]?.language ?? 'und']) : null;
  const rows = await quoteRows(chunks, question, found);
  // “Which room is the cheapest?” has few words of a table of rooms and prices, and it is there.
  const isOfTable = rows?.answers === true && rows.namesColumn;
  if (ranked.length === 0 || (outcome === 'refused' && !isOfTable)) return null;
  const likely = outcome === 'sure' && !isOfOtherRelease(text, passages[0]);
  const excerpts = rows ? [rows.excerpt] : await chooseExcerpts(chunks, question, found, likely);
  if (excerpts.length === 0) return null;
  const answers = rows ? rows.answers : statesResult(readTableQuestion(text, asked), excerpts, asked);
  const more = (count: number | null) => moreNote(languages, count);
  const lead = (...sentences: (string | null)[]) =>
    [sentences.filter(Boolean).join(' '), rows?.note].filter(Boolean).join('\n\n');
  if (likely && answers) return { excerpts, reason: 'stop', lead: lead(notice), closing: '', more };
  const closing = contact === '' ? '' : contactReply(languages, contact);
  return { excerpts, reason: 'unsure', lead: lead(notice, closestPassagesLead(languages)), closing, more };
}
