import { asInVocabulary, QUESTION_VOCABULARY } from '../../language/vocabulary/question-vocabulary.ts';
import type { ContextualizedQuery } from '../query/contextualize-query.ts';
import type { Passage } from '../types.ts';
import { type RankedPassage, rankLower } from './feature-rerank.ts';
import { namesOfPage, withoutSeparators } from './page-names.ts';

/** Names of folders, pages and sections about problems, without what separates their words. */
const PROBLEMS = new Set(
  `troubleshoot troubleshooting solvingproblems problemsolving problems commonproblems knownproblems issues knownissues commonissues
  errors commonerrors errormessages debugging fehlerbehebung fehlersuche problembehandlung problemlösung dépannage solucióndeproblemas
  risoluzionedeiproblemi probleemoplossing soluçãodeproblemas`.split(/\s+/),
);

/** By how much a passage about a problem is less likely the one, in logits, beside one of a guide. */
const PROBLEM_LOGIT = 1.5;

/**
 * Pages about problems have all words of the things that may go wrong, and seldom tell how a thing is done: where other pages were
 * found too, these come first, unless the question tells of a problem.
 */
export function rankTroubleshootingLower(
  ranked: RankedPassage[],
  { text, language }: Pick<ContextualizedQuery, 'text' | 'language'>,
): RankedPassage[] {
  const words = language === 'und' ? IN_ALL_LANGUAGES : problemWords(language);
  if (words.size === 0 || tellsOfProblem(text, words)) return ranked;
  return rankLower(ranked, isAboutProblems, PROBLEM_LOGIT);
}

const problemWords = (language: string) => new Set(QUESTION_VOCABULARY[language]?.problems?.split(' '));

/** A question of two or three words often tells nothing of its language. */
const IN_ALL_LANGUAGES = new Set(Object.keys(QUESTION_VOCABULARY).flatMap((language) => [...problemWords(language)]));

function tellsOfProblem(question: string, words: ReadonlySet<string>): boolean {
  return asInVocabulary(question)
    .split(/[^\p{L}\p{M}']+/u)
    .some((word) => words.has(word));
}

/** By the path and the title of its page, or by its outermost headings. */
const isAboutProblems = (passage: Passage): boolean =>
  [...namesOfPage(passage), ...[passage.title, ...passage.headings.slice(0, 2)].map(withoutSeparators)].some((name) =>
    PROBLEMS.has(name),
  );
