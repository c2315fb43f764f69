import { describe, expect, it } from 'vitest';
import { weigh } from '../../../../server/answering/query/query-terms.ts';
import { describePassages, rankByFeatures } from '../../../../server/answering/retrieval/feature-rerank.ts';
import { matchPassage } from '../../../../server/answering/retrieval/match-passage.ts';
import { type RankingFeatures, searchScale } from '../../../../server/answering/retrieval/ranking-features.ts';
import { TRAINED, TRAINED_WITH_READER } from '../../../../server/answering/retrieval/weights.generated.ts';
import type { Passage } from '../../../../server/answering/types.ts';
import { readQuestion } from '../../../../server/language/read-question.ts';
import { rankByWords } from '../../../research/eval/rank-by-words.ts';
import { passage } from '../passages.ts';

function read(question: string, passages: Passage[]) {
  const roles = readQuestion(question, ['en']).roles;
  const terms = weigh(roles, [], 10, new Map([...roles.keys()].map((term) => [term, 1])));
  const matches = passages.map((one) => matchPassage(one, terms));
  return { terms, matches, scale: searchScale(question, matches) };
}

function featuresOf(question: string, text: string, changes: Partial<Passage> = {}) {
  const { terms, matches, scale } = read(question, [passage(text, changes)]);
  const [described] = describePassages(matches, terms, scale);
  if (!described) throw new Error('There is no passage.');
  return described.features;
}

describe('the features of a passage', () => {
  it.each([
    ['ticket price', ['Ticket price'], { headingMatch: 1, headingCoverage: 1 }],
    ['ticket price for children', ['Ticket price'], { headingMatch: 1, headingCoverage: 2 / 3 }],
    ['ticket price', ['Ticket price and opening'], { headingMatch: 1 / 2, headingCoverage: 1 }],
    ['ticket price', ['Ticket price', 'Groups'], { headingMatch: 0, headingCoverage: 1 }],
    ['museum guide', [], { headingMatch: 1, headingCoverage: 1 }],
  ])(
    'say how much of “%s” the headings %j name, and how much of the last is asked for',
    (question, headings, expected) => {
      const features = featuresOf(question, 'It is on the wall.', { headings });
      for (const [name, value] of Object.entries(expected))
        expect(features[name as keyof RankingFeatures]).toBeCloseTo(value, 5);
    },
  );

  it.each([
    ['The ticket has a price.', { coverage: 1, sentenceCoverage: 1, proximity: 1 }],
    ['A ticket. A price.', { coverage: 1, sentenceCoverage: 0.5, contextCoverage: 1 }],
    ['A ticket.', { coverage: 0.5, sentenceCoverage: 0.5, proximity: 0 }],
    ['Nothing of it.', { coverage: 0, termFrequency: 0 }],
  ])('say what “%s” has of a question', (text, expected) => {
    const features = featuresOf('ticket price', text, { title: '' });
    for (const [name, value] of Object.entries(expected))
      expect(features[name as keyof RankingFeatures]).toBeCloseTo(value, 5);
  });

  it.each([
    ['How do I delete a file?', 'You remove a file.', 'You paint a file.'],
    ['How do I log in?', 'You sign in on the first page.', 'You see a bird on the first page.'],
  ])('say of “%s” that “%s” has more of it in other words than “%s”', (question, near, far) => {
    const similarity = (text: string) => featuresOf(question, text, { title: '' }).wordSimilarity;
    expect(similarity(question)).toBeCloseTo(1, 1);
    expect(similarity(near)).toBeGreaterThan(similarity(far));
  });

  it('say how much of the title of its document the question names, also in other words', () => {
    const similarity = (title: string) => featuresOf('How do I delete a file?', 'Text.', { title }).titleSimilarity;
    expect(similarity('Delete a file')).toBeCloseTo(1, 1);
    expect(similarity('Remove files')).toBeGreaterThan(similarity('Paint birds'));
    expect(similarity('')).toBe(0);
  });

  it('say how much more of what was found is of the same document than of others', () => {
    const { terms, matches, scale } = read('ticket', [
      passage('A ticket.', { sourceId: 'one', score: 0.5 }),
      passage('Tickets.', { sourceId: 'one', score: 0.25 }),
      passage('A ticket for two.', { sourceId: 'other', score: 0.25 }),
    ]);
    const shares = describePassages(matches, terms, scale).map(({ features }) => features.documentShare);
    const mean = (0.75 + 0.75 + 0.25) / 3;
    expect(shares.map((share) => share + mean)).toEqual([0.75, 0.75, 0.25]);
    expect(featuresOf('ticket', 'A ticket.').documentShare).toBe(0);
  });

  it('say what the reader says, of a follow-up by its own words too', () => {
    const { terms, matches, scale } = read('ticket', [passage('A ticket.', { chunkId: 'one' })]);
    const carried = { ...terms, carried: ['museum'] };
    const whole = { words: 0.5, weakest: 0.3, whole: 0.6 };
    const own = { words: 0.25, weakest: 0.1, whole: 0.2 };
    const words = new Map([['one', { whole, own }]]);
    const [followUp] = describePassages(matches, carried, scale, words);
    expect(followUp?.features).toMatchObject({ lateInteraction: 0.5, weakestWord: 0.3, readerSimilarity: 0.6 });
    expect(followUp?.ownFeatures).toMatchObject({ lateInteraction: 0.25, weakestWord: 0.1, readerSimilarity: 0.2 });
    expect(describePassages(matches, terms, scale)[0]?.features.lateInteraction).toBe(0);
  });

  it('have a weight each, and no weight is of anything else', () => {
    const names = Object.keys(featuresOf('ticket', 'A ticket.')).sort();
    expect(Object.keys(TRAINED.ranking).sort()).toEqual(names);
    expect(Object.keys(TRAINED_WITH_READER.ranking).sort()).toEqual(names);
  });

  it('count what the reader says only where it has read the passages', () => {
    expect(TRAINED.ranking.lateInteraction).toBe(0);
    expect(TRAINED_WITH_READER.ranking.lateInteraction).toBeGreaterThan(0);
  });
});

