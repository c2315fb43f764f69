import { beforeAll, describe, expect, it } from 'vitest';
import type { Reads } from '../../../../../server/store/db.ts';
import { createPostgresDb } from '../../../../../server/store/postgres/database/driver.ts';
import type { Scope } from '../../../../../server/store/postgres/search/scope.ts';
import { createTermScores } from '../../../../../server/store/postgres/search/term-scores.ts';
import { insertTexts, prepareTextIndex } from '../../../../../server/store/postgres/search/text-index.ts';
import { HEADING_WEIGHT, inverseDocumentFrequency } from '../../../../../server/store/search/text-ranking.ts';
import { seeded } from '../../../../helpers/input/seeded.ts';
import { pgliteSessions, startedPglite } from '../../../../helpers/stores/pglite.ts';
import { aChunk } from '../../../../helpers/stores/rows.ts';

const CHUNKS = 200;
const AVERAGE_LENGTH = 12;
const WORDS = Array.from({ length: 20 }, (_, at) => `word${at}`);

describe('what chunks score for terms on Postgres', () => {
  const db = createPostgresDb(pgliteSessions('term_scores'));
  const random = seeded(5);
  const some = (count: number) =>
    Array.from({ length: count }, () => WORDS[Math.floor(random() ** 3 * WORDS.length)] ?? '');
  // The last ids are written first, as where the place of removed rows is used once more.
  const texts = Array.from({ length: CHUNKS }, (_, at) => ({
    id: CHUNKS - at,
    generation: 1 + (at % 4),
    headings: some(2),
    terms: some(2 + Math.floor(random() * 20)),
  }));
  const scope: Scope = { projectId: 'ours', number: 1, chunks: CHUNKS, hidden: '{4}', within: null, state: 'one' };
  const visible = texts.filter(({ generation }) => generation !== 4);
  const having = (word: string) => visible.filter(({ headings, terms }) => [...headings, ...terms].includes(word));
  const counted = (words: string[]) => words.map((word): [string, number] => [word, having(word).length]);

  function expected(words: string[], limit: number) {
    const scores = new Map<number, number>();
    for (const word of words) {
      const chunks = having(word);
      for (const { id, headings, terms } of chunks) {
        const times = (of: string[]) => of.filter((one) => one === word).length;
        const frequency = times(terms) + HEADING_WEIGHT * times(headings);
        const length = 1 + headings.length + terms.length;
        const score =
          (inverseDocumentFrequency(chunks.length, CHUNKS) * frequency * 2.2) /
          (frequency + 1.2 * (0.25 + (0.75 * length) / AVERAGE_LENGTH));
        scores.set(id, (scores.get(id) ?? 0) + score);
      }
    }
    return [...scores]
      .map(([id, score]) => ({ id, score: expect.closeTo(score, 9), exact: score }))
      .sort((one, other) => other.exact - one.exact || one.id - other.id)
      .slice(0, limit)
      .map(({ id, score }) => ({ id, score }));
  }

  beforeAll(async () => {
    await startedPglite();
    await db.tx(prepareTextIndex);
    const place = { projectId: 'ours', projectNumber: 1 };
    const entries = texts.map(({ id, generation, headings, terms }) => ({
      ...{ ...place, chunkId: id, generation },
      chunk: aChunk(0, '', { headingTerms: headings.join(' '), terms: terms.join(' ') }),
    }));
    await db.tx((tx) => insertTexts(tx, entries));
  });

  /** Searches, and counts the statements. */
  const searching = () => {
    const termScores = createTermScores();
    const seen = { statements: 0 };
    const count = (reads: Reads): Reads => ({
      read(sql, parameters) {
        seen.statements += 1;
        return reads.read(sql, parameters);
      },
    });
    const search = (words: string[], of: Partial<Scope> = {}) =>
      db.snapshot((reads) => termScores(count(reads), { ...scope, ...of }, counted(words), AVERAGE_LENGTH, 15));
    return { seen, search };
  };

  it('is BM25, added up over the terms, of the chunks that are not hidden', async () => {
    const { search } = searching();
    for (const words of [['word19'], ['word9', 'word1'], ['word12', 'word7', 'word0', 'word1'], ['word9', 'absent']])
      expect(await search(words), words.join(' ')).toEqual(expected(words, 15));
  });

  it('is read once for each term until other generations are live', async () => {
    const { seen, search } = searching();
    const first = await search(['word9', 'word1']);
    expect(await search(['word9', 'word1'])).toEqual(first);
    expect(await search(['word1'])).toEqual(expected(['word1'], 15));
    expect(seen.statements).toBe(1);
    expect(await search(['word12', 'word1'])).toEqual(expected(['word12', 'word1'], 15));
    expect(seen.statements).toBe(2);
    await search(['word12', 'word1'], { state: 'two' });
    expect(seen.statements).toBe(3);
  });

  it('is that of the filtered generations alone, also after a search without the filter, and before one', async () => {
    const { search } = searching();
    const all = await search(['word1']);
    const filtered = await search(['word1'], { within: [2] });
    const generations = new Map(texts.map(({ id, generation }) => [id, generation]));
    expect(new Set(filtered.map(({ id }) => generations.get(id)))).toEqual(new Set([2]));
    expect(await search(['word1'])).toEqual(all);
  });
});
