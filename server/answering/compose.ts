import { readPassage } from './read.ts';
import { type Ranked, rerank } from './rerank.ts';
import type { QuestionTerms } from './terms.ts';
import type { Passage } from './types.ts';

/** How many passages the answer is looked for in. */
const READ = 6;

/** What the answerer gets to read: the best passages, in the order of their worth. */
export function compose(passages: Passage[], terms: QuestionTerms): Ranked[] {
  return rerank(
    passages.map((passage) => readPassage(passage, terms)),
    terms,
  ).slice(0, READ);
}
