/** A choice among candidates: what each shows, and which of them are right (one at least). */
export interface Choice {
  candidates: number[][];
  right: boolean[];
  /** What it counts. */
  weight: number;
}

const STEPS = 60;
/** The most that a worth changes in one step: a few choices that are all made alike would throw Newton far out. */
const FARTHEST = 2;

/**
 * What each sign is worth, so that the right candidates are as likely as can be when the likelihood of a candidate goes by
 * the exponential of its sum (conditional logit); `ridge` holds worths near 0 that little depends on. Newton's steps.
 * Whether something is so (logistic regression) is a choice between its signs and a candidate of zeros.
 */
export function fitChoices(choices: Choice[], ridge: number): number[] {
  const size = choices[0]?.candidates[0]?.length ?? 0;
  const all = choices.reduce((sum, { weight }) => sum + weight, 0);
  let worth = zeros(size);
  for (let step = 0; step < STEPS; step++) {
    const slope = worth.map((value) => -ridge * value);
    const curve = zeros(size).map((_, row) => zeros(size).map((_, column) => (row === column ? ridge : 0)));
    for (const { candidates, right, weight } of choices) {
      const likely = likelihoods(candidates, worth);
      const rightly = likely.reduce((sum, one, at) => sum + (right[at] ? one : 0), 0);
      const mean = zeros(size);
      candidates.forEach((signs, at) => {
        for (let i = 0; i < size; i++) mean[i] = (mean[i] ?? 0) + (likely[at] ?? 0) * (signs[i] ?? 0);
      });
      candidates.forEach((signs, at) => {
        const own = likely[at] ?? 0;
        const wanted = right[at] ? own / Math.max(rightly, 1e-12) : 0;
        const off = signs.map((sign, i) => sign - (mean[i] ?? 0));
        for (let i = 0; i < size; i++) {
          slope[i] = (slope[i] ?? 0) + ((wanted - own) * (signs[i] ?? 0) * weight) / all;
          const scaled = (own * (off[i] ?? 0) * weight) / all;
          const row = curve[i];
          if (row && scaled !== 0) for (let j = 0; j < size; j++) row[j] = (row[j] ?? 0) + scaled * (off[j] ?? 0);
        }
      });
    }
    const change = solve(curve, slope);
    const largest = Math.max(...change.map(Math.abs));
    const part = FARTHEST / Math.max(largest, FARTHEST);
    worth = worth.map((value, i) => value + part * (change[i] ?? 0));
    if (largest < 1e-4) break;
  }
  return worth;
}

/** How likely each candidate is, 0–1; together 1. */
export function likelihoods(candidates: number[][], worth: number[]): number[] {
  const sums = candidates.map((signs) => signs.reduce((sum, sign, i) => sum + sign * (worth[i] ?? 0), 0));
  const highest = Math.max(...sums);
  const exponentials = sums.map((sum) => Math.exp(sum - highest));
  const total = exponentials.reduce((sum, one) => sum + one, 0);
  return exponentials.map((one) => one / total);
}

const zeros = (size: number): number[] => Array.from({ length: size }, () => 0);

/** Gauss's elimination, with the largest pivot of each column. */
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
