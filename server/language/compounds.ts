import { stopwordsOf } from './function-words.ts';
import { otherSpellings } from './other-spellings.ts';
import { stem } from './stem.ts';

/** A word that may be a compound, in a language that writes compounds as one word. */
export interface PossibleCompound {
  word: string;
  language: string;
}

/** The terms of the two parts of a compound. */
export type CompoundParts = [head: string, tail: string];

/** What links two parts, by language, unless it is an ending that its stemmer takes off anyway (“Daten”, “Kinder”). */
const LINKS: Record<string, string> = { da: 's', de: 's', fi: 'n', nb: 's', nl: 's', nn: 's', no: 's', sv: 's' };
/** Shorter parts are mostly particles, endings or chance. In UTF-16 units. */
const MIN_PART = 4;
/** Hardly a word is longer, and each letter more is one more place to take it apart. In UTF-16 units. */
const MAX_LENGTH = 40;
const ONLY_LETTERS = /^\p{L}+$/u;

export const mayBeCompound = ({ word, language }: PossibleCompound): boolean =>
  language in LINKS && word.length >= 2 * MIN_PART && word.length <= MAX_LENGTH && ONLY_LETTERS.test(word);

/**
 * The terms of the parts of a word, for each place where it may be taken apart. Most are no words, so they count only where documents
 * have both.
 */
export function possibleParts({ word, language }: PossibleCompound): CompoundParts[] {
  const stopwords = stopwordsOf(language);
  const termsOf = (parts: string[]) =>
    parts
      .filter((part) => part.length >= MIN_PART && !stopwords.has(part))
      .map((part) => stem(part, language))
      .filter((term) => !stopwords.has(term));
  const partsAt = (head: string, tail: string) => {
    const tails = termsOf([tail, ...(language === 'de' ? verbOf(tail) : [])]);
    return termsOf([head, ...withoutLink(head, language)]).flatMap((one) =>
      tails.map((other): CompoundParts => [one, other]),
    );
  };
  return [word.toLowerCase(), ...otherSpellings(word, language)].flatMap((spelt) =>
    Array.from(spelt, (_, place) => partsAt(spelt.slice(0, place), spelt.slice(place))).flat(),
  );
}

function withoutLink(head: string, language: string): string[] {
  const link = LINKS[language] ?? '';
  return head.endsWith(link) ? [head.slice(0, -link.length)] : [];
}

/** A question about “Passwortänderung” is answered by how to change it: “ändern”, which has another stem. */
function verbOf(noun: string): string[] {
  if (!noun.endsWith('ung')) return [];
  const root = noun.slice(0, -'ung'.length);
  return [root.endsWith('er') ? `${root}n` : `${root}en`];
}
