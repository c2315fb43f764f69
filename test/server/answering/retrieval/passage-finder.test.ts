import { describe, expect, it } from 'vitest';
import { createPassageFinder } from '../../../../server/answering/retrieval/passage-finder.ts';
import type { Embedder, Reranker } from '../../../../server/engines/types.ts';
import { memoryStore, type Written } from '../memory-store.ts';

const { signal } = new AbortController();

const GUIDE: Written[] = [
  { title: 'Install', text: 'Install the server with npm. It needs Node.js 24.', headings: ['Install', 'From npm'] },
  { title: 'Policies', text: 'Our policies say how long data is kept. The retention policy is 90 days.' },
  { title: 'Tokens', text: 'Set max_tokens to limit an answer. The default is 512.' },
  { title: 'Configuration', text: 'Configuring the widget takes one line of HTML.' },
  { title: 'Häfen', text: 'Die Fähre legt um sieben Uhr ab. Der Hafen ist im Winter geschlossen.', language: 'de' },
  { title: '配置', text: '首都是北京。我们在这里配置服务器。', language: 'zh' },
];

const finder = (written = GUIDE, engines: { embedder?: Embedder; reranker?: Reranker } = {}) =>
  createPassageFinder({
    store: memoryStore(written),
    embedder: () => engines.embedder ?? null,
    reranker: () => engines.reranker ?? null,
  });
const find = (text: string, options: Partial<Parameters<ReturnType<typeof finder>['find']>[0]> = {}) =>
  finder().find({ projectId: 'proj', accountId: 'usr', text, limit: 5, typing: false, signal, ...options });
const titles = async (...given: Parameters<typeof find>) =>
  (await find(...given)).found.map(({ passage }) => passage.title);

const typing = { typing: true };

describe('a search for passages', () => {
  it('finds those that an answer would read, best first, with the sentence that has most of the query', async () => {
    const { found, noSources } = await find('How long is the retention of data?');
    expect(noSources).toBeNull();
    const [first] = found;
    expect(first?.passage.title).toBe('Policies');
    expect(first?.passage.text.slice(first.best.start, first.best.end).trim()).toMatch(/^(Our policies|The retention)/);
    const scores = found.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('marks the words in every form that the search takes for the same', async () => {
    const words = async (query: string, options = {}) => {
      const [first] = (await find(query, options)).found;
      return first?.highlights.map(({ start, end }) => first.passage.text.slice(start, end));
    };
    expect(await words('policy')).toEqual(['policies', 'policy']);
    expect(await words('max_tokens')).toEqual(['max_tokens']);
    expect(await words('Fähren')).toEqual(['Fähre']);
    expect(await words('服务器')).toEqual(['服务器']);
    expect(await words('configu', typing)).toEqual(['Configuring']);
    expect(await words('npm inst', typing)).toEqual(['Install', 'npm']);
  });

  it('says why there is nothing to look in', async () => {
    const empty = await finder([]).find({
      ...{ projectId: 'proj', accountId: 'usr', text: 'policy', limit: 5, typing: true, signal },
    });
    expect(empty).toEqual({ found: [], noSources: 'no_sources', corrected: null });
  });

  it('looks only in the sources of the filter', async () => {
    expect(await titles('policy server', { filter: { ids: ['src_Install'] } })).toEqual(['Install']);
    expect(await titles('policy', { filter: { ids: ['src_Install'] } })).toEqual([]);
  });

  it('gives at most as many as are wanted', async () => {
    expect(await titles('the server policy default', { limit: 2 })).toHaveLength(2);
  });
});

describe('while the query is being typed', () => {
  it.each([
    ['ins', 'Install'],
    ['inst', 'Install'],
    ['install th', 'Install'],
    ['how do i confi', 'Configuration'],
    // The index has stems, which are shorter than the word or end otherwise.
    ['configuring', 'Configuration'],
    ['policie', 'Policies'],
    ['policy', 'Policies'],
    ['max_to', 'Tokens'],
    ['fäh', 'Häfen'],
    ['fah', 'Häfen'],
    ['首', '配置'],
    ['配置服', '配置'],
  ])('the last word stands for all that begin so: %s', async (text, title) => {
    expect((await titles(text, typing))[0]).toBe(title);
  });

  it('a finished word stands for itself', async () => {
    expect(await titles('inst ', typing)).toEqual([]);
    expect(await titles('inst.', typing)).toEqual([]);
    expect(await titles('install ', typing)).toEqual(['Install']);
    expect(await titles('inst')).toEqual([]);
  });

  it.each(['i', 'how do i', 'how do i ', 'the ', '?', '"', '  '])('says nothing to %j', async (text) => {
    expect(await titles(text, typing)).toEqual([]);
  });

  it('asks no model', async () => {
    const refuse = () => {
      throw new Error('A model was asked.');
    };
    const embedder: Embedder = {
      ...{ id: 'model', dimensions: 8, semantic: true, ready: async () => true, close: async () => undefined },
      embed: refuse,
    } as unknown as Embedder;
    const reranker = { id: 'model', rerank: refuse, close: async () => undefined } as unknown as Reranker;
    const search = { projectId: 'proj', accountId: 'usr', text: 'inst', limit: 5, signal };
    const { found } = await finder(GUIDE, { embedder, reranker }).find({ ...search, typing: true });
    expect(found[0]?.passage.title).toBe('Install');
    await expect(finder(GUIDE, { embedder, reranker }).find({ ...search, typing: false })).rejects.toThrow('A model');
  });
});
