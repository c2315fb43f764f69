/** A word in the title or the headings against one in the text. Headings repeat over all chunks below them, hence less than one. */
export const HEADING_WEIGHT = 0.6;
export const TEXT_WEIGHT = 1;

/** A query is ranked by its rarest terms; more terms cost time and do not change the order. */
const MAX_TERMS = 32;
/** Of a hostile query only the first distinct terms are looked up at all. */
export const MAX_LOOKUPS = 512;
/** Terms in more than this share of a project's chunks say little and cost most … */
const COMMON_SHARE = 0.1;
/**
 * … but what so many chunks have costs a millisecond at most, and many a question is made of common words alone: “How can
 * you create multiple test cases?”. With 100, right passages among the first five were .06 fewer in PDFs, .04 in product
 * documentation. In chunks.
 */
const ALWAYS_KEPT = 1000;
/**
 * So many occurrences are scored, about a microsecond each: the rarest term's, and those of the next as long as all of its
 * own still fit. Measured among 100,000 chunks of 8,000 words: the chunk a question's words are from is found as often as
 * without a limit at 1st, 10th and 40th place (with half as many, in 2 of 100 questions less), and the slowest twentieth of
 * the questions takes a fourteenth of the time.
 */
export const MAX_SCORED = 40_000;

/** So many terms that begin alike are listed: more than real words do. */
export const MAX_LISTED = 50_000;

/** Do so few of a project's chunks have a term that no query leaves it out for being common? */
export const isRare = (count: number, chunks: number): boolean => count <= Math.max(ALWAYS_KEPT, chunks * COMMON_SHARE);

/** The rarest terms, without the very common ones where rarer remain, as far as they may be scored; one at least. */
export function selectTerms(found: Map<string, number>, chunks: number): [term: string, count: number][] {
  const rarestFirst = [...found].sort(([, a], [, b]) => a - b);
  const rare = rarestFirst.filter(([, count]) => isRare(count, chunks));
  let scored = 0;
  return (rare.length > 0 ? rare : rarestFirst).slice(0, MAX_TERMS).filter(([, count], at) => {
    scored += count;
    return at === 0 || scored <= MAX_SCORED;
  });
}

/** What an occurrence of a term is worth that `count` of a project's `chunks` have: Lucene's form of BM25's, always above zero. */
export function inverseDocumentFrequency(count: number, chunks: number): number {
  return Math.log(1 + (Math.max(chunks, count) - count + 0.5) / (count + 0.5));
}