describe('ranking by features', () => {
  const passages = [
    passage('The cafe sells cake.', { score: 1 }),
    passage('The ticket price is nine euros.', { score: 0.5 }),
  ];

  it('puts the passage first that the weights speak for', () => {
    const { terms, matches, scale } = read('ticket price', passages);
    const described = describePassages(matches, terms, scale);
    const only = (name: keyof RankingFeatures) => {
      const zeros = Object.fromEntries(
        Object.keys(TRAINED.ranking).map((one) => [one, 0]),
      ) as object as RankingFeatures;
      return rankByFeatures(described, { ...zeros, [name]: 2 });
    };
    expect(only('fusedScore')[0]?.match.passage.text).toContain('cafe');
    const [best, other] = only('coverage');
    expect(best?.match.passage.text).toContain('ticket');
    expect(best?.logit).toBe(2);
    expect((best?.probability ?? 0) + (other?.probability ?? 0)).toBeCloseTo(1, 10);
  });

  it('tells what speaks for a passage by the words of a follow-up alone', () => {
    const roles = readQuestion('ticket', ['en']).roles;
    const carried = weigh(roles, ['cake'], 10, new Map());
    const ranked = (terms: typeof carried) =>
      rankByWords(
        'ticket',
        passages.map((one) => matchPassage(one, terms)),
        terms,
      );
    const byText = (text: string, terms = carried) =>
      ranked(terms).find(({ match }) => match.passage.text.includes(text)) ?? { logit: 0, ownLogit: 0 };
    const [cake, ticket] = [byText('cake'), byText('ticket')];
    expect(cake.ownLogit).toBeLessThan(cake.logit);
    expect(ticket.ownLogit).toBeGreaterThan(cake.ownLogit);
    const alone = byText('ticket', weigh(roles, [], 10, new Map()));
    expect(alone.ownLogit).toBe(alone.logit);
  });

  it('ranks the passage first that is nearer by its vector, where the words are the same', () => {
    const text = 'The ticket price is nine euros.';
    const { terms, matches } = read('ticket price', [
      passage(text, { chunkId: 'far', similarity: 0.2 }),
      passage(text, { chunkId: 'near', similarity: 0.8 }),
    ]);
    const ranked = rankByWords('ticket price', matches, terms);
    expect(ranked.map(({ match }) => match.passage.chunkId)).toEqual(['near', 'far']);
  });

  it('ranks what says it before what does not, as it is trained', () => {
    const { terms, matches } = read('ticket price', passages);
    expect(rankByWords('ticket price', matches, terms)[0]?.match.passage.text).toContain('ticket');
  });
});
