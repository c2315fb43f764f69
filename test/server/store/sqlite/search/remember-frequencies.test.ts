import { describe, expect, it } from 'vitest';
import { rememberFrequencies } from '../../../../../server/store/sqlite/search/remember-frequencies.ts';

/** Counts terms by a table, and notes which were asked for. */
function counting(counts: Record<string, number>) {
  const asked: string[][] = [];
  const state = { changes: 1 as number | null, chunks: 9 };
  const frequencies = rememberFrequencies(
    async (_, terms, { prefixes = [], searchedNext = false } = {}) => {
      asked.push([...terms, ...prefixes.map((prefix) => `${prefix}…`), ...(searchedNext ? ['and searched next'] : [])]);
      const countOf = (term: string) => counts[term] ?? 0;
      return {
        chunks: state.chunks,
        byTerm: new Map(terms.map((term) => [term, countOf(term)])),
        byPrefix: new Map(prefixes.map((prefix) => [prefix, countOf(prefix)])),
      };
    },
    async () => state.changes,
  );
  return { frequencies, asked, state, counts };
}

describe('the counts of terms', () => {
  it('are asked for once', async () => {
    const { frequencies, asked } = counting({ museum: 2 });
    const first = await frequencies('proj_1', ['museum', 'hours']);
    expect(await frequencies('proj_1', ['hours', 'museum'])).toEqual(first);
    expect(first).toEqual({
      chunks: 9,
      byTerm: new Map([
        ['museum', 2],
        ['hours', 0],
      ]),
      byPrefix: new Map(),
    });
    expect(await frequencies('proj_1', ['museum', 'open'])).toEqual({
      chunks: 9,
      byTerm: new Map([
        ['museum', 2],
        ['open', 0],
      ]),
      byPrefix: new Map(),
    });
    expect(asked).toEqual([['museum', 'hours'], ['open']]);
  });

  it('are asked for as those of terms that are searched for next', async () => {
    const { frequencies, asked } = counting({ museum: 2 });
    for (let times = 0; times < 2; times += 1) await frequencies('proj_1', ['museum'], { searchedNext: true });
    expect(asked).toEqual([['museum', 'and searched next']]);
  });

  it('are asked for again after something has changed', async () => {
    const { frequencies, asked, state, counts } = counting({ museum: 2 });
    await frequencies('proj_1', ['museum']);
    state.changes = 2;
    state.chunks = 10;
    counts.museum = 3;
    expect(await frequencies('proj_1', ['museum'])).toMatchObject({ chunks: 10, byTerm: new Map([['museum', 3]]) });
    expect(asked).toEqual([['museum'], ['museum']]);
  });

  it('are those of one project', async () => {
    const { frequencies, asked } = counting({ museum: 2 });
    await frequencies('proj_1', ['museum']);
    await frequencies('proj_2', ['museum']);
    expect(asked).toEqual([['museum'], ['museum']]);
  });

  it('of beginnings, of no term, and of a project that is gone are not remembered', async () => {
    const { frequencies, asked, state } = counting({ mus: 4, museum: 2 });
    await frequencies('proj_1', ['museum']);
    for (let times = 0; times < 2; times += 1) {
      expect(await frequencies('proj_1', ['museum'], { prefixes: ['mus'] })).toEqual({
        chunks: 9,
        byTerm: new Map([['museum', 2]]),
        byPrefix: new Map([['mus', 4]]),
      });
      expect((await frequencies('proj_1', [])).chunks).toBe(9);
    }
    state.changes = null;
    for (let times = 0; times < 2; times += 1) await frequencies('proj_1', ['museum']);
    expect(asked).toEqual([['museum'], ['mus…'], [], ['mus…'], [], ['museum'], ['museum']]);
  });
});
