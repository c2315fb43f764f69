/** The token that marks the generation of a row. Without a colon it cannot meet a term. */
export function generationToken(generation: number): string {
  return `g${generation}`;
}

/** A string in the query language of FTS5: everything inside the quotes is data. */
export function quoted(token: string): string {
  return `"${token.replaceAll('"', '""')}"`;
}

const PRINTABLE_ASCII = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
const PUNCTUATION = PRINTABLE_ASCII.filter((character) => !/[0-9A-Za-z]/.test(character)).join('');

/**
 * FTS5's `ascii` tokenizer with every printable ASCII character made part of a token (all others are already): it splits
 * at white space alone, so terms of any language stay whole. It folds A–Z to a–z and nothing else.
 */
export const TOKENIZER = `ascii tokenchars '${PUNCTUATION.replaceAll("'", "''")}'`;
