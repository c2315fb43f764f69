import { weigh } from '../../../../server/answering/query/query-terms.ts';
import type { RankedPassage } from '../../../../server/answering/retrieval/feature-rerank.ts';
import { matchPassage } from '../../../../server/answering/retrieval/match-passage.ts';
import type { Passage } from '../../../../server/answering/types.ts';
import { readQuestion } from '../../../../server/language/read-question.ts';
import { passage } from '../passages.ts';

type Ranked = [text: string, logit: number, changes?: Partial<Passage>];

/** Passages as a ranking has them, matched with the question. */
export function rankedFor(question: string, language: string, ...passages: Ranked[]): RankedPassage[] {
  const terms = weigh(readQuestion(question, [language]).roles, [], 100, new Map());
  return passages.map(([text, logit, changes]) => {
    const match = matchPassage(passage(text, { language, ...changes }), terms);
    return { match, logit, ownLogit: logit, probability: 0.5 } as RankedPassage;
  });
}

/** The same where the question does not matter. */
export const rankedPassages = (...passages: Ranked[]): RankedPassage[] => rankedFor('', 'en', ...passages);

export const textsOf = (ranked: RankedPassage[]): string[] => ranked.map(({ match }) => match.passage.text);
