import type { QuestionTerms } from '../query/query-terms.ts';
import { akin, coverage, type ReadPassage, together } from './match-passage.ts';

/** What speaks for a passage, in shares of the weight of the question's terms, 0–1. What its title and headings name counts as said in it. */
export interface Signs {
  /** Where the search has it: its fused score against that of the best. */
  fused: number;
  /** What it says at all … */
  covered: number;
  /** … in one sentence alone … */
  sentence: number;
  /** … in one sentence with the one before it and the headings … */
  close: number;
  /** … and in title and headings. */
  headed: number;
  /** Neighbouring terms of the question that are neighbours in it. */
  near: number;
  /** Of the names in the question alone; 0 where there are none. */
  names: number;
  /** What it says, more where it says it often for its length (as BM25 counts). */
  often: number;
  /** What it says in related words alone (prefixSimilarity.ts). */
  akin: number;
}

/**
 * How soon saying it again adds nothing, and what the length does to that; those of BM25. In characters. A passage that is
 * shorter than usual says no more by that.
 */
const OFTEN = { enough: 1.2, byLength: 0.75, usual: 1000 };

/** `bestFused`: the score of the best passage of the search. */
export function signsOf(read: ReadPassage, terms: QuestionTerms, bestFused: number): Signs {
  const { passage, matched, headed, sentences } = read;
  const most = (shares: number[]) => Math.max(0, ...shares);
  return {
    fused: passage.score / bestFused,
    covered: coverage(terms, [matched, headed]),
    sentence: most(sentences.map((one) => coverage(terms, [one.matched]))),
    close: most(
      sentences.map(({ matched: own }, at) => {
        const before = sentences[at - 1]?.matched;
        return coverage(terms, before ? [own, before, headed] : [own, headed]);
      }),
    ),
    headed: coverage(terms, [headed]),
    near: together(read, terms),
    names: coverage(terms, [matched, headed], namesOf(terms)),
    often: often(read, terms),
    akin: akin(terms, read),
  };
}

/** The terms of a question that are names. */
export const namesOf = ({ own, roles }: QuestionTerms): string[] => own.filter((term) => roles.get(term) === 'name');

function often({ places, headed, passage }: ReadPassage, { weights }: QuestionTerms): number {
  const { enough, byLength, usual } = OFTEN;
  const damping = enough * (1 - byLength + byLength * Math.max(1, passage.text.length / usual));
  let total = 0;
  let said = 0;
  for (const [term, weight] of weights) {
    const times = places.get(term)?.length ?? (headed.has(term) ? 1 : 0);
    total += weight;
    said += (weight * times) / (times + damping);
  }
  return total === 0 ? 0 : said / total;
}
