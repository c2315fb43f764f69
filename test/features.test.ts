import { describe, expect, it } from 'vitest';
import { expectTests, heldBy, tableRows } from './claims.ts';

const rows = tableRows('features.md').map(([feature = '', mark = '', held = '', missing = '', ...more]) => {
  return { feature, mark, missing, more, files: heldBy(held) };
});

describe('the table of features', () => {
  it('has rows of four columns, each feature once', () => {
    expect(rows.length).toBeGreaterThan(40);
    for (const { feature, more } of rows) expect(more, feature).toEqual([]);
    expect(new Set(rows.map(({ feature }) => feature)).size).toBe(rows.length);
  });

  it.each(rows)('has a mark and what is behind it: $feature', ({ mark, missing, files }) => {
    expect(mark).toMatch(/^[HPN]$/);
    if (mark === 'H') expect(files).not.toEqual([]);
    else expect(missing).not.toBe('');
    expectTests(files);
  });
});
