import { describe, expect, it } from 'vitest';
import { queryTermsFor } from '../../../../server/answering/query/query-terms.ts';
import { hybridRetrieve } from '../../../../server/answering/retrieval/hybrid-retrieve.ts';
import { hasSemanticMatches, inReadingOrder, search } from '../../../../server/answering/retrieval/search.ts';
import { createBuiltinEmbedder } from '../../../../server/engines/builtin/builtin-embedder.ts';
import { identifyEngine } from '../../../../server/engines/engine-id.ts';
import { memoryStore } from '../memory-store.ts';

describe('retrieval', () => {
  it('returns a text that several documents repeat once, from the best of them', async () => {
    const store = memoryStore([
      { title: 'Copy', text: 'The museum  opens at nine.\n' },
      { title: 'Museum', text: 'The museum opens at nine.', headings: ['Museum hours'] },
      { title: 'Café', text: 'The café of the museum opens at ten.' },
    ]);
    const { signal } = new AbortController();
    const understood = { text: 'What are the hours of the museum?', context: '', language: 'en' };
    const terms = await queryTermsFor(store, 'proj', understood, ['en']);
    const found = await hybridRetrieve(
      { store, embedder: createBuiltinEmbedder(), questionReader: null },
      { projectId: 'proj', signal },
      understood,
      terms,
    );
    expect(found.map(({ title }) => title)).toEqual(['Museum', 'Café']);
  });

  it('reads a few more hits where a few repeat others', async () => {
    const words = [...'abcdefghijklmnopqrstuvwxyzäöüßéèêáàâíìîóòôúùû'].map((letter) => letter.repeat(4));
    const texts = words.map((word) => `museum ${word} ${word}one ${word}two ${word}three`);
    const [first = '', ...others] = texts;
    const store = memoryStore([first, first, first, ...others].map((text, at) => ({ title: `Page ${at}`, text })));
    const { byIds } = store.chunks;
    const read: number[] = [];
    store.chunks.byIds = (projectId, ids) => {
      read.push(ids.length);
      return byIds(projectId, ids);
    };
    const { signal } = new AbortController();
    const understood = { text: 'museum', context: '', language: 'en' };
    const terms = await queryTermsFor(store, 'proj', understood, ['en']);
    const question = { projectId: 'proj', signal };
    const found = await hybridRetrieve({ store, embedder: null, questionReader: null }, question, understood, terms);
    expect(found).toHaveLength(30);
    expect(new Set(found.map(({ text }) => text)).size).toBe(30);
    expect(read).toEqual([20, 30, 10]);
  });

  it('searches again if what was found has been indexed again before it is read', async () => {
    const store = memoryStore([{ title: 'Museum', text: 'The museum opens at nine.' }]);
    const { text } = store.search;
    let searches = 0;
    store.search.text = async (...given) => {
      searches += 1;
      return searches === 1 ? [{ chunkId: 'replaced', score: 1 }] : text(...given);
    };
    const { signal } = new AbortController();
    const understood = { text: 'When does the museum open?', context: '', language: 'en' };
    const terms = await queryTermsFor(store, 'proj', understood, ['en']);
    const found = await hybridRetrieve(
      { store, embedder: null, questionReader: null },
      { projectId: 'proj', signal },
      understood,
      terms,
    );
    expect(found.map(({ title }) => title)).toEqual(['Museum']);
    expect(searches).toBe(2);
  });

  it('reads what the words have found while the vectors are searched', async () => {
    const store = memoryStore([
      { title: 'Museum', text: 'The museum opens at nine.' },
      { title: 'Plans', text: 'Subscriptions end with the month.' },
    ]);
    const { byIds } = store.chunks;
    const { promise: isRead, resolve } = Promise.withResolvers<string[]>();
    store.chunks.byIds = (projectId, ids) => {
      resolve(ids);
      return byIds(projectId, ids);
    };
    store.search.vector = async () => {
      expect(await isRead).toEqual(['chunk-0']);
      return [{ chunkId: 'chunk-1', score: 0.5 }];
    };
    const question = { projectId: 'proj', signal: new AbortController().signal };
    const understood = { text: 'When does the museum open?', context: '', language: 'en' };
    const { passages } = await search({ store, embedder: createBuiltinEmbedder() }, question, understood);
    expect(passages.map(({ title }) => title)).toEqual(['Museum', 'Plans']);
  });

  it('finds what the reader is near to, whatever its words', async () => {
    const store = memoryStore([
      { title: 'Museum', text: 'The museum opens at nine.' },
      { title: 'Plans', text: 'Subscriptions end with the month.' },
    ]);
    const asked: [string, string][] = [];
    store.search.read = async (projectId, [number], limit, reader) => {
      asked.push([projectId, reader]);
      const hits = [1, 0].map((row) => ({ chunkId: `chunk-${row}`, score: 1 - row }));
      return number === 7 ? hits.slice(0, limit) : [];
    };
    const questionReader = { id: 'tiny/1', embed: async () => Float32Array.of(7), compare: async () => null };
    const question = { projectId: 'proj', signal: new AbortController().signal };
    const understood = { text: 'How do I stop paying the museum?', context: '', language: 'en' };
    const byReader = await search({ store, embedder: null, questionReader }, question, understood);
    expect(byReader.passages.map(({ title, readerRank }) => [title, readerRank])).toEqual([
      ['Museum', 2],
      ['Plans', 1],
    ]);
    expect(asked).toEqual([['proj', 'tiny/1']]);
    const byWords = await search({ store, embedder: null }, question, understood);
    expect(byWords.passages.map(({ title, readerRank }) => [title, readerRank])).toEqual([['Museum', null]]);
  });

  it('searches the text index alone if the embedder has no vector for the question', async () => {
    const store = memoryStore([
      { title: 'Café', text: 'The café serves cake. The museum is near.' },
      { title: 'Museum', text: 'The hours of the museum are from nine to five.' },
    ]);
    const missing = {
      ...createBuiltinEmbedder(),
      ...identifyEngine('openai', 'missing'),
      semantic: true,
      embed: async () => [],
    };
    const question = { projectId: 'proj', signal: new AbortController().signal };
    const understood = { text: 'What are the hours of the museum?', context: '', language: 'en' };
    const found = await search({ store, embedder: missing }, question, understood);
    expect(found.passages.map(({ vectorRank }) => vectorRank)).toEqual([null, null]);
    expect(hasSemanticMatches(found, missing)).toBe(false);
    expect(inReadingOrder(found, {})).toEqual(found.ranked.map(({ match }) => match));
  });
});
