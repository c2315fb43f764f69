import { createTokenReader } from '../../language/token-reader.ts';
import { unitsOf } from './units.ts';
import type { VectorTable } from './vector-table.ts';

/** Tokens in the cache, each with the vectors of its words: some 1,200 bytes per token. */
const MAX_CACHED_TOKENS = 16_000;

/** One of a token's words, and how often it occurs in the current text. */
interface Unit {
  vector: Float32Array;
  times: number;
}

/** Returns a function that splits tokens into units. Equal words share one unit, also across tokens. */
function createUnitsReader(table: VectorTable): () => (token: string) => Unit[] {
  return () => {
    const units = new Map<string, Unit>();
    const unitFor = (text: string): Unit => {
      const known = units.get(text);
      if (known) return known;
      const unit = { vector: table.vectorOf(text), times: 0 };
      units.set(text, unit);
      return unit;
    };
    return (token) => unitsOf(token).map(unitFor);
  };
}

/**
 * Returns a function that computes the vector of a text: the sum of the vectors of its words, each multiplied by 1 +
 * ln(occurrences), normalised to length 1.
 */
export function createPooling(table: VectorTable): (text: string) => Float32Array {
  const read = createTokenReader(MAX_CACHED_TOKENS, createUnitsReader(table));
  const sums = new Float64Array(table.dimensions);
  return (text) => {
    const different: Unit[] = [];
    for (const units of read(text)) {
      for (const unit of units) {
        if (unit.times === 0) different.push(unit);
        unit.times += 1;
      }
    }
    sums.fill(0);
    for (const unit of different) {
      addScaled(sums, unit.vector, 1 + Math.log(unit.times));
      unit.times = 0;
    }
    return toUnitVector(sums);
  };
}

/** Four dimensions a turn take 0.6 times as long as one. What would lie beyond the end of an array is neither read nor written. */
function addScaled(sums: Float64Array, vector: Float32Array, factor: number): void {
  for (let at = 0; at < sums.length; at += 4) {
    sums[at] = (sums[at] ?? 0) + factor * (vector[at] ?? 0);
    sums[at + 1] = (sums[at + 1] ?? 0) + factor * (vector[at + 1] ?? 0);
    sums[at + 2] = (sums[at + 2] ?? 0) + factor * (vector[at + 2] ?? 0);
    sums[at + 3] = (sums[at + 3] ?? 0) + factor * (vector[at + 3] ?? 0);
  }
}

/** Scales to length 1. A text without words points along the first axis, as every vector needs a direction. */
function toUnitVector(sums: Float64Array): Float32Array {
  const vector = new Float32Array(sums.length);
  let squares = 0;
  for (let at = 0; at < sums.length; at++) squares += (sums[at] ?? 0) ** 2;
  const length = Math.sqrt(squares);
  if (length === 0) vector[0] = 1;
  else for (let at = 0; at < sums.length; at++) vector[at] = (sums[at] ?? 0) / length;
  return vector;
}
