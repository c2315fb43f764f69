import { describe, expect, it } from 'vitest';
import { cut } from '../../../server/presenters/search.ts';
import { fc } from '../../helpers/input/fast-check.ts';

const place = (text: string, part: string) => {
  const start = text.indexOf(part);
  return { start, end: start + part.length };
};

describe('the text of a search result', () => {
  const text = `First comes an introduction. ${'Then words follow words '.repeat(5)}until the needle. The end is near, and here it is.`;
  const shown = (best: string, word: string, length: number) => {
    const { start, end } = cut(text, place(text, best), [place(text, word)], length);
    return text.slice(start, end);
  };

  it('begins with the best sentence and ends with a whole word', () => {
    expect(shown('First comes an introduction.', 'introduction', 40)).toBe('First comes an introduction. Then words');
  });

  it('begins shortly before the word that was searched for if the sentence is long', () => {
    const long = text.slice(text.indexOf('Then'), text.indexOf(' The end'));
    expect(shown(long, 'needle', 45)).toBe('until the needle. The end is near, and here');
  });

  it('is filled from before the sentence at the end of the passage', () => {
    expect(shown('The end is near, and here it is.', 'near', 60)).toBe(
      'words until the needle. The end is near, and here it is.',
    );
  });

  it('is never longer, never splits a character, and never leaves the passage', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.nat(200),
        fc.nat(200),
        fc.integer({ min: 40, max: 100 }),
        (passage, from, size, length) => {
          const start = Math.min(from, passage.length);
          const best = { start, end: Math.min(start + size, passage.length) };
          const found = cut(passage, best, [], length);
          expect(found.start).toBeGreaterThanOrEqual(0);
          expect(found.end).toBeLessThanOrEqual(passage.length);
          expect(found.end - found.start).toBeLessThanOrEqual(length);
          expect(found.end).toBeGreaterThanOrEqual(found.start);
          const whole = passage.isWellFormed();
          expect(passage.slice(found.start, found.end).isWellFormed() || !whole).toBe(true);
        },
      ),
    );
  });
});
