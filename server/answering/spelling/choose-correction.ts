import { distance, distanceToBeginning, LONG, NOT_A_WORD } from '../../language/similarity/edit-distance.ts';
import type { CorrectableWord } from './correctable-words.ts';

/** A word that the documents have, and that may have been meant. */
export interface FoundWord {
  /** As the documents write it. */
  text: string;
  /** Without case and accents. */
  plain: string;
  /** The term under which it is indexed. */
  term: string;
  /** How many passages have that term, and how often those that were read have the word. */
  passages: number;
  times: number;
}

export const INNER_CAPITAL = /.\p{Lu}/u;

/** This many terms are looked at, the nearest first. */
const MAX_TERMS = 12;
/** A stem that leaves more than half of the word as its ending has hardly anything to do with it. */
const LEAST_STEM = 0.5;
const MIN_STEM = 3;
/** Shorter words differ from many others by one letter. */
const MIN_WORD = 4;
/** A short name differs from other names by one letter. */
const MIN_NAME = 6;
/** Another word that is as near must be this many times rarer: otherwise it is not clear which one was meant. */
const CLEARLY = 3;
/** In letters. */
const LONGEST_ENDING = 2;
/** A common word is taken for a misspelt one only if it is long, and has one letter of a double one. */
const MIN_COMMON = 8;

const mostEdits = (plain: string) => (plain.length < LONG ? 1 : 2);

/** Those of the terms that may be the stem of what a word was meant to be, nearest first. */
export function nearTerms(plain: string, terms: string[]): string[] {
  const most = mostEdits(plain);
  const least = Math.max(MIN_STEM, LEAST_STEM * plain.length);
  return terms
    .filter(({ length }) => length >= least && length <= plain.length + most)
    .map((term) => ({ term, edits: distanceToBeginning(term, plain, most) }))
    .filter(({ term, edits }) => edits <= most && !NOT_A_WORD.test(term))
    .sort((a, b) => a.edits - b.edits || b.term.length - a.term.length)
    .slice(0, MAX_TERMS)
    .map(({ term }) => term);
}

/** A word of a question that the documents do not have. */
export interface UnknownWord extends Pick<CorrectableWord, 'isName'> {
  /** Without case and accents. */
  plain: string;
  /** The term under which it would be indexed. */
  stem: string;
  /** It is in general use, and rather another word than a misspelt one. */
  isCommon: boolean;
  /** No words in general use are known in its language: it may be one of them, or another form of a word of the documents. */
  isUnlisted: boolean;
}

/** Can one of the documents' words have been meant? */
export const mayBeMisspelt = ({ plain, isCommon }: UnknownWord): boolean =>
  plain.length >= (isCommon ? MIN_COMMON : MIN_WORD);

/** The function word that was meant, of these; else null. */
export function functionWordMeant(
  { plain, isName, isCommon, isUnlisted }: UnknownWord,
  words: string[],
): string | null {
  if (isCommon || isName) return null;
  const near = words
    .filter((word) => word[0] === plain[0] && !word.includes("'"))
    .map((word) => ({ word, ...differenceOf(plain, word) }))
    .filter(({ word, edits, isSlip }) => edits === 1 && (isSlip || (word.length > plain.length && !isUnlisted)))
    .sort(compareDifferences);
  return near[0]?.word ?? null;
}

/** The word that was meant: the nearest one, if no other is as near and about as frequent; else null. */
export function chooseCorrection(word: UnknownWord, found: FoundWord[]): FoundWord | null {
  const best = chooseBy(word, found, (one) => differenceOf(word.plain, one.plain));
  if (best || word.isCommon || word.isUnlisted) return best;
  // The documents may have the word in the plural alone: then only its stem is near. A stem that the word begins with is another's.
  const whole = found.filter(({ text, term }) => !INNER_CAPITAL.test(text) && !word.stem.startsWith(term));
  return chooseBy(word, whole, (one) => differenceOf(word.stem, one.term));
}

function chooseBy(word: UnknownWord, found: FoundWord[], compare: (one: FoundWord) => Difference): FoundWord | null {
  const ranked = found
    .map((one) => ({ one, ...compare(one) }))
    .filter((candidate) => isLikely(word, candidate))
    .sort((a, b) => compareDifferences(a, b) || b.one.passages - a.one.passages || b.one.times - a.one.times);
  const [best] = ranked;
  if (!best) return null;
  const rival = ranked.find(({ one }) => one.term !== best.one.term);
  const isTied = rival !== undefined && compareDifferences(best, rival) === 0;
  return isTied && rival.one.passages * CLEARLY > best.one.passages ? null : best.one;
}

/** How two words differ. */
interface Difference {
  edits: number;
  /** In the order of two letters, or in whether a letter is doubled: what a hand does that knows the word. */
  isSlip: boolean;
  isDoubling: boolean;
  /** The beginning of a word is seldom misspelt. */
  startsAlike: boolean;
}

function differenceOf(plain: string, other: string): Difference {
  const isDoubling = withoutDoubles(plain) === withoutDoubles(other);
  return {
    edits: distance(plain, other),
    isDoubling,
    isSlip: isDoubling || sorted(plain) === sorted(other),
    startsAlike: plain.slice(0, 2) === other.slice(0, 2),
  };
}

/** The smaller one first. */
const compareDifferences = (a: Difference, b: Difference) =>
  a.edits - b.edits || Number(b.isSlip) - Number(a.isSlip) || Number(b.startsAlike) - Number(a.startsAlike);

const withoutDoubles = (text: string) => text.replace(/(.)\1+/gu, '$1');
const sorted = (text: string) => [...text].sort().join('');

/** Are they two forms of one word, which differ at the end, or short words of which none lacks a letter of the other? */
function isRatherAnother(plain: string, other: string): boolean {
  const least = Math.min(plain.length, other.length) - LONGEST_ENDING;
  const endsAlike = plain.at(-1) === other.at(-1);
  if (plain.length < LONG) return !endsAlike || other.length <= plain.length;
  return !endsAlike && plain.slice(0, least) === other.slice(0, least);
}

function isLikely(
  { plain, isName, isCommon, isUnlisted }: UnknownWord,
  { one, edits, isSlip, isDoubling }: Difference & { one: FoundWord },
): boolean {
  if (edits === 0 || edits > mostEdits(plain) || plain[0] !== one.plain[0]) return false;
  if (isCommon) return isDoubling && plain.length >= MIN_COMMON;
  if (isName && (plain.length < MIN_NAME || edits > 1 || !/^\p{Lu}/u.test(one.text))) return false;
  if (INNER_CAPITAL.test(one.text) && plain.length < MIN_NAME) return false;
  if (isUnlisted && !isSlip && isRatherAnother(plain, one.plain)) return false;
  // One letter instead of another makes another word of a short one.
  return plain.length > 4 || isSlip || one.plain.length > plain.length;
}
