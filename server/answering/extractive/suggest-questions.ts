import { collapseWhitespace } from '../../platform/text/collapse-whitespace.ts';
import type { Passage } from '../types.ts';
import { headingToQuestion } from './heading-to-question.ts';

const MAX_SUGGESTIONS = 3;
const MAX_LENGTH = 80;

/**
 * Suggests what to ask next: questions made of the headings of passages that were read but not cited, from documents that were
 * cited. The documents answer these. Empty where no heading makes a question.
 */
export function suggestQuestions(passages: Passage[], cited: Passage[], asked: string[]): string[] {
  const sources = new Set(cited.map(({ sourceId }) => sourceId));
  const flat = (text: string) =>
    text
      .toLowerCase()
      .replace(/[\p{P}\p{S}\s]+/gu, ' ')
      .trim();
  const known = new Set([...cited.flatMap(({ title, headings }) => [title, ...headings]), ...asked].map(flat));
  const found: string[] = [];
  for (const passage of passages) {
    const heading = collapseWhitespace(passage.headings.at(-1) ?? '');
    if (!heading || found.length === MAX_SUGGESTIONS || !sources.has(passage.sourceId)) continue;
    const question = headingToQuestion(heading, passage.language);
    if (question === null || question.length > MAX_LENGTH || known.has(flat(heading)) || known.has(flat(question)))
      continue;
    known.add(flat(heading)).add(flat(question));
    found.push(question);
  }
  return found;
}
