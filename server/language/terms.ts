import { ngrams } from './ngrams.ts';
import { fold, stem } from './stem.ts';
import { createTokenReader } from './token-reader.ts';
import { isUnspaced, partsOf, toOneForm, type Word, wordRanges, wordsIn } from './words.ts';

const MAX_LENGTH = 64;

/**
 * The terms of one word: an unspaced run as n-grams; an identifier (`max_tokens`, `C++`) whole, so that it can be searched by
 * name, and in parts, so that its words can; any other word as its stem.
 */
export function termsOf(word: Word, language: string): string[] {
  if (word.unspaced) return ngrams(word.text);
  const parts = partsOf(word.text);
  const apostrophe = /['’]/.test(word.text);
  const named = (parts.length > 1 && !apostrophe) || /[+#]$/.test(word.text);
  const terms = named ? [word.text.slice(0, MAX_LENGTH).toLowerCase()] : [];
  // Single letters next to an apostrophe (’s, l’, d’) are endings and articles.
  for (const part of parts) if (!apostrophe || part.length > 1) terms.push(stem(part, language));
  return terms;
}

/** The most tokens whose terms are cached, per language. */
const MAX_CACHED_TOKENS = 50_000;

const readers = new Map<string, (text: string) => TokenTerms[]>();

/** The terms of a token, also joined by spaces. Most tokens have one term. */
interface TokenTerms {
  terms: string[];
  joined: string;
}

/** The terms under which a token of a language is indexed. */
export const termsOfToken = (token: string, language: string): string[] =>
  wordsIn(token).flatMap((word) => termsOf(word, language));

/** The terms of each token of a text. */
function readTerms(text: string, language: string): TokenTerms[] {
  let read = readers.get(language);
  if (!read) {
    read = createTokenReader(MAX_CACHED_TOKENS, () => (token: string) => {
      const terms = termsOfToken(token, language);
      return { terms, joined: terms.join(' ') };
    });
    readers.set(language, read);
  }
  return read(text);
}

/** The terms under which a text of a language is indexed, in order, with repeats. No term contains white space. */
export function indexTerms(text: string, language: string): string[] {
  const found: string[] = [];
  for (const { terms } of readTerms(text, language)) for (const term of terms) found.push(term);
  return found;
}

/** Like `indexTerms`, joined by spaces. */
export function joinedTerms(text: string, language: string): string {
  const all: string[] = [];
  for (const { joined } of readTerms(text, language)) if (joined !== '') all.push(joined);
  return all.join(' ');
}

/** What the terms of all words that begin so begin with, but for their stemming. Of a run without spaces, its last characters. */
export function prefixOf(word: string): string {
  const text = toOneForm(word);
  if (isUnspaced(text)) return ngrams(text).at(-1) ?? '';
  return fold(text.toLowerCase()).slice(0, MAX_LENGTH);
}

/** A word of a text: offsets in UTF-16 units, and the terms under which it is indexed. */
interface PlacedTerms {
  start: number;
  end: number;
  terms: string[];
}

/** The words of a text with their terms, in order. A run without spaces is given n-gram by n-gram; these overlap. */
export function placedTerms(text: string, language: string): PlacedTerms[] {
  return wordRanges(text).flatMap(({ start, end, unspaced }) => {
    const word = text.slice(start, end);
    if (!unspaced) return [{ start, end, terms: indexTerms(word, language) }];
    let at = start;
    return ngrams(word).map((ngram): PlacedTerms => {
      const place = { start: at, end: at + ngram.length, terms: [ngram.normalize('NFKC')] };
      at += [...ngram][0]?.length ?? 1;
      return place;
    });
  });
}
