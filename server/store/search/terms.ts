// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is cut here.
const SEPARATORS = /[\s\u0000-\u001f\u007f]+/;

/** Longer ones are no words anybody searches for, and the index would keep them whole. In UTF-16 units. */
const MAX_TERM_LENGTH = 128;

/** What the tokenizer does to letters, done before it so that counts and queries agree with the index. */
export const asciiLowerCase = (term: string) => term.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The terms of a text that the caller has segmented: whatever stands between white space, only A–Z folded to a–z. */
export function splitTerms(text: string): string[] {
  return asciiLowerCase(text.toWellFormed())
    .split(SEPARATORS)
    .filter((term) => term !== '' && term.length <= MAX_TERM_LENGTH);
}

/** The beginning of a term, as the index has it; null for a text that no term begins with. */
export function termPrefix(text: string): string | null {
  const [prefix = null, ...more] = splitTerms(text);
  return more.length === 0 && prefix?.length === text.length ? prefix : null;
}

/** Terms as ingestion makes them nearly always: as `splitTerms` would leave them, with one space between each two. */
const CLEAN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is looked for here.
  /^(?:[^\s\u0000-\u001f\u007fA-Z\ud800-\udfff]{1,128} )*[^\s\u0000-\u001f\u007fA-Z\ud800-\udfff]{1,128}$/;

/** The same terms with one space between each two; looking whether they are like that already takes a fifth of the time. */
export const cleanTerms = (text: string): string => (CLEAN.test(text) ? text : splitTerms(text).join(' '));

/**
 * A term as the index knows it. The project's number in front gives each project a vocabulary of its own: a search walks
 * only that project's postings (twice as fast, measured, as one shared vocabulary intersected with a tenant column), counts
 * are the project's own, and no tenant's words can change another's ranking.
 */
export function indexTerm(projectNumber: number, term: string): string {
  return `${projectNumber}:${term}`;
}
