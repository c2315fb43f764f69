import { createTokenReader } from '../../language/token-reader.ts';
import { unitsOf } from './units.ts';
import type { VectorTable } from './vector-table.ts';

/** Tokens that are remembered, with the vectors of their words: some 1,200 bytes each. */
const REMEMBERED = 16_000;

/** What a token is made of, and how often the text that is being read has it. */
interface Unit {
  vector: Float32Array;
  times: number;
}

/** Reads tokens; the same word in two of them is the same unit. */
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

/** The vector of a text: the sum of those of its words, each by what it weighs and by the logarithm of how often it is there, of length 1. */
export function createPooling(table: VectorTable): (text: string) => Float32Array {
  const read = createTokenReader(REMEMBERED, createUnitsReader(table));
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

function addScaled(sums: Float64Array, vector: Float32Array, factor: number): void {
  for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + factor * (vector[at] ?? 0);
}

/** The same with the length 1. A text without a word points along the first axis: a vector must have a direction. */
function toUnitVector(sums: Float64Array): Float32Array {
  const vector = new Float32Array(sums.length);
  const length = Math.sqrt(sums.reduce((squares, value) => squares + value * value, 0));
  if (length === 0) vector[0] = 1;
  else for (const [at, value] of sums.entries()) vector[at] = value / length;
  return vector;
}
