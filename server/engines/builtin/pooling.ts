import { createTokenReader } from '../../language/token-reader.ts';
import { unitsOf } from './units.ts';
import type { VectorTable } from './vector-table.ts';

/** Tokens that are remembered, with the rows of their words: some 200 bytes each. */
const REMEMBERED = 20_000;

/** What a token is made of, as the table has it, and how often the text that is being read has it. */
interface Unit {
  rows: number[];
  weight: number;
  times: number;
}

/** Reads tokens; the same word in two of them is the same unit. */
function createUnitsReader(table: VectorTable): () => (token: string) => Unit[] {
  return () => {
    const units = new Map<string, Unit>();
    const unitFor = (text: string): Unit => {
      const known = units.get(text);
      if (known) return known;
      const unit = { ...table.lookUp(text), times: 0 };
      units.set(text, unit);
      return unit;
    };
    return (token) => unitsOf(token).map(unitFor);
  };
}

/** The vector of a text: the sum of those of its words, each by what it weighs and by the logarithm of how often it is there, of length 1. */
export function createPooling(table: VectorTable): (text: string) => Float32Array {
  const read = createTokenReader(REMEMBERED, createUnitsReader(table));
  return (text) => {
    const different: Unit[] = [];
    for (const units of read(text)) {
      for (const unit of units) {
        if (unit.times === 0) different.push(unit);
        unit.times += 1;
      }
    }
    const vector = new Float32Array(table.dimensions);
    for (const unit of different) {
      const weight = unit.weight * (1 + Math.log(unit.times));
      for (const row of unit.rows) table.addRow(row, weight, vector);
      unit.times = 0;
    }
    normalise(vector);
    return vector;
  };
}

/** Gives it the length 1. A text without a word points along the first axis: a vector must have a direction. */
function normalise(vector: Float32Array): void {
  let squares = 0;
  for (let at = 0; at < vector.length; at += 1) squares += (vector[at] ?? 0) ** 2;
  if (squares === 0) {
    vector[0] = 1;
    return;
  }
  const length = Math.sqrt(squares);
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length;
}
