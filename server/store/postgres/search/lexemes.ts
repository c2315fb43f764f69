import type { IndexEntry } from '../../search/search-index.ts';
import { indexTerm, splitTerms } from '../../search/terms.ts';

/** More occurrences in one chunk do not change its rank (and Postgres keeps at most 255). */
const MAX_TERM_COUNT = 60;

/** The same term in the title or the headings. The other sign keeps the two apart, which are counted for themselves. */
const headingTerm = (projectNumber: number, term: string) => `${projectNumber}#${term}`;

/** As a value of text search is written: everything inside the quotes is data. */
const quoted = (lexeme: string) => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;

/** What a chunk is found by. */
export interface Lexemes {
  /** A `tsvector` in writing, made of our own terms and never of Postgres' dictionaries; its positions only count. */
  vector: string;
  /** Terms in all, and one. */
  length: number;
}

export function lexemesOf({ projectNumber, chunk }: IndexEntry): Lexemes {
  const counts = new Map<string, number>();
  // The embedded index counts the mark of a chunk's generation as well, and the scores are to be the same.
  let length = 1;
  const count = (terms: string[], lexemeOf: (projectNumber: number, term: string) => string) => {
    length += terms.length;
    for (const term of terms) {
      const lexeme = lexemeOf(projectNumber, term);
      counts.set(lexeme, (counts.get(lexeme) ?? 0) + 1);
    }
  };
  count(splitTerms(chunk.terms), indexTerm);
  count(splitTerms(chunk.headingTerms), headingTerm);
  const written = [...counts].map(([lexeme, occurrences]) => `${quoted(lexeme)}:${positions(occurrences)}`);
  return { vector: written.join(' '), length };
}

/** So many positions as it occurs. */
function positions(occurrences: number): string {
  return Array.from({ length: Math.min(occurrences, MAX_TERM_COUNT) }, (_, at) => at + 1).join();
}

/** A term as it is looked for, each a `tsquery` in writing. */
export interface LexemeQuery {
  inText: string;
  inHeadings: string;
  either: string;
}

/** `as`: for the term itself, or for all that begin so. */
export function queryFor(projectNumber: number, term: string, as: 'term' | 'prefix' = 'term'): LexemeQuery {
  const end = as === 'prefix' ? ':*' : '';
  const inText = quoted(indexTerm(projectNumber, term)) + end;
  const inHeadings = quoted(headingTerm(projectNumber, term)) + end;
  return { inText, inHeadings, either: `${inText} | ${inHeadings}` };
}

/**
 * Postgres has no function that says how often a chunk has a term. But `ts_rank` of a single term with equal weights is
 * (1 + 1/4 + … + 1/n²) · 6/π² for n occurrences, so `width_bucket` over the middles between these is n.
 */
export const COUNT_THRESHOLDS: number[] = (() => {
  const thresholds: number[] = [];
  let rank = 0;
  for (let occurrences = 1; occurrences <= MAX_TERM_COUNT; occurrences += 1) {
    const step = 6 / Math.PI ** 2 / occurrences ** 2;
    thresholds.push(rank + step / 2);
    rank += step;
  }
  return thresholds;
})();
