import { describe, expect, it } from 'vitest';
import { weigh } from '../../../../server/answering/query/query-terms.ts';
import type { Reference } from '../../../../server/answering/query/stands-alone.ts';
import { type RankedPassage, rankByLogit } from '../../../../server/answering/retrieval/feature-rerank.ts';
import { matchPassage } from '../../../../server/answering/retrieval/match-passage.ts';
import { rankOtherSubjectsLower } from '../../../../server/answering/retrieval/subject-pages.ts';
import { readQuestion } from '../../../../server/language/read-question.ts';
import { passage } from '../passages.ts';

const TERMS = weigh(readQuestion('turn off', ['en']).roles, ['alarm'], 10, new Map());
const PASSAGES = [
  passage('Turn the lights off.', { chunkId: 'lights', sourceId: 'lights' }),
  passage('Turn the key to the left.', { chunkId: 'key', sourceId: 'alarm' }),
  passage('The alarm rings.', { chunkId: 'rings', sourceId: 'alarm' }),
];

/** The passages, each a little less likely than the one before it. */
const RANKED = rankByLogit(
  PASSAGES.map((one, at) => {
    return { match: matchPassage(one, TERMS), logit: -at, ownLogit: -at } as Omit<RankedPassage, 'probability'>;
  }),
);
const idsOf = (ranked: RankedPassage[]) => ranked.map(({ match }) => match.passage.chunkId);
const rank = (reference?: Reference) => rankOtherSubjectsLower(RANKED, { ...TERMS, ...(reference && { reference }) });

describe('what a follow-up finds on a page that is about something else', () => {
  it.each(['pronoun', 'incomplete'] as const)('comes after the page of the subject where it is %s', (reference) => {
    expect(idsOf(rank(reference))).toEqual(['key', 'lights', 'rings']);
  });

  it('is less far behind where the follow-up may stand alone', () => {
    expect(idsOf(rank('short'))[0]).toBe('lights');
    const likelihood = (ranked: RankedPassage[]) => ranked.find(({ match }) => match === RANKED[0]?.match)?.probability;
    expect(likelihood(rank('short'))).toBeLessThan(RANKED[0]?.probability ?? 0);
  });

  it('stays where it is for words of its own, and for a question that stands alone', () => {
    expect(rank('joined')).toBe(RANKED);
    expect(rank()).toBe(RANKED);
    expect(rankOtherSubjectsLower(RANKED, { ...TERMS, carried: [], reference: 'pronoun' })).toBe(RANKED);
  });

  it('speaks neither more for the page of the subject nor less for the follow-up by itself', () => {
    for (const { match, logit, ownLogit } of rank('pronoun')) {
      const before = RANKED.find((one) => one.match === match);
      expect(ownLogit).toBe(before?.ownLogit);
      if (match.passage.sourceId === 'alarm') expect(logit).toBe(before?.logit);
      else expect(logit).toBeLessThan(before?.logit ?? 0);
    }
  });
});
