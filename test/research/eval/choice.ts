/** A choice among candidates: their features, and which of them are right (at least one). */
export interface Choice {
  candidates: number[][];
  right: boolean[];
  /** The sample weight of the choice. */
  weight: number;
}

const MAX_ITERATIONS = 60;
/** The maximum change of a weight per iteration. Newton's method overshoots if all choices are nearly alike. */
const MAX_STEP = 2;

/**
 * Fits feature weights by maximum likelihood in a conditional logit model with ridge regularization, by Newton's method. A
 * logistic regression is a choice between a candidate with the features and a candidate of zeros.
 */
export function fitChoices(choices: Choice[], ridge: number): number[] {
  const size = choices[0]?.candidates[0]?.length ?? 0;
  const totalWeight = choices.reduce((sum, { weight }) => sum + weight, 0);
  let weights = zeros(size);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const gradient = weights.map((value) => -ridge * value);
    const hessian = zeros(size).map((_, row) => zeros(size).map((_, column) => (row === column ? ridge : 0)));
    for (const { candidates, right, weight } of choices) {
      const probabilities = choiceProbabilities(candidates, weights);
      const rightProbability = probabilities.reduce((sum, one, at) => sum + (right[at] ? one : 0), 0);
      const mean = zeros(size);
      candidates.forEach((features, at) => {
        for (let i = 0; i < size; i++) mean[i] = (mean[i] ?? 0) + (probabilities[at] ?? 0) * (features[i] ?? 0);
      });
      candidates.forEach((features, at) => {
        const probability = probabilities[at] ?? 0;
        const target = right[at] ? probability / Math.max(rightProbability, 1e-12) : 0;
        const deviation = features.map((feature, i) => feature - (mean[i] ?? 0));
        for (let i = 0; i < size; i++) {
          gradient[i] = (gradient[i] ?? 0) + ((target - probability) * (features[i] ?? 0) * weight) / totalWeight;
          const scaled = (probability * (deviation[i] ?? 0) * weight) / totalWeight;
          const row = hessian[i];
          if (row && scaled !== 0) for (let j = 0; j < size; j++) row[j] = (row[j] ?? 0) + scaled * (deviation[j] ?? 0);
        }
      });
    }
    const step = solve(hessian, gradient);
    const largest = Math.max(...step.map(Math.abs));
    const factor = MAX_STEP / Math.max(largest, MAX_STEP);
    weights = weights.map((value, i) => value + factor * (step[i] ?? 0));
    if (largest < 1e-4) break;
  }
  return weights;
}

/** The probability of each candidate: the softmax of the weighted sums of features. */
export function choiceProbabilities(candidates: number[][], weights: number[]): number[] {
  const sums = candidates.map((features) => features.reduce((sum, feature, i) => sum + feature * (weights[i] ?? 0), 0));
  const highest = Math.max(...sums);
  const exponentials = sums.map((sum) => Math.exp(sum - highest));
  const total = exponentials.reduce((sum, one) => sum + one, 0);
  return exponentials.map((one) => one / total);
}

const zeros = (size: number): number[] => Array.from({ length: size }, () => 0);

/** Solves a system of linear equations by Gaussian elimination with partial pivoting. */
function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  const size = rows.length;
  for (let at = 0; at < size; at++) {
    let pivot = at;
    for (let row = at; row < size; row++) {
      if (Math.abs(rows[row]?.[at] ?? 0) > Math.abs(rows[pivot]?.[at] ?? 0)) pivot = row;
    }
    const [top = [], other = []] = [rows[pivot], rows[at]];
    rows[pivot] = other;
    rows[at] = top;
    for (const [index, row] of rows.entries()) {
      const factor = (row[at] ?? 0) / (top[at] || 1e-12);
      if (index !== at && factor !== 0)
        for (let j = at; j <= size; j++) row[j] = (row[j] ?? 0) - factor * (top[j] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] || 1e-12));
}
