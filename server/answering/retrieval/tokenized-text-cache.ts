import {
  type Directions,
  directionsIn,
  directionsOf,
  directionsOfToken,
  directionTable,
} from '../../engines/builtin/word-similarity.ts';
import { type Range, sentences } from '../../language/sentences/sentences.ts';
import { termsOfToken } from '../../language/terms.ts';
import { createTokenReader } from '../../language/token-reader.ts';
import { createTextCache, SHORT_TEXTS } from '../../platform/text/text-cache.ts';

/** The sentences of a text, and the terms of each, in order. They are the same for every question. */
export interface TokenizedText {
  sentences: Range[];
  terms: string[][];
  /** What its words mean. */
  directions: Directions;
}

interface ReadToken {
  terms: string[];
  directions: number[];
}

/** The most tokens that are remembered of each language. */
const MAX_TOKENS = 50_000;

let readers = new Map<string, (text: string) => ReadToken[]>();
let readWith: ReturnType<typeof directionTable> | null = null;

function readerOf(language: string): (text: string) => ReadToken[] {
  const table = directionTable();
  if (table !== readWith) [readers, readWith] = [new Map(), table];
  let read = readers.get(language);
  if (!read) {
    read = createTokenReader(MAX_TOKENS, () => (token: string) => ({
      terms: termsOfToken(token, language),
      directions: directionsOfToken(token),
    }));
    readers.set(language, read);
  }
  return read;
}

/**
 * Tokenizing is most of the work of an answer, and questions lead to the same passages again and again. The result is shared
 * between callers: do not change it.
 */
export const tokenizeText = createTextCache((text, language): TokenizedText => {
  const found = sentences(text, language);
  const read = readerOf(language);
  const directions: number[][] = [];
  const terms = found.map(({ start, end }) => {
    const own: string[] = [];
    for (const token of read(text.slice(start, end))) {
      for (const term of token.terms) own.push(term);
      directions.push(token.directions);
    }
    return own;
  });
  // A sentence that begins without a space may begin within a token of the text.
  const isSpaced = found.every(({ start }, at) => start > (found[at - 1]?.end ?? -1));
  return { sentences: found, terms, directions: isSpaced ? directionsOf(text, directions) : directionsIn(text) };
});

/** The same of titles and headings, which the passages of a document share. */
export const tokenizeHeading = createTextCache((text, language) => {
  const read = readerOf(language)(text);
  const directions = directionsOf(
    text,
    read.map((token) => token.directions),
  );
  return { terms: read.flatMap(({ terms }) => terms), directions };
}, SHORT_TEXTS);
