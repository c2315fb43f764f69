import { describe, expect, it } from 'vitest';
import { chooseExcerpts } from '../../../../server/answering/extractive/choose-excerpts.ts';
import { weigh } from '../../../../server/answering/query/query-terms.ts';
import { describePassages, type RankedPassage } from '../../../../server/answering/retrieval/feature-rerank.ts';
import { matchPassage } from '../../../../server/answering/retrieval/match-passage.ts';
import { rolesOf } from '../../../../server/language/terms.ts';
import { passage } from '../passages.ts';

/** No passage has neighbours. */
const ALONE = { between: async () => [] };

const SHORT = 'How do I rotate the key?';
const LONG =
  'We have to change the key of our server once a year, and nobody knows what it breaks. How do I rotate the key without throwing all of our users out?';

interface Found {
  page: string;
  probability: number;
  length?: number;
}

/** The page and the length of each excerpt. */
async function shown(question: string, found: Found[], sure = true): Promise<[page: string, length: number][]> {
  const terms = weigh(rolesOf(question, ['en']), [], 100, new Map());
  const ranked = found.map(({ page, probability, length = 300 }, at): RankedPassage => {
    const sentence = `Rotate key number ${at} like this. `;
    const text = sentence.repeat(Math.ceil(length / sentence.length)).trim();
    const match = matchPassage(passage(text, { sourceId: page, chunkId: `${page} ${at}`, start: 10_000 * at }), terms);
    const [described] = describePassages(question, [match], terms);
    if (!described) throw new Error('There is no passage.');
    return { ...described, match, logit: 0, ownLogit: 0, probability };
  });
  const excerpts = await chooseExcerpts(ALONE, { projectId: 'p', text: question }, { ranked, terms }, sure);
  return excerpts.map(({ passage: { sourceId }, start, end }) => [sourceId, end - start]);
}

const pages = async (...args: Parameters<typeof shown>) => (await shown(...args)).map(([page]) => page);

describe('the excerpts of an answer', () => {
  it('are longer, and more, where the question tells of a task', async () => {
    const found = [0.4, 0.3, 0.2].map((probability, at) => ({ page: `page ${at}`, probability, length: 3000 }));
    const [short, long] = [await shown(SHORT, found), await shown(LONG, found)];
    expect(short).toHaveLength(2);
    expect(long).toHaveLength(3);
    expect(long[0]?.[1]).toBeGreaterThan(1000);
    expect(short[0]?.[1]).toBeLessThan(901);
  });

  it('leave out what is unlikely to answer', async () => {
    const found = [
      { page: 'best', probability: 0.9 },
      { page: 'other', probability: 0.04 },
    ];
    expect(await pages(SHORT, found)).toEqual(['best']);
    expect(await pages(LONG, found)).toEqual(['best']);
  });

  it('prefer the page of the best one, where the question tells of a task', async () => {
    const found = [
      { page: 'best', probability: 0.3 },
      { page: 'other', probability: 0.2 },
      { page: 'best', probability: 0.15 },
    ];
    expect(await pages(LONG, found)).toEqual(['best', 'best', 'other']);
    expect(await pages(SHORT, found)).toEqual(['best', 'other']);
  });

  it('are fewer and shorter where they only come closest, however unlikely', async () => {
    const found = [0.1, 0.02, 0.02].map((probability, at) => ({ page: `page ${at}`, probability, length: 3000 }));
    for (const question of [SHORT, LONG]) {
      const excerpts = await shown(question, found, false);
      expect(excerpts).toHaveLength(2);
      for (const [, length] of excerpts) expect(length).toBeLessThan(601);
    }
  });
});
