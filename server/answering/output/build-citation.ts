import { pageAt } from '../../store/types/page-at.ts';
import type { CitedPassage, Passage, Span } from '../types.ts';

/** The citation of a span of a passage, verbatim; `id` is the number of its marker. */
export function buildCitation(passage: Passage, { start, end }: Span, id: number): CitedPassage {
  const page = pageAt(passage, passage.start + start);
  return {
    id,
    source_id: passage.sourceId,
    chunkId: passage.chunkId,
    title: passage.title,
    ...(page === null ? {} : { page }),
    ...(passage.headings.length === 0 ? {} : { heading: passage.headings.join(' › ') }),
    text: passage.text,
    quote: passage.text.slice(start, end),
    quoteStart: passage.start + start,
    quoteEnd: passage.start + end,
    address: passage.address,
    indexedAt: passage.indexedAt,
  };
}

/**
 * A quote as it stands in an answer: the lines of a paragraph joined, and whatever looks like one of our markers (`[1]` of an
 * encyclopedia, `list[0]` of a program) padded with spaces so that it cannot be taken for one.
 */
export function formatQuote(quote: string): string {
  const lines = quote.split('\n').map((line) => line.trim());
  const joined = lines.reduce((text, line) => {
    if (line === '') return text;
    if (text === '') return line;
    return OWN_LINE.test(line) || OWN_LINE.test(text.slice(text.lastIndexOf('\n') + 1))
      ? `${text}\n${line}`
      : `${text} ${line}`;
  }, '');
  return joined.replace(/\[(\d+)\]/g, '[ $1 ]');
}

const OWN_LINE = /^(?:[-*•‣◦▪–·+]\s|\(?(?:\d{1,3}|[a-z])[.)]\s|\|)|\t|\s\|\s/iu;
