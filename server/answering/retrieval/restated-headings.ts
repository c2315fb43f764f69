import type { Passage } from '../types.ts';
import { adjustLogits, type RankedPassage } from './feature-rerank.ts';
import { tokenizeHeading, tokenizeText } from './tokenized-text-cache.ts';

/** A longer passage tells something. In characters. */
const MAX_LENGTH = 120;
/**
 * So many terms that its headings do not have tell something: “Get information about a setup key” has three beside “Retrieve a Setup
 * Key”.
 */
const TELLING_TERMS = 4;
/** By how much a passage that repeats its heading is less likely the one, in logits: it is where nothing else was found. */
const RESTATED_LOGIT = 5;

/**
 * “Creates a setup key” below “Create a Setup Key”, as references of an API have it, has all words of the question what a setup
 * key is, and nothing else. What says more comes first.
 */
export function rankRestatedHeadingsLower(ranked: RankedPassage[]): RankedPassage[] {
  const lower = ranked.map(({ match }) => restatesHeading(match.passage));
  if (!lower.includes(true)) return ranked;
  return adjustLogits(ranked, (at) => (lower[at] ? -RESTATED_LOGIT : 0));
}

/** Is the passage one short text in hardly any other words than its headings? Code, rows and figures tell something. */
function restatesHeading({ text, language, title, headings, blocks }: Passage): boolean {
  if (text.length > MAX_LENGTH || /\p{N}/u.test(text)) return false;
  if (blocks.some(({ kind, codeSpans }) => codeSpans || (kind !== 'paragraph' && kind !== 'heading'))) return false;
  const above = new Set([title, ...headings].flatMap((heading) => tokenizeHeading(heading, language).terms));
  const said = new Set(tokenizeText(text, language).terms.flat());
  const more = [...said].filter((term) => !above.has(term));
  return more.length < said.size && more.length < TELLING_TERMS;
}
