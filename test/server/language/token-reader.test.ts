import { describe, expect, it } from 'vitest';
import { createTokenReader } from '../../../server/language/token-reader.ts';
import { tokens } from '../../../server/language/words.ts';
import { fc } from '../../helpers/input/fast-check.ts';

/** The value of each token is the token itself. */
const createIdentity = (most = 1000) => createTokenReader(most, () => (token: string) => token);

const PIECES = [
  'max_tokens',
  'x-api-key',
  'v1.2.3',
  'C++',
  'F#',
  'l’heure',
  "don't",
  'a-',
  '-b',
  'a--b',
  'x+',
  'y+#',
  '++',
  'naïve',
  'e\u0301te\u0301',
  'ﬁnd',
  'ＡＢＣ',
  '東京都の',
  'ไทย',
  'Привет',
  '١٢٣',
  '😀',
  '𝒳-ray',
  '\ud83d',
  'a‑b',
  '\u0000',
  ' ',
  '\n',
  '. ',
  ', ',
  '…',
  '—',
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: fc.constantFrom(...'ab1_-.’+# '), maxLength: 80 }),
);

describe('a token reader', () => {
  it('finds the same tokens as the regular expression, in every text', () => {
    const read = createIdentity();
    fc.assert(
      fc.property(text, (some) => {
        expect(read(some)).toEqual(tokens(some));
      }),
      { numRuns: 500 },
    );
  });

  it('is not affected by a longer text before', () => {
    const read = createIdentity();
    read('one two-three four++ five');
    expect(read('one two-')).toEqual(['one', 'two']);
    expect(read('four')).toEqual(['four']);
  });

  it('makes the value of a token once, and of a long token each time', () => {
    const made: string[] = [];
    const read = createTokenReader(1000, () => (token: string) => {
      made.push(token);
      return token;
    });
    const long = 'x'.repeat(5000);
    expect(read(`cat dog cat ${long} ${long}`)).toEqual(['cat', 'dog', 'cat', long, long]);
    expect(made).toEqual(['cat', 'dog', long, long]);
  });

  it('caches up to its capacity, and then starts over with a new function', () => {
    let begun = 0;
    const read = createTokenReader(5000, () => {
      begun += 1;
      return (token: string) => token;
    });
    const many = Array.from({ length: 6000 }, (_, index) => `w${index}`);
    expect(read(many.join(' '))).toEqual(many);
    expect(begun).toBe(1);
    expect(read(many.join(' '))).toEqual(many);
    expect(begun).toBe(2);
  });

  it('reads megabytes without a break', () => {
    expect(createIdentity()('x'.repeat(2_000_000))).toHaveLength(1);
  });
});
