import type { QueryTerms } from '../../../server/answering/query/query-terms.ts';
import {
  describePassages,
  type RankedPassage,
  rankByFeatures,
} from '../../../server/answering/retrieval/feature-rerank.ts';
import type { MatchedPassage } from '../../../server/answering/retrieval/match-passage.ts';
import { searchScale } from '../../../server/answering/retrieval/ranking-features.ts';
import { TRAINED } from '../../../server/answering/retrieval/weights.generated.ts';

/** The passages as the server ranks them without a reader. */
export function rankByWords(question: string, matches: MatchedPassage[], terms: QueryTerms): RankedPassage[] {
  return rankByFeatures(describePassages(matches, terms, searchScale(question, matches)), TRAINED.ranking);
}
