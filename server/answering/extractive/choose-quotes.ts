import { withoutTargets } from '../../platform/text/without-targets.ts';
import type { Store } from '../../store/types.ts';
import { type Certainty, certainty, refuseBelow } from '../certainty/answerability.ts';
import {
  closestPassagesLead,
  contactReply,
  documentLanguageNotice,
  furtherPassagesLead,
} from '../output/canned-replies.ts';
import type { Excerpt } from '../passages/render-excerpt.ts';
import { readTableQuestion } from '../query/table-question.ts';
import { type RankedPassage, rankByLogit } from '../retrieval/feature-rerank.ts';
import { isOfOtherRelease } from '../retrieval/releases.ts';
import { isForeign, type SearchResult } from '../retrieval/search.ts';
import type { Question } from '../types.ts';
import { unsureQuotes } from './closest-quotes.ts';
import { chooseExcerpts, PASSAGES_READ } from './excerpts/choose-excerpts.ts';
import { holds } from './excerpts/compare-excerpts.ts';
import { withLinks } from './excerpts/with-links.ts';
import { type Quotes, quoteExcerpts } from './quote-excerpts.ts';
import { statesResult } from './states-result.ts';
import { quoteRows } from './table/quote-rows.ts';

/**
 * Chooses what answers: the rows of a table that are asked for, else excerpts; or what comes closest. Null where nothing comes
 * near. What the conversation has been told word for word is not repeated where further passages may answer, too. `asksAgain`:
 * it has asked for more than it was told.
 */
export async function chooseQuotes(
  chunks: Pick<Store['chunks'], 'between' | 'addresses'>,
  question: Question,
  found: SearchResult,
  { probability, outcome }: Certainty,
  asksAgain = false,
): Promise<Quotes | null> {
  const { trace } = question;
  const { ranked, weights } = found;
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
  const first = await quotesOf(chunks, question, found, outcome);
  return first && ((await furtherQuotes(chunks, question, found, first, asksAgain)) ?? first);
}

async function quotesOf(
  chunks: Pick<Store['chunks'], 'between' | 'addresses'>,
  question: Question,
  found: SearchResult,
  outcome: Certainty['outcome'],
): Promise<Quotes | null> {
  const { ranked, languages } = found;
  const [asked = 'und'] = languages;
  const table = readTableQuestion(question.text, asked);
  const rows = table && (await quoteRows(chunks, question.projectId, table, found));
  // “Which room is the cheapest?” has few words of a table of rooms and prices, and it is there.
  const isOfTable = rows?.answers === true && rows.namesColumn;
  if (ranked.length === 0 || (outcome === 'refused' && !isOfTable)) return null;
  const likely = outcome === 'sure' && !isOfOtherRelease(question.text, ranked[0]?.match.passage);
  const excerpts = rows
    ? await withLinks(chunks, question.projectId, [rows.excerpt])
    : await chooseExcerpts(chunks, question, found, likely);
  if (excerpts.length === 0) return null;
  const answers = rows ? rows.answers : statesResult(table, excerpts, asked);
  const notice = noticeOf(found);
  const lead = (...sentences: (string | null)[]) =>
    [sentences.filter(Boolean).join(' '), rows?.note].filter(Boolean).join('\n\n');
  const unsure = unsureQuotes(excerpts, lead(notice, closestPassagesLead(languages)), languages, question);
  return likely && answers ? { ...unsure, reason: 'stop', lead: lead(notice), closing: '' } : unsure;
}

/** Of what is quoted: a price list has no language, whatever the other documents are in. */
function noticeOf(found: SearchResult): string | null {
  const [asked = 'und'] = found.languages;
  const quoted = found.ranked[0]?.match.passage.language ?? 'und';
  return isForeign(found) ? documentLanguageNotice([asked, quoted]) : null;
}

/**
 * What to show instead of quotes that the conversation has been shown already; null where these are new, or all there is. A visitor
 * who asks for more is shown no excerpt twice, any other only not the same answer as a whole.
 */
async function furtherQuotes(
  chunks: Pick<Store['chunks'], 'between' | 'addresses'>,
  question: Question,
  found: SearchResult,
  first: Quotes,
  asksAgain: boolean,
): Promise<Quotes | null> {
  const told = question.history.flatMap(({ role, text }) => (role === 'assistant' ? [text.trim()] : []));
  if (told.length === 0) return null;
  const words = told.map(wordsOf);
  const shownOf = async (quotes: Quotes): Promise<Excerpt[]> => {
    if (told.includes(await textOf(quotes))) return quotes.excerpts;
    if (!asksAgain) return [];
    return quotes.excerpts.filter((excerpt) => words.some((one) => one.includes(beginningOf(excerpt))));
  };
  const { languages } = found;
  let { ranked } = found;
  let quotes = first;
  for (let shown = await shownOf(quotes); shown.length > 0; shown = await shownOf(quotes)) {
    ranked = withoutShown(ranked, shown);
    if (certainty({ ...found, ranked }).outcome === 'refused') return null;
    const excerpts = await chooseExcerpts(chunks, question, { ...found, ranked }, false);
    if (excerpts.length === 0) return null;
    const lead = [noticeOf(found), furtherPassagesLead(languages)].filter(Boolean).join(' ');
    quotes = { ...first, excerpts, lead, closing: contactReply(languages, question.contact) };
  }
  return quotes === first ? null : quotes;
}

const NOT_SAID = /\[\d+\]|[^\p{L}\p{N}]/gu;
/** So much of an excerpt tells whether it has been shown: its end may be left out, or followed by what is. */
const TELLING_LENGTH = 120;

/** Without markers, spaces, punctuation, markup and where links lead. */
const wordsOf = (text: string) => withoutTargets(text).replace(NOT_SAID, '');

const beginningOf = ({ passage, start, end }: Excerpt) =>
  wordsOf(passage.text.slice(start, end)).slice(0, TELLING_LENGTH);

async function textOf(quotes: Quotes): Promise<string> {
  const events = quoteExcerpts(quotes, undefined);
  for (;;) {
    const next = await events.next();
    if (next.done) return next.value.trim();
  }
}

/** The passages of which none of the excerpts shows a part, and how likely each is if none of those shown is the one. */
const withoutShown = (ranked: RankedPassage[], excerpts: Excerpt[]): RankedPassage[] =>
  rankByLogit(ranked.filter(({ match: { passage } }) => !excerpts.some((excerpt) => holds(excerpt, passage))));
