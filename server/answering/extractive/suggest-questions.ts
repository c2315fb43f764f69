import type { Passage } from '../types.ts';

const MAX_SUGGESTIONS = 3;
const MIN_LENGTH = 8;
const MAX_LENGTH = 80;

/**
 * Suggests what to ask next: the headings of passages that were read but not cited, from documents that were cited. The
 * documents answer these, in their owner's words.
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
    const heading = passage.headings.at(-1)?.replace(/\s+/g, ' ').trim();
    if (!heading || found.length === MAX_SUGGESTIONS || !sources.has(passage.sourceId)) continue;
    if (heading.length < MIN_LENGTH || heading.length > MAX_LENGTH || known.has(flat(heading))) continue;
    known.add(flat(heading));
    found.push(heading);
  }
  return found;
}
