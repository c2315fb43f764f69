import { indexTerms } from '../../../language/terms.ts';
import { collapseWhitespace } from '../../../platform/text/collapse-whitespace.ts';
import { utcDay } from '../../../platform/utc-day.ts';
import { originOf } from '../../context/show-passage.ts';
import { type ComparedPassage, createComparedPassage } from '../../contradiction/find-contradiction.ts';
import type { Passage } from '../../types.ts';
import { numbersIn, spelledOutNumbers } from './numbers.ts';

/** A passage of the prompt, and what the checks need of it. */
export interface PromptPassage {
  passage: Passage;
  number: number;
  /** All that the prompt shows of it: title, headings, pages, date and text. */
  fullText: string;
  numbers: ReadonlySet<string>;
  /** The terms of the passages that the prompt shows as one text with it. */
  adjacentTerms: ReadonlySet<string>;
  /** Its text with single spaces. */
  spaced: string;
  compared: ComparedPassage;
}

/** `adjacent`: the other passages of its number. */
export function toPromptPassage(passage: Passage, number: number, adjacent: Passage[]): PromptPassage {
  const { pages, readAt } = originOf(passage);
  const fullText = [
    passage.title,
    ...passage.headings,
    pages?.join('–') ?? '',
    readAt === null ? '' : utcDay(readAt),
    passage.text,
    ...adjacent.map(({ text }) => text),
  ].join('\n');
  const adjacentTerms = new Set(adjacent.flatMap(({ text }) => indexTerms(text, passage.language)));
  const numbers = new Set([...numbersIn(fullText), ...spelledOutNumbers(fullText, passage.language)]);
  const compared = createComparedPassage(passage.text, passage.language);
  return { passage, number, fullText, numbers, adjacentTerms, spaced: collapseWhitespace(passage.text), compared };
}
