import type { QueryTerms } from '../query/query-terms.ts';
import type { Reference } from '../query/stands-alone.ts';
import { type RankedPassage, rankByLogit } from './feature-rerank.ts';
import { coverage } from './match-passage.ts';

/**
 * How much less likely a passage is the one where its page has nothing of what was asked before, in logits. “And on Windows?” may
 * have a page of its own.
 */
const OTHER_SUBJECT_LOGIT: Record<Reference, number> = { pronoun: 2, incomplete: 2, short: 1, joined: 0 };

/**
 * A page says what it is about once, and what a follow-up asks for often stands in another passage of it: “Can I turn it off
 * again?” So passages of pages that have less of the subject than others come later. How certain the answer is does not change: the
 * page that has most of it is as likely as before, and the words of the follow-up alone count as they do.
 */
export function rankOtherSubjectsLower(
  ranked: RankedPassage[],
  terms: Pick<QueryTerms, 'carried' | 'reference' | 'weights'>,
): RankedPassage[] {
  const { carried, reference } = terms;
  if (!reference || carried.length === 0 || OTHER_SUBJECT_LOGIT[reference] === 0) return ranked;
  const byPage = new Map<string, number>();
  for (const { match } of ranked) {
    const { sourceId } = match.passage;
    const has = coverage(terms, [match.inText, match.inHeadings], carried);
    byPage.set(sourceId, Math.max(byPage.get(sourceId) ?? 0, has));
  }
  const most = Math.max(...byPage.values());
  return rankByLogit(
    ranked.map((one) => {
      const lacks = most - (byPage.get(one.match.passage.sourceId) ?? 0);
      return { ...one, logit: one.logit - OTHER_SUBJECT_LOGIT[reference] * lacks };
    }),
  );
}
