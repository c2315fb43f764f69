import type { Extract } from './extract.ts';
import type { Ranked } from './rerank.ts';

const MOST = 3;
const SHORTEST = 8;
const LONGEST = 80;

/**
 * What to ask next: the headings of passages that were read and not cited, in documents that were. They are questions
 * and topics that the documents answer, in their owner's words.
 */
export function suggest(ranked: Ranked[], extracts: Extract[], asked: string[]): string[] {
  const cited = new Set(extracts.map(({ read }) => read.passage.sourceId));
  const flat = (text: string) =>
    text
      .toLowerCase()
      .replace(/[\p{P}\p{S}\s]+/gu, ' ')
      .trim();
  const known = new Set(
    [...extracts.flatMap(({ read: { passage } }) => [passage.title, ...passage.headings]), ...asked].map(flat),
  );
  const found: string[] = [];
  for (const { read } of ranked) {
    const heading = read.passage.headings.at(-1)?.replace(/\s+/g, ' ').trim();
    if (!heading || found.length === MOST || !cited.has(read.passage.sourceId)) continue;
    if (heading.length < SHORTEST || heading.length > LONGEST || known.has(flat(heading))) continue;
    known.add(flat(heading));
    found.push(heading);
  }
  return found;
}
