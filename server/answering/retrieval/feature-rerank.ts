import type { QuestionTerms } from '../query/query-terms.ts';
import type { ReadPassage } from './match-passage.ts';
import { type Signs, signsOf } from './ranking-features.ts';

/**
 * What each sign is worth, in logits: fitted so that the right passages of the questions of one half of the open sets
 * become as likely as can be, each set weighing the same (`npm run eval -- --fit`, which prints this table and checks it on
 * the other half).
 */
const WORTH: Signs = {
  fused: 4.13,
  covered: 2.18,
  sentence: 3.08,
  close: 1.77,
  headed: 7.72,
  near: 2.85,
  names: 1.44,
  often: 6.6,
  akin: 5.05,
};

export interface Ranked {
  read: ReadPassage;
  signs: Signs;
  /** What all its signs are worth together, in logits. */
  worth: number;
  /** How likely it is the one, if one of these is, 0–1. */
  share: number;
}

/** Sorts the passages by what is read in them: how much of the question they hold, how close together, under which heading. */
export function rerank(passages: ReadPassage[], terms: QuestionTerms): Ranked[] {
  const best = Math.max(...passages.map(({ passage }) => passage.score), Number.MIN_VALUE);
  const judged = passages.map((read) => {
    const signs = signsOf(read, terms, best);
    return { read, signs, worth: worthOf(signs, WORTH) };
  });
  const highest = Math.max(...judged.map(({ worth }) => worth));
  const likelihood = ({ worth }: { worth: number }) => Math.exp(worth - highest);
  const all = judged.reduce((sum, one) => sum + likelihood(one), 0);
  return judged.map((one) => ({ ...one, share: likelihood(one) / all })).sort((a, b) => b.share - a.share);
}

/** The sum of what the signs are worth. */
export function worthOf<Sign extends string>(signs: Record<Sign, number>, worth: Record<Sign, number>): number {
  let sum = 0;
  for (const sign in worth) sum += worth[sign] * signs[sign];
  return sum;
}
