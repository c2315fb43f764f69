import { describe, expect, it } from 'vitest';
import { cleanTerms, splitTerms } from '../../../../server/store/search/terms.ts';
import { fc } from '../../../helpers/input/fast-check.ts';

const term = fc.oneof(
  fc.constantFrom('word', 'Word', '東京', 'été', 'x'.repeat(128), 'x'.repeat(129), '\ud800', '\u007f'),
);
const text = fc
  .array(fc.tuple(term, fc.constantFrom(' ', ' ', ' ', '  ', '\n', '\u00a0', '')), { maxLength: 12 })
  .map((pieces) => pieces.flat().join(''));

describe('clean terms', () => {
  it('are the terms that splitting gives, with one space between each two', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (some) => {
        expect(cleanTerms(some)).toBe(splitTerms(some).join(' '));
      }),
      { numRuns: 300 },
    );
  });

  it('are looked for in no more than linear time', () => {
    const long = `${'word '.repeat(40_000)}${'x'.repeat(500)}`;
    expect(cleanTerms(long)).toHaveLength(40_000 * 5 - 1);
  });
});
