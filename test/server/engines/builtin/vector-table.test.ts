import { describe, expect, it } from 'vitest';
import { createPooling } from '../../../../server/engines/builtin/pooling.ts';
import { gramsOf, unitsOf } from '../../../../server/engines/builtin/units.ts';
import { openVectorTable } from '../../../../server/engines/builtin/vector-table.ts';
import { toVectorFile } from '../../../research/train-vectors/quantise.ts';

const DIMENSIONS = 8;
const WORDS = ['port', 'host', 'name'];
const GRAMS = 16;

/** Each row points along its own axis: `port` along the first, all grams along the last. */
function file(): Buffer {
  const rows = new Float32Array((WORDS.length + GRAMS) * DIMENSIONS);
  WORDS.forEach((_, word) => {
    rows[word * DIMENSIONS + word] = word + 1;
  });
  for (let gram = 0; gram < GRAMS; gram++) rows[(WORDS.length + gram) * DIMENSIONS + DIMENSIONS - 1] = 1;
  return toVectorFile({ dimensions: DIMENSIONS, words: WORDS, grams: GRAMS, rows });
}

describe('the units of a token', () => {
  it.each([
    ['Café', ['cafe']],
    ['max_tokens', ['max_tokens', 'max', 'tokens']],
    ['maxTokens', ['maxtokens', 'max', 'tokens']],
    ['東京都', ['東京', '京都']],
  ])('%s: %j', (token, units) => {
    expect(unitsOf(token)).toEqual(units);
  });

  it('cuts an unlisted unit into overlapping n-grams with its ends marked', () => {
    expect(gramsOf('ports')).toEqual(['<por', 'port', 'orts', 'rts>']);
    expect(gramsOf('a')).toEqual(['<a>']);
  });
});

describe('the vector table', () => {
  const bytes = file();
  const table = openVectorTable(bytes);
  const vectorOf = createPooling(table);

  it('gives a text the sum of its words, weighted, by the logarithm of their counts, of length 1', () => {
    const [port = 0, host = 0] = vectorOf('port host Host');
    expect(host / port).toBeCloseTo(2 * (1 + Math.log(2)), 5);
    expect(Math.hypot(...vectorOf('port host name'))).toBeCloseTo(1, 6);
  });

  it('gives an unlisted word the vectors of its n-grams, each divided by the square root of their number', () => {
    expect([...vectorOf('elsewhere')]).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(table.vectorOf('elsewhere').at(-1)).toBeCloseTo(Math.sqrt(gramsOf('elsewhere').length), 5);
  });

  it('restores a row with an error below a tenth of its length', () => {
    const rows = Float32Array.from({ length: 4 * DIMENSIONS }, (_, at) => Math.sin(at * 1.7));
    const kept = openVectorTable(toVectorFile({ dimensions: DIMENSIONS, words: ['x', 'y', 'z'], grams: 1, rows }));
    for (const [at, word] of ['x', 'y', 'z'].entries()) {
      const vector = kept.vectorOf(word);
      const row = rows.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS);
      const errors = row.map((value, d) => Math.abs(value - (vector[d] ?? 0)));
      expect(Math.hypot(...errors) / Math.hypot(...row)).toBeLessThan(0.1);
    }
  });

  it('does not open a truncated file or another format', () => {
    expect(() => openVectorTable(bytes.subarray(0, bytes.length - 1))).toThrow('truncated');
    expect(() => openVectorTable(Buffer.from('something else, and long enough'))).toThrow('not a vector table');
    expect(() => openVectorTable(Buffer.alloc(0))).toThrow('not a vector table');
  });
});
