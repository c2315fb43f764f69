import { gramsOf } from '../../../server/engines/builtin/units.ts';
import { gramWeight } from '../../../server/engines/builtin/vector-table.ts';
import { hashOf } from '../../../server/platform/text/hash-text.ts';
import { type Arithmetic, createArithmetic } from './arithmetic.ts';
import type { Pair, Pairs, Units } from './pairs.ts';
import type { Learned } from './quantise.ts';

export interface TrainingOptions {
  dimensions: number;
  words: number;
  grams: number;
  steps: number;
  batch: number;
  /** Called after each step with the number of steps, the loss of this step, and the vectors so far. */
  onStep?(steps: number, loss: number, learned: () => Learned): void;
}

const TEMPERATURE = 0.06;
const LEARNING_RATE = 0.06;
const WEIGHT_LEARNING_RATE = 0.02;
/** The probability that a word with a row is read by its n-grams instead, so that these learn the meanings of words. */
const READ_BY_GRAMS = 0.12;
const MIN_WORD_COUNT = 4;
/** The share of all words at which a word starts with half of the weight of a rare word. */
const COMMON = 3e-4;
/** The initial weight of an n-gram. */
const GRAM_WEIGHT = 0.7;
const SMALL = 1e-12;
/** Gradients of smaller probabilities are skipped, to save time. */
const NEGLIGIBLE = 1e-4;

/** The rows of a text, and the factor of each before its learned weight. */
interface Features {
  rows: number[];
  counts: number[];
}

/** Learns vectors that place each query closer to its passage than to the other passages of its batch (symmetric InfoNCE). */
export function train(pairs: Pairs, options: TrainingOptions, random: () => number): Learned {
  const { dimensions, grams, steps, batch } = options;
  const words = mostFrequent(pairs, options.words);
  const featuresOf = createFeatures(pairs.units, words, grams, random);
  const model = createModel(words, pairs, options, random);
  for (let step = 0; step < steps; step++) {
    const drawn = pairs.batch(batch);
    const rate = Math.min(1, (step + 1) / 50) * (1 - step / steps);
    const loss = learn(model, drawn, featuresOf, rate);
    options.onStep?.(step + 1, loss, learned);
  }
  return learned();

  function learned(): Learned {
    const { arithmetic, weights } = model;
    const rows = arithmetic.floats
      .slice(model.rows, model.rows + weights.length * dimensions)
      .map((value, at) => value * Math.exp(weights[Math.floor(at / dimensions)] ?? 0));
    return { dimensions, words: words.map((unit) => pairs.units[unit] ?? ''), grams, rows };
  }
}

/** The ids of the most frequent units, which get rows. */
function mostFrequent({ counts }: Pairs, limit: number): number[] {
  return counts
    .map((count, unit) => ({ count, unit }))
    .filter(({ count }) => count >= MIN_WORD_COUNT)
    .sort((a, b) => b.count - a.count || a.unit - b.unit)
    .slice(0, limit)
    .map(({ unit }) => unit);
}

function createFeatures(units: string[], words: number[], grams: number, random: () => number) {
  const rowOf = new Int32Array(units.length).fill(-1);
  words.forEach((unit, row) => {
    rowOf[unit] = row;
  });
  const gramRows: (number[] | undefined)[] = [];
  const gramRowsOf = (unit: number) => {
    gramRows[unit] ??= gramsOf(units[unit] ?? '').map((gram) => words.length + (hashOf(gram) % grams));
    return gramRows[unit] ?? [];
  };
  return (text: Units): Features => {
    const times = new Map<number, number>();
    for (const unit of text) times.set(unit, (times.get(unit) ?? 0) + 1);
    const features: Features = { rows: [], counts: [] };
    for (const [unit, count] of times) {
      const row = rowOf[unit] ?? -1;
      const rows = row >= 0 && random() >= READ_BY_GRAMS ? [row] : gramRowsOf(unit);
      const counted = (1 + Math.log(count)) * (rows.length === 1 ? 1 : gramWeight(rows.length));
      for (const one of rows) {
        features.rows.push(one);
        features.counts.push(counted);
      }
    }
    return features;
  };
}

interface Model {
  dimensions: number;
  arithmetic: Arithmetic;
  /** The indexes of the rows and of the buffers for `batch` texts in a step. */
  rows: number;
  queries: Pooled;
  passages: Pooled;
  /** The logarithm of each row's weight. */
  weights: Float32Array;
  /** The sums of squared gradients of each row and each weight (Adagrad). */
  rowSquares: Float32Array;
  weightSquares: Float32Array;
}

/** The indexes of texts as unit vectors, and of the gradients of the loss by them. */
interface Pooled {
  units: number;
  slopes: number;
  lengths: Float32Array;
}

function createModel(
  words: number[],
  { counts }: Pairs,
  { grams, dimensions, batch }: TrainingOptions,
  random: () => number,
): Model {
  const size = words.length + grams;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const arithmetic = createArithmetic((size + 4 * batch) * dimensions);
  const rows = arithmetic.reserve(size * dimensions);
  const spread = Math.sqrt(12 / dimensions);
  for (let at = 0; at < size * dimensions; at++) arithmetic.floats[rows + at] = (random() - 0.5) * spread;
  const weights = new Float32Array(size).fill(Math.log(GRAM_WEIGHT));
  words.forEach((unit, row) => {
    weights[row] = Math.log(COMMON / (COMMON + (counts[unit] ?? 0) / total));
  });
  const pooled = (): Pooled => ({
    units: arithmetic.reserve(batch * dimensions),
    slopes: arithmetic.reserve(batch * dimensions),
    lengths: new Float32Array(batch),
  });
  return {
    dimensions,
    arithmetic,
    rows,
    queries: pooled(),
    passages: pooled(),
    weights,
    rowSquares: new Float32Array(size),
    weightSquares: new Float32Array(size),
  };
}

