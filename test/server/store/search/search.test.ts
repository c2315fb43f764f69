import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../../server/store/types.ts';
import { fc } from '../../../helpers/input/fast-check.ts';
import {
  aChunk,
  aSource,
  aVector,
  claimed,
  ingested,
  staged,
  temporaryPlaces,
  withProject,
} from '../../../helpers/stores/rows.ts';
import { searchStores } from '../../../helpers/stores/tested-stores.ts';

/** Pieces of FTS5's query language. */
const QUERY_SYNTAX = fc.constantFrom(
  '"',
  "'",
  '*',
  '^',
  '+',
  '-',
  ':',
  '(',
  ')',
  '{',
  '}',
  ',',
  ' ',
  'AND',
  'OR',
  'NOT',
  'NEAR',
  'terms',
  '\0',
  'g1',
  '1:',
);

for (const { name, open } of searchStores()) {
  describe(`search (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    // One for all: what is found is always of one project, and each test has its own.
    beforeAll(async () => {
      store = places.track(await open(places.directory()));
    });
    afterAll(() => places.clear());

    const textsFound = async (projectId: string, terms: string[], limit = 10) => {
      const hits = await store.search.text(projectId, terms, limit);
      const chunks = await store.chunks.byIds(
        projectId,
        hits.map(({ chunkId }) => chunkId),
      );
      return chunks.map(({ text }) => text);
    };

    it('finds the chunks that hold any of the terms, those with more and rarer ones first', async () => {
      const project = await withProject(store);
      await ingested(store, project.id, [
        'open the gate',
        'open the door',
        'open a rare window',
        'nothing of that',
        'open the gate window',
      ]);
      expect(await textsFound(project.id, ['gate', 'window'])).toEqual([
        'open the gate window',
        'open the gate',
        'open a rare window',
      ]);
      expect((await textsFound(project.id, ['open', 'rare']))[0]).toBe('open a rare window');
      expect(await textsFound(project.id, ['open'], 2)).toHaveLength(2);
      expect(await textsFound(project.id, ['absent'])).toEqual([]);
      expect(await textsFound(project.id, [])).toEqual([]);
    });

    it('scores better hits higher', async () => {
      const project = await withProject(store);
      await ingested(store, project.id, ['one two', 'one', 'three']);
      const hits = await store.search.text(project.id, ['one', 'two'], 10);
      expect(hits).toHaveLength(2);
      expect(hits[0]?.score).toBeGreaterThan(hits[1]?.score ?? Number.POSITIVE_INFINITY);
      expect(hits[1]?.score).toBeGreaterThan(0);
    });

    it('counts a word of a heading, but less than one of the text', async () => {
      const project = await withProject(store);
      await ingested(store, project.id, [
        aChunk(0, 'filler words', { headingTerms: 'backup guide' }),
        aChunk(1, 'backup words', { headingTerms: 'other guide' }),
      ]);
      expect(await textsFound(project.id, ['backup'])).toEqual(['backup words', 'filler words']);
    });

    it.each([
      'c++',
      "o'neill",
      'naïve',
      'größe',
      '東京',
      'ก็',
      'e-mail@example.com',
      'v1.2.3',
      '"quoted"',
      'a:b',
      '§4',
      '😀',
      '`',
      '\\',
    ])('keeps the term %s whole', async (term) => {
      const project = await withProject(store);
      await ingested(store, project.id, [aChunk(0, 'wanted', { terms: `before ${term} after` }), 'other']);
      expect(await textsFound(project.id, [term])).toEqual(['wanted']);
      const pieces = [...term].filter((piece) => piece !== term);
      expect(await textsFound(project.id, pieces)).toEqual([]);
    });

    it('takes letters of either case for one, and counts a term once however often it is asked for', async () => {
      const project = await withProject(store);
      await ingested(store, project.id, [aChunk(0, 'wanted', { terms: 'Gate' }), 'other']);
      const [once] = await store.search.text(project.id, ['gate'], 5);
      expect(await store.search.text(project.id, ['GATE', 'gate', 'Gate'], 5)).toEqual([once]);
      expect((await store.search.frequencies(project.id, ['GATE'])).byTerm.get('GATE')).toBe(1);
    });

    it('finds what has been written since the same was asked, and no more what was removed', async () => {
      const project = await withProject(store);
      const first = await ingested(store, project.id, ['wanted once']);
      for (let times = 0; times < 3; times += 1)
        expect(await textsFound(project.id, ['wanted'])).toEqual(['wanted once']);
      await ingested(store, project.id, ['wanted twice, wanted']);
      for (let times = 0; times < 3; times += 1)
        expect((await textsFound(project.id, ['wanted'])).toSorted()).toEqual(['wanted once', 'wanted twice, wanted']);
      await store.sources.delete(project.id, first.id);
      for (let times = 0; times < 3; times += 1)
        expect(await textsFound(project.id, ['wanted'])).toEqual(['wanted twice, wanted']);
    });

    it.each([
      ['a quote', '"'],
      ['a star', '*'],
      ['NEAR', 'NEAR('],
      ['a column filter', 'generation:g1'],
      ['a generation token', 'g1'],
      ['NOT', 'NOT'],
      ['NUL', 'a\0b'],
      ['a lone surrogate', '\ud800'],
      ['nothing', ''],
      ['white space', ' \t\n'],
      ['many parentheses', '('.repeat(5_000)],
      ['a very long word', 'x'.repeat(100_000)],
      ['a backslash', '\\'],
      ['a caret', '^start'],
      ['SQL', "'; drop table chunks; --"],
    ])('takes %s as data', async (_, term) => {
      const project = await withProject(store);
      await ingested(store, project.id, ['plain words here']);
      expect(await store.search.text(project.id, [term], 10)).toEqual([]);
      expect(await textsFound(project.id, [term, 'plain'])).toEqual(['plain words here']);
      expect((await store.search.frequencies(project.id, [term])).byTerm.get(term)).toBe(0);
    });

    it('takes any strings at all as data', async () => {
      const project = await withProject(store);
      await ingested(store, project.id, ['plain words here']);
      const anything = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: QUERY_SYNTAX })), {
        maxLength: 8,
      });
      await fc.assert(
        fc.asyncProperty(anything, async (terms) => {
          expect(await textsFound(project.id, ['plain', ...terms])).toEqual(['plain words here']);
          await store.search.frequencies(project.id, terms);
        }),
        { numRuns: 40, seed: 7 },
      );
    });

    it('answers ten thousand terms', async () => {
      const project = await withProject(store);
      await ingested(store, project.id, ['plain words here']);
      const terms = Array.from({ length: 10_000 }, (_, index) => `term${index}`);
      expect(await textsFound(project.id, ['plain', ...terms])).toEqual(['plain words here']);
    });

    it('lets common words count in a small project', async () => {
      const project = await withProject(store);
      const texts = Array.from({ length: 300 }, (_, index) => `common text${index}`);
      await ingested(store, project.id, [...texts, 'common needle']);
      const found = await textsFound(project.id, ['common', 'needle'], 50);
      expect(found[0]).toBe('common needle');
      expect(found).toHaveLength(50);
    });

    it('leaves out what nearly all of many chunks have where rarer terms remain, and only there', async () => {
      const project = await withProject(store);
      const texts = Array.from({ length: 1000 }, (_, index) => `common text${index}`);
      await ingested(store, project.id, [...texts, 'common needle']);
      expect(await textsFound(project.id, ['common', 'needle'], 50)).toEqual(['common needle']);
      expect(await textsFound(project.id, ['common'], 50)).toHaveLength(50);
    });

    it('finds the nearest vectors first and scores them by their cosine', async () => {
      const project = await withProject(store);
      await ingested(store, project.id, [
        aChunk(0, 'far', { embedding: aVector(4) }),
        aChunk(1, 'near', { embedding: aVector(0, 1) }),
        aChunk(2, 'same', { embedding: aVector(0) }),
      ]);
      const hits = await store.search.vector(project.id, aVector(0), 2);
      const chunks = await store.chunks.byIds(
        project.id,
        hits.map(({ chunkId }) => chunkId),
      );
      expect(chunks.map(({ text }) => text)).toEqual(['same', 'near']);
      expect(hits[0]?.score).toBeCloseTo(1, 5);
      expect(hits[1]?.score).toBeCloseTo(Math.SQRT1_2, 5);
    });

    it('refuses vectors of another shape and numbers that are none, when asking and when writing', async () => {
      const project = await withProject(store);
      await store.sources.create(aSource(project.id));
      const job = await claimed(store);
      const generation = await staged(store, job, []);
      const bad = [
        new Float32Array(7),
        new Float32Array(9),
        new Float32Array(8).fill(Number.NaN),
        new Float32Array(8).fill(Number.POSITIVE_INFINITY),
      ];
      for (const embedding of bad) {
        await expect(store.search.vector(project.id, embedding, 5)).rejects.toThrow(RangeError);
        const chunks = [aChunk(0, 'good'), aChunk(1, 'bad', { embedding })];
        await expect(store.chunks.append(job, generation, chunks)).rejects.toThrow(RangeError);
      }
      expect(await store.chunks.append(job, generation, [aChunk(0, 'good')])).toBe(true);
    });

    it('gives a small project all its hits next to a large one, and never one of the large one', async () => {
      const large = await withProject(store);
      const small = await withProject(store);
      await ingested(
        store,
        large.id,
        Array.from({ length: 1_000 }, (_, index) => aChunk(index, 'shared word', { embedding: aVector(0) })),
      );
      const texts = Array.from({ length: 5 }, (_, index) => aChunk(index, 'shared word', { embedding: aVector(3, 1) }));
      const source = await ingested(store, small.id, texts);
      const passages = await store.chunks.ofSource(small.id, source.id, { limit: 10, offset: 0 });
      const own = passages.rows.map(({ id }) => id).sort();
      expect(own).toHaveLength(5);
      const ids = (hits: { chunkId: string }[]) => hits.map(({ chunkId }) => chunkId).sort();
      expect(ids(await store.search.text(small.id, ['shared'], 5))).toEqual(own);
      expect(ids(await store.search.vector(small.id, aVector(0), 5))).toEqual(own);
      expect(ids(await store.search.vector(small.id, aVector(0), 50))).toEqual(own);
      expect(await store.search.text('proj_unknown', ['shared'], 5)).toEqual([]);
      expect(await store.search.vector('proj_unknown', aVector(0), 5)).toEqual([]);
    });

    it('ranks a project by its own words, whatever its neighbours contain', async () => {
      const project = await withProject(store);
      // One rare word weighs more here than two that most chunks have. Among a thousand chunks of others all three are rare.
      const usual = Array.from({ length: 7 }, () => 'usual common word');
      await ingested(store, project.id, ['a rare word', ...usual, 'x', 'y', 'z']);
      const best = async () => (await textsFound(project.id, ['rare', 'usual', 'common']))[0];
      expect(await best()).toBe('a rare word');
      const neighbour = await withProject(store);
      await ingested(
        store,
        neighbour.id,
        Array.from({ length: 1_000 }, () => 'nothing of this'),
      );
      expect(await best()).toBe('a rare word');
    });

    it('counts in how many chunks of the project a term occurs', async () => {
      const project = await withProject(store);
      const other = await withProject(store);
      await ingested(store, project.id, ['one two', 'one one', 'three']);
      await ingested(store, other.id, ['one']);
      expect(await store.search.frequencies(project.id, ['one', 'two', 'absent', 'guide'])).toEqual({
        chunks: 3,
        byTerm: new Map([
          ['one', 2],
          ['two', 1],
          ['absent', 0],
          ['guide', 3],
        ]),
        byPrefix: new Map(),
      });
    });

    it('lists the terms of the project that begin so, each once', async () => {
      const project = await withProject(store);
      const other = await withProject(store);
      await ingested(store, project.id, ['gate garden gate', 'Gable go', 'a fence', 'größe']);
      await ingested(store, other.id, ['gallery']);
      const listed = async (prefix: string) => (await store.search.termsBeginning(project.id, prefix)).sort();
      expect(await listed('ga')).toEqual(['gable', 'garden', 'gate']);
      expect(await listed('gu')).toEqual(['guide']);
      expect(await listed('grö')).toEqual(['größe']);
      for (const none of ['x', '', "ga'", 'ga:*', 'ga %', 'g1', ':', '#']) expect(await listed(none), none).toEqual([]);
      await ingested(store, project.id, ['a gazebo']);
      expect(await listed('ga')).toEqual(['gable', 'garden', 'gate', 'gazebo']);
    });

    it('names some of the live chunks that have each term', async () => {
      const project = await withProject(store);
      const other = await withProject(store);
      await ingested(store, project.id, ['a gate', 'Gate and garden', 'the gate again', 'a fence']);
      await ingested(store, other.id, ['another gate']);
      await store.sources.create(aSource(project.id));
      await staged(store, await claimed(store), [aChunk(0, 'a hidden gate')]);
      const having = await store.search.having(project.id, ['gate', 'garden', 'absent', 'ga*'], 2);
      expect([...having].map(([term, ids]) => [term, ids.length])).toEqual([
        ['gate', 2],
        ['garden', 1],
        ['absent', 0],
        ['ga*', 0],
      ]);
      const textsOf = async (ids: string[] = []) =>
        (await store.chunks.byIds(project.id, ids)).map(({ text }) => text).sort();
      expect(await textsOf(having.get('garden'))).toEqual(['Gate and garden']);
      const all = await store.search.having(project.id, ['gate'], 10);
      expect(await textsOf(all.get('gate'))).toEqual(['Gate and garden', 'a gate', 'the gate again']);
      expect(await store.search.having('proj_none', ['gate'], 10)).toEqual(new Map([['gate', []]]));
    });

    it('gives every hit it should while many sources of the project are being written', async () => {
      const project = await withProject(store);
      await ingested(store, project.id, [aChunk(0, 'wanted word', { embedding: aVector(5) })]);
      for (let index = 0; index < 30; index += 1) {
        await store.sources.create(aSource(project.id));
        const job = await claimed(store, `worker${index}`);
        await staged(store, job, [aChunk(0, 'wanted word', { embedding: aVector(0) })]);
      }
      expect(await textsFound(project.id, ['wanted'], 1)).toEqual(['wanted word']);
      expect(await store.search.text(project.id, ['wanted'], 10)).toHaveLength(1);
      expect(await store.search.vector(project.id, aVector(0), 1)).toHaveLength(1);
      expect((await store.search.frequencies(project.id, ['wanted'])).byTerm.get('wanted')).toBe(1);
    });
  });
}
