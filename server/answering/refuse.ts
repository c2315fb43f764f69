import type { Extract } from './extract.ts';

/** Below this share of the question's weight in what was found, the documents are silent on it. */
const ENOUGH = 0.35;

/**
 * Do these extracts answer the question? The search's own score does not tell (any passage is the best of its list), so
 * the answer is looked at: how much of what is asked for stands in the sentence, and how much in its passage.
 */
export function answers(extracts: Extract[]): boolean {
  const [first] = extracts;
  if (!first || first.coverage === 0) return false;
  return confidence(first) >= ENOUGH;
}

/** 0–1: the larger, the likelier the extract answers. */
export function confidence(extract: Extract): number {
  return 0.5 * extract.coverage + 0.5 * extract.passageCoverage;
}
