import type { Extract } from './extract.ts';
import { coverage, type ReadPassage } from './read.ts';
import type { QuestionTerms } from './terms.ts';

/**
 * From which confidence on the documents are taken to answer, by their language. Calibrated on the open sets with
 * `npm run eval -- --curve`, so that about 5 % of the answerable questions are refused. What of the questions from other
 * domains is refused then: in English 94 % (squad2), 95 % (xquad), 95 % (anthropic-docs), 98 % (contoso-pdf), 93 % (sec10q),
 * 89 % (clapnq), 86 % (chroma-chunking); in other languages 81–95 %, as well as a stemmer unites the words of each. In Thai
 * and Vietnamese, whose terms are syllables, much is found by chance. Questions that are made to look answerable (squad2)
 * have the words of their passage, and 8 % of them are refused.
 */
const ENOUGH: Record<string, number> = { en: 0.62, ro: 0.44, ja: 0.4, es: 0.3, de: 0.15, th: 0.88, vi: 0.73 };
const ENOUGH_ELSEWHERE = 0.22;
/** A follow-up is judged by another measure: 6 % refused, and 78 % of those that have nothing to do with the documents. */
const ENOUGH_FOLLOW_UP = 0.2;
/** A model reads what is said in other words, and is checked afterwards: it is asked where little speaks for it. */
export const ENOUGH_FOR_A_MODEL = 0.03;

/** Fitted by logistic regression on one half of the questions of all sets, each set weighing the same; checked on the other. */
const ALONE = { together: 11, evidence: 1.7, base: -5.9 };
/** A long question asks for more than stands in one place: in English, each term beyond so many makes up for that. */
const LONG = { from: 8, most: 5, each: 0.33 };
/** What is carried is found again in any case, so it counts only so far: no question is answered by the words of another. */
const FOLLOW_UP = { covered: 16.4, carried: 10.2, mostCarried: 0.25, base: -5.3 };

/** Does the best extract answer the question? */
export function answers(extracts: Extract[], terms: QuestionTerms): boolean {
  return confidence(extracts, terms) >= enough(extracts, terms);
}

/** From which confidence on it does, in its language. */
export function enough([first]: Extract[], terms: QuestionTerms): number {
  const language = first?.read.passage.language ?? '';
  return terms.carried.length > 0 ? ENOUGH_FOLLOW_UP : (ENOUGH[language] ?? ENOUGH_ELSEWHERE);
}

/** Is it worth asking a model whether these passages answer the question? */
export function mayAnswer(extracts: Extract[], terms: QuestionTerms): boolean {
  return confidence(extracts, terms) >= ENOUGH_FOR_A_MODEL;
}

/**
 * 0–1: how likely the best extract answers. The search's own score does not tell (some passage is always the best of its
 * list), so what was found is looked at: how much of what is asked for, rare words first, stands close together, and how
 * much more of it that is than some passage of so many would hold by chance. A follow-up says with few words what its
 * conversation has said before: there, the words of earlier turns are weighed as well, less than its own.
 */
export function confidence([first]: Extract[], terms: QuestionTerms): number {
  if (!first || first.read.matched.size === 0) return 0;
  const { read } = first;
  const covered = coverage(terms, [read.matched, read.headed], terms.own);
  if (terms.carried.length > 0) {
    const carried = coverage(terms, [read.matched, read.headed], terms.carried);
    return logistic(
      FOLLOW_UP.covered * covered + FOLLOW_UP.carried * Math.min(carried, FOLLOW_UP.mostCarried) + FOLLOW_UP.base,
    );
  }
  const evidence = Math.log1p((covered * weightOf(terms)) / Math.log(1 + terms.chunks));
  const beyond = Math.min(Math.max(terms.own.length - LONG.from, 0), LONG.most);
  const long = read.passage.language === 'en' ? LONG.each * beyond : 0;
  return logistic(ALONE.together * closeTogether(read, terms) + ALONE.evidence * evidence + ALONE.base + long);
}

/** The largest share of the question's weight that one sentence has with the one before it and the headings above. */
function closeTogether({ sentences, headed }: ReadPassage, terms: QuestionTerms): number {
  const shares = sentences.map(({ matched }, at) => {
    const before = sentences[at - 1]?.matched;
    return coverage(terms, before ? [matched, before, headed] : [matched, headed], terms.own);
  });
  return Math.max(0, ...shares);
}

const weightOf = ({ own, weights }: QuestionTerms) => own.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);

const logistic = (x: number) => 1 / (1 + Math.exp(-x));