/** Makes one step and returns its loss per pair. */
function learn(model: Model, pairs: Pair[], featuresOf: (text: Units) => Features, rate: number): number {
  const count = pairs.length;
  const { dimensions, arithmetic, queries, passages } = model;
  const asked = pairs.map(({ query }) => featuresOf(query));
  const answers = pairs.map(({ passage }) => featuresOf(passage));
  pool(model, asked, queries);
  pool(model, answers, passages);
  const cosines = new Float32Array(count * count);
  for (let at = 0; at < cosines.length; at++) {
    const [row, column] = [Math.floor(at / count), at % count];
    cosines[at] = arithmetic.dot(queries.units + row * dimensions, passages.units + column * dimensions, dimensions);
  }
  const { loss, slope } = contrast(cosines, count);
  const least = NEGLIGIBLE / (2 * count * TEMPERATURE);
  for (let at = 0; at < slope.length; at++) {
    const value = slope[at] ?? 0;
    if (Math.abs(value) < least) continue;
    const [query, passage] = [Math.floor(at / count) * dimensions, (at % count) * dimensions];
    arithmetic.addScaled(queries.slopes + query, passages.units + passage, value, dimensions);
    arithmetic.addScaled(passages.slopes + passage, queries.units + query, value, dimensions);
  }
  update(model, asked, queries, rate);
  update(model, answers, passages, rate);
  return loss;
}

function pool({ dimensions, arithmetic, rows, weights }: Model, texts: Features[], to: Pooled): void {
  const { floats } = arithmetic;
  floats.fill(0, to.units, to.units + texts.length * dimensions);
  floats.fill(0, to.slopes, to.slopes + texts.length * dimensions);
  texts.forEach((features, text) => {
    const unit = to.units + text * dimensions;
    for (let at = 0; at < features.rows.length; at++) {
      const row = features.rows[at] ?? 0;
      const weight = (features.counts[at] ?? 0) * Math.exp(weights[row] ?? 0);
      arithmetic.addScaled(unit, rows + row * dimensions, weight, dimensions);
    }
    const length = Math.sqrt(arithmetic.dot(unit, unit, dimensions) + SMALL);
    to.lengths[text] = length;
    for (let at = unit; at < unit + dimensions; at++) floats[at] = (floats[at] ?? 0) / length;
  });
}

/** The loss of a matrix of cosines, in both directions, and its gradient. */
function contrast(cosines: Float32Array, count: number): { loss: number; slope: Float32Array } {
  // No cosine exceeds 1, so no exponential exceeds 1, and none underflows a double.
  const likely = Float64Array.from(cosines, (cosine) => Math.exp((cosine - 1) / TEMPERATURE));
  const [ofRows, ofColumns] = [new Float64Array(count), new Float64Array(count)];
  for (let at = 0; at < likely.length; at++) {
    const [row, column] = [Math.floor(at / count), at % count];
    ofRows[row] = (ofRows[row] ?? 0) + (likely[at] ?? 0);
    ofColumns[column] = (ofColumns[column] ?? 0) + (likely[at] ?? 0);
  }
  const slope = new Float32Array(count * count);
  const share = 1 / (2 * count * TEMPERATURE);
  let loss = 0;
  for (let at = 0; at < likely.length; at++) {
    const [row, column] = [Math.floor(at / count), at % count];
    const [byRow, byColumn] = [(likely[at] ?? 0) / (ofRows[row] ?? 1), (likely[at] ?? 0) / (ofColumns[column] ?? 1)];
    slope[at] = share * (byRow + byColumn - (row === column ? 2 : 0));
    if (row === column) loss -= Math.log(byRow * byColumn) / (2 * count);
  }
  return { loss, slope };
}

/** Moves the rows of the texts and their weights against the gradient. */
function update(model: Model, texts: Features[], { units, slopes, lengths }: Pooled, rate: number): void {
  const { dimensions, arithmetic, rows, weights, rowSquares, weightSquares } = model;
  texts.forEach((features, text) => {
    const [unit, slope] = [units + text * dimensions, slopes + text * dimensions];
    // A change along the vector itself changes only its length, which has no effect.
    arithmetic.addScaled(slope, unit, -arithmetic.dot(slope, unit, dimensions), dimensions);
    const length = lengths[text] ?? 1;
    const squares = arithmetic.dot(slope, slope, dimensions) / (length * length);
    for (let at = 0; at < features.rows.length; at++) {
      const row = features.rows[at] ?? 0;
      const weight = (features.counts[at] ?? 0) * Math.exp(weights[row] ?? 0);
      const place = rows + row * dimensions;
      const change = (weight * arithmetic.dot(place, slope, dimensions)) / length;
      rowSquares[row] = (rowSquares[row] ?? 0) + (weight * weight * squares) / dimensions;
      const step = (rate * LEARNING_RATE * weight) / Math.sqrt((rowSquares[row] ?? 0) + SMALL);
      arithmetic.addScaled(place, slope, -step / length, dimensions);
      weightSquares[row] = (weightSquares[row] ?? 0) + change * change;
      const weightStep = (rate * WEIGHT_LEARNING_RATE) / Math.sqrt((weightSquares[row] ?? 0) + SMALL);
      weights[row] = (weights[row] ?? 0) - weightStep * change;
    }
  });
}
