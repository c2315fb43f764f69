import { describe, expect, it } from 'vitest';
import { expectTests, heldBy, tableRows } from './claims.ts';

const rows = tableRows('promises.md').map(([fault = '', holds = '', held = '', ...more]) => {
  return { fault, holds, more, files: heldBy(held) };
});

describe('the table of promises', () => {
  it('has rows of three columns, each attack or fault once', () => {
    for (const { fault, holds, more } of rows) {
      expect(holds, fault).not.toBe('');
      expect(more, fault).toEqual([]);
    }
    expect(new Set(rows.map(({ fault }) => fault)).size).toBe(rows.length);
  });

  it.each(rows)('names tests that are there: $fault', ({ files }) => {
    expect(files).not.toEqual([]);
    expectTests(files);
  });
});
