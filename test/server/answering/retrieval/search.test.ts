import { describe, expect, it } from 'vitest';
import { contextualizeQuery } from '../../../../server/answering/query/contextualize-query.ts';
import type { QuestionReader } from '../../../../server/answering/retrieval/question-reader.ts';
import { inReadingOrder, SHIPPED, search } from '../../../../server/answering/retrieval/search.ts';
import type { Embedder } from '../../../../server/engines/types.ts';
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

const MODEL: Embedder = {
  ...{ id: 'openai:kite', engine: 'openai', model: 'kite', dimensions: 1, semantic: true },
  ready: async () => true,
  close: async () => undefined,
  embed: async (texts) => texts.map(() => Float32Array.of(1)),
};

/** A store in whose vector index the plans are nearest to every question. */
const found = (hits: { chunkId: string; score: number }[]) => ({
  ...GUIDE,
  search: { ...GUIDE.search, vector: async () => hits },
});

const ask = (questionReader: QuestionReader | null) =>
  search({ store: GUIDE, embedder: null, questionReader }, QUESTION, contextualizeQuery(QUESTION));

describe('a search', () => {
  it('goes by what the reader says where it has read what was found', async () => {
    const { ranked, weights } = await ask(finding('Plans'));
    expect(ranked.map(({ match }) => match.passage.title)).toEqual(['Plans', 'Guests']);
    expect(weights).toBe(SHIPPED.builtin.reader);
  });

  it.each([
    ['ja', 'LDAP認証', 'ja'],
    ['zh', 'LDAP认证', 'ja'],
    ['zh', 'LDAP認証', 'en'],
  ])('takes for %s what is asked as “%s” in Han characters of documents in %s', async (asked, text, language) => {
    const store = memoryStore([{ title: '認証', text: 'LDAP認証を設定します。', language }]);
    const question = { ...QUESTION, text };
    const { languages } = await search({ store, embedder: null }, question, contextualizeQuery(question));
    expect(languages).toEqual([asked, language]);
  });

  it('has pages of another subject later for a follow-up that says nothing without it', async () => {
    const query = { text: 'stop', context: 'cancel the plan', language: 'en' };
    const foundAs = async (reference: 'joined' | 'incomplete') => {
      const { ranked } = await search({ store: GUIDE, embedder: null }, QUESTION, { ...query, reference });
      return new Map(ranked.map(({ match, logit }) => [match.passage.title, logit]));
    };
    const [joined, incomplete] = [await foundAs('joined'), await foundAs('incomplete')];
    expect(incomplete.get('Plans')).toBe(joined.get('Plans'));
    expect(incomplete.get('Guests')).toBeLessThan(joined.get('Guests') ?? 0);
  });

  it('goes by the words alone without a reader, and where that says nothing', async () => {
    const silent: QuestionReader = { ...finding('Plans'), compare: async () => null };
    for (const questionReader of [null, silent]) {
      const { ranked, weights } = await ask(questionReader);
      expect(ranked.map(({ match }) => match.passage.title)).toEqual(['Guests', 'Plans']);
      expect(weights).toBe(SHIPPED.builtin.words);
    }
  });

  describe('by the vectors of a model', () => {
    const near = found([{ chunkId: 'chunk-1', score: 0.9 }]);
    const askModel = (text: string, questionReader: QuestionReader | null, store: typeof near = near) => {
      const question = { ...QUESTION, text };
      return search({ store, embedder: MODEL, questionReader }, question, contextualizeQuery(question));
    };

    it('goes by the weights for models, with the reader and without, and an answer reads in that order', async () => {
      for (const [questionReader, reading] of [
        [null, 'words'],
        [finding('Guests'), 'reader'],
      ] as const) {
        const result = await askModel(QUESTION.text, questionReader);
        expect([result.weights, result.fitted]).toEqual([SHIPPED.model[reading], true]);
        const read = inReadingOrder(result, {}).map(({ passage }) => passage.chunkId);
        expect(read).toEqual(result.ranked.map(({ match }) => match.passage.chunkId));
      }
    });

    it('finds by what the reader has read as well', async () => {
      const asked: string[] = [];
      const reader: QuestionReader = {
        ...finding('Plans'),
        embed: async (_project, { text }) => {
          asked.push(text);
          return null;
        },
      };
      await askModel(QUESTION.text, reader);
      expect(asked).toEqual([QUESTION.text]);
    });

    it('keeps the built-in weights for other languages than they are fitted on, and the order in which was found', async () => {
      const result = await askModel('Wie kann ich aufhören, für meinen Tarif zu bezahlen?', null);
      expect([result.weights, result.fitted]).toEqual([SHIPPED.builtin.words, false]);
      const read = inReadingOrder(result, {}).map(({ passage }) => passage.chunkId);
      expect(read).toEqual(result.passages.map(({ chunkId }) => chunkId));
    });

    it('keeps the built-in weights where the model found nothing', async () => {
      const result = await askModel(QUESTION.text, null, found([]));
      expect([result.weights, result.fitted]).toEqual([SHIPPED.builtin.words, true]);
    });
  });
});
