import { HEADER_BYTES, MAGIC, ZERO } from '../../../server/engines/builtin/vector-table.ts';
import { hashOf } from '../../../server/platform/text/hash-text.ts';

/** The learned vectors: rows of `dimensions` numbers, first those of the words, then those of the n-grams. */
export interface Learned {
  dimensions: number;
  words: string[];
  grams: number;
  rows: Float32Array;
}

/** Candidates for the clipping threshold, as shares of a row's largest number. Clipping can reduce the error. */
const CUTS = [1, 0.92, 0.85, 0.78, 0.71, 0.64];
const LARGEST = ZERO - 1;

/** The bytes of the file (see vector-table.ts). Throws if two words have the same hash. */
export function toVectorFile({ dimensions, words, grams, rows }: Learned): Buffer {
  const order = words.map((word, row) => ({ hash: hashOf(word), row })).sort((a, b) => a.hash - b.hash);
  order.forEach(({ hash, row }, at) => {
    if (hash === order[at + 1]?.hash) throw new Error(`“${words[row]}” has the same hash as another word.`);
  });
  const count = words.length + grams;
  const rowBytes = dimensions / 2;
  const scalesAt = HEADER_BYTES + 4 * words.length;
  const rowsAt = scalesAt + 4 * count;
  const bytes = Buffer.alloc(rowsAt + count * rowBytes);
  bytes.write(MAGIC, 'latin1');
  [dimensions, words.length, grams].forEach((value, at) => {
    bytes.writeUInt32LE(value, MAGIC.length + 4 * at);
  });
  for (let at = 0; at < count; at++) {
    const from = order[at]?.row ?? at;
    if (at < words.length) bytes.writeUInt32LE(order[at]?.hash ?? 0, HEADER_BYTES + 4 * at);
    const row = rows.subarray(from * dimensions, (from + 1) * dimensions);
    const scale = bestScale(row);
    bytes.writeFloatLE(scale, scalesAt + 4 * at);
    row.forEach((value, dimension) => {
      const place = rowsAt + at * rowBytes + (dimension >> 1);
      const stored = ZERO + nearest(value, scale);
      bytes[place] = (bytes[place] ?? 0) | (dimension % 2 === 0 ? stored : stored << 4);
    });
  }
  return bytes;
}

const nearest = (value: number, scale: number): number =>
  scale === 0 ? 0 : Math.max(-LARGEST, Math.min(LARGEST, Math.round(value / scale)));

/** The quantization step with the least squared error. */
function bestScale(row: Float32Array): number {
  const largest = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const cut of CUTS) {
    const scale = (largest * cut) / LARGEST;
    const error = row.reduce((sum, value) => sum + (value - nearest(value, scale) * scale) ** 2, 0);
    if (error < least) [best, least] = [scale, error];
  }
  return best;
}
