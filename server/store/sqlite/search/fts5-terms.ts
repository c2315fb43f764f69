/** The token that marks the generation of a row. It has no colon, unlike every term. */
export function generationToken(generation: number): string {
  return `g${generation}`;
}

/** Quotes a string for the query language of FTS5. */
export function quoted(token: string): string {
  return `"${token.replaceAll('"', '""')}"`;
}

/** A query for all terms that begin so. FTS5 scores them as one term. */
export const prefixQuery = (prefix: string) => `${quoted(prefix)} *`;

const PRINTABLE_ASCII = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
const PUNCTUATION = PRINTABLE_ASCII.filter((character) => !/[0-9A-Za-z]/.test(character)).join('');

/**
 * FTS5's `ascii` tokenizer with every printable ASCII character made part of a token (all others are already): it splits only
 * at white space, so that terms of any language stay whole, and folds only A–Z to a–z.
 */
export const TOKENIZER = `ascii tokenchars '${PUNCTUATION.replaceAll("'", "''")}'`;
