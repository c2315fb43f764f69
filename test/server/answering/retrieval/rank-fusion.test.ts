import { describe, expect, it } from 'vitest';
import { fuseRankings } from '../../../../server/answering/retrieval/rank-fusion.ts';

describe('rank fusion', () => {
  it('puts first what both lists rank high', () => {
    const fused = fuseRankings([
      { ids: ['a', 'b', 'c'], weight: 1 },
      { ids: ['b', 'd', 'a'], weight: 1 },
    ]);
    expect(fused.map(({ id }) => id)).toEqual(['b', 'a', 'd', 'c']);
    expect(fused[0]).toMatchObject({ ranks: [2, 1] });
    expect(fused[2]).toMatchObject({ ranks: [null, 2] });
  });

  it('keeps the order of a heavy list against a light one', () => {
    const fused = fuseRankings([
      { ids: ['a', 'b'], weight: 1 },
      { ids: ['c', 'b', 'a'], weight: 0.01 },
    ]);
    expect(fused.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('counts an id once for each list', () => {
    const [first, ...others] = fuseRankings([{ ids: ['a', 'a', 'b'], weight: 1 }]);
    expect(first).toEqual({ id: 'a', score: 1 / 21, ranks: [1] });
    expect(others.map(({ id }) => id)).toEqual(['b']);
    expect(fuseRankings([])).toEqual([]);
  });
});
