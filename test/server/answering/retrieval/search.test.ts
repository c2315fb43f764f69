import { describe, expect, it } from 'vitest';
import { contextualizeQuery } from '../../../../server/answering/query/contextualize-query.ts';
import type { QuestionReader } from '../../../../server/answering/retrieval/question-reader.ts';
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
const finding = (wanted: string): QuestionReader => ({
  id: 'tiny/1',
  embed: async () => null,
  compare: async (_project, _query, passages) =>
    new Map(
      passages.map(({ chunkId, title }) => {
        const score = title === wanted ? 0.9 : 0.1;
        const match = { words: score, weakest: score, whole: score };
        return [chunkId, { whole: match, own: match }];
      }),
    ),
});

const ask = (questionReader: QuestionReader | null) =>
  search({ store: GUIDE, embedder: null, questionReader }, QUESTION, contextualizeQuery(QUESTION));

describe('a search', () => {
  it('goes by what the reader says where it has read what was found', async () => {
    const { ranked, weights } = await ask(finding('Plans'));
    expect(ranked.map(({ match }) => match.passage.title)).toEqual(['Plans', 'Guests']);
    expect(weights).toBe(TRAINED_WITH_READER);
  });

  it('goes by the words alone without a reader, and where that says nothing', async () => {
    const silent: QuestionReader = { ...finding('Plans'), compare: async () => null };
    for (const questionReader of [null, silent]) {
      const { ranked, weights } = await ask(questionReader);
      expect(ranked.map(({ match }) => match.passage.title)).toEqual(['Guests', 'Plans']);
      expect(weights).toBe(TRAINED);
    }
  });
});
