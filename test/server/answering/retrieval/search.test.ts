import { describe, expect, it } from 'vitest';
import { contextualizeQuery } from '../../../../server/answering/query/contextualize-query.ts';
import type { MatchWords } from '../../../../server/answering/retrieval/match-words.ts';
import { search } from '../../../../server/answering/retrieval/search.ts';
import { TRAINED, TRAINED_WITH_READER } from '../../../../server/answering/retrieval/weights.generated.ts';
import { memoryStore } from '../memory-store.ts';

const GUIDE = memoryStore([
  { title: 'Guests', text: 'Paying guests stop at the front desk.' },
  { title: 'Plans', text: 'You can cancel the paying of your plan under Settings.' },
]);
const QUESTION = {
  projectId: 'proj_1',
  text: 'How do I stop paying?',
  history: [],
  contact: '',
  signal: new AbortController().signal,
};

/** A reader that finds the words of every question in the passages of this title. */
const finding =
  (wanted: string): MatchWords =>
  async (_project, _query, passages) =>
    new Map(
      passages.map(({ chunkId, title }) => {
        const score = title === wanted ? 0.9 : 0.1;
        return [chunkId, { whole: score, own: score }];
      }),
    );

const ask = (matchWords: MatchWords | null) =>
  search({ store: GUIDE, embedder: null, matchWords }, QUESTION, contextualizeQuery(QUESTION));

describe('a search', () => {
  it('goes by what the reader says where it has read what was found', async () => {
    const { ranked, weights } = await ask(finding('Plans'));
    expect(ranked.map(({ match }) => match.passage.title)).toEqual(['Plans', 'Guests']);
    expect(weights).toBe(TRAINED_WITH_READER);
  });

  it('goes by the words alone without a reader, and where that says nothing', async () => {
    for (const matchWords of [null, async () => null]) {
      const { ranked, weights } = await ask(matchWords);
      expect(ranked.map(({ match }) => match.passage.title)).toEqual(['Guests', 'Plans']);
      expect(weights).toBe(TRAINED);
    }
  });
});
