import { describe, expect, it } from 'vitest';
import { modelRerank } from '../../../../server/answering/retrieval/model-rerank.ts';
import type { Passage } from '../../../../server/answering/types.ts';
import { identifyEngine } from '../../../../server/engines/engine-id.ts';
import { errors } from '../../../../server/engines/errors.ts';
import type { Reranker } from '../../../../server/engines/types.ts';

const UNDERSTOOD = { text: 'When does it open?', context: '', language: 'en' };
const never = new AbortController().signal;

const passages: Passage[] = Array.from({ length: 30 }, (_, at) => ({
  chunkId: `chunk-${at}`,
  sourceId: 'source',
  title: 'Harbour',
  headings: [],
  page: null,
  laterPages: [],
  blocks: [],
  section: 0,
  language: 'en',
  seq: at,
  start: 0,
  end: 1,
  text: `Passage ${at}.`,
  address: null,
  indexedAt: 0,
  score: 1 / (at + 1),
  textRank: at + 1,
  vectorRank: null,
  readerRank: null,
  similarity: null,
}));
const idsOf = (some: Passage[]) => some.map(({ chunkId }) => chunkId);

function scripted(score: Reranker['score']): Reranker {
  return {
    ...identifyEngine('transformers', 'scripted'),
    score,
    ready: async () => true,
    close: async () => undefined,
  };
}

describe('reranking by a model', () => {
  it('puts the model’s best passages first and keeps the scores with the ranks', async () => {
    const asked: string[] = [];
    const reranker = scripted(async (question, texts) => {
      asked.push(question, texts[0] ?? '');
      return texts.map((_, at) => at);
    });
    const judged = await modelRerank(reranker, { ...UNDERSTOOD, context: 'Where is the office?' }, passages, never);
    expect(idsOf(judged).slice(0, 3)).toEqual(['chunk-23', 'chunk-22', 'chunk-21']);
    expect(judged.map(({ score }) => score)).toEqual(passages.map(({ score }) => score));
    expect(asked).toEqual(['When does it open?\nWhere is the office?', 'Harbour\nPassage 0.']);
    // Passages that the model did not get follow in their old order.
    expect(idsOf(judged).slice(24)).toEqual(idsOf(passages).slice(24));
  });

  it('shows the model what a passage is about, and leaves room for its text', async () => {
    const asked: string[] = [];
    const reranker = scripted(async (question, texts) => {
      asked.push(question, ...texts);
      return texts.map(() => 0);
    });
    const [first] = passages as [Passage];
    const long = 'A heading without end '.repeat(20);
    const under = (...headings: string[]): Passage => ({ ...first, headings });
    const shown = [under('Harbour', 'Ferries', 'Timetable'), under(long, 'Ferries', 'Timetable'), under(long)];
    const context = 'And where is the office? '.repeat(50);
    await modelRerank(reranker, { ...UNDERSTOOD, context }, shown, never);
    expect(asked).toEqual([
      `When does it open?\n${context}`.slice(0, 400).trimEnd(),
      'Harbour › Ferries › Timetable\nPassage 0.',
      'Ferries › Timetable\nPassage 0.',
      `${long.slice(0, 200)}\nPassage 0.`,
    ]);
  });

  it('shows the model the beginning and the end of a long question', async () => {
    const asked: string[] = [];
    const reranker = scripted(async (question, texts) => {
      asked.push(question);
      return texts.map(() => 0);
    });
    const text = `Hello. ${'I have a boat. '.repeat(50)}When does it open?`;
    await modelRerank(reranker, { ...UNDERSTOOD, text, context: 'Earlier?' }, passages, never);
    expect(asked[0]).toHaveLength(403);
    expect(asked[0]).toMatch(/^Hello\. I have.* … .*When does it open\?$/);
  });

  it('keeps the order if the model fails', async () => {
    const reranker = scripted(async () => Promise.reject(errors.embedderUnavailable()));
    expect(await modelRerank(reranker, UNDERSTOOD, passages, never)).toEqual(passages);
  });

  it('ends when its question is aborted', async () => {
    const abort = new AbortController();
    const reranker = scripted(
      async (_, __, signal) => new Promise((_, reject) => signal.addEventListener('abort', reject)),
    );
    const judging = modelRerank(reranker, UNDERSTOOD, passages, abort.signal);
    abort.abort(new Error('gone'));
    await expect(judging).rejects.toThrow('gone');
  });
});
