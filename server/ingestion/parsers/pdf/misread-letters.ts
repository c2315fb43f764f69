import { countVisible } from '../../../platform/text/count-visible.ts';
import type { Characters } from './pdf-characters.ts';

/** Fewer letters may be anything. */
const MIN_LETTERS = 8;
/** Words in Latin letters have more vowels than this, and more letters than other signs. */
const MIN_VOWELS = 0.2;
const MIN_SHARE = 0.5;
/** A word is of one font, and each question to PDFium costs: it is asked at the beginning of a word, and after this many characters. */
const ASKED_EVERY = 8;
const SPACE = 0x20;

/**
 * How many visible characters of a page are read as others: their font does not tell which they are, so that PDFium gives the
 * numbers of their glyphs instead, and these make no words. In many fonts without that information, they do.
 */
export function misreadLetters({ count, code, isGuessed }: Characters): number {
  const guessed: number[] = [];
  let isWordGuessed = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < count; index += 1) {
    const point = code(index);
    if (point <= SPACE || point > 0x10ffff) askedAt = Number.NEGATIVE_INFINITY;
    else {
      if (index - askedAt >= ASKED_EVERY) [isWordGuessed, askedAt] = [isGuessed(index), index];
      if (isWordGuessed) guessed.push(point);
    }
  }
  const text = guessed
    .map((point) => String.fromCodePoint(point))
    .join('')
    .replace(/\p{Cc}/gu, '');
  return makesWords(text) ? 0 : countVisible(text);
}

function makesWords(text: string): boolean {
  const signs = countVisible(text);
  // Accents are marks of their own here.
  const plain = text.normalize('NFD');
  const latin = plain.match(/[a-z]/gi)?.length ?? 0;
  const vowels = plain.match(/[aeiouy]/gi)?.length ?? 0;
  const digits = plain.match(/\p{N}/gu)?.length ?? 0;
  if (signs < MIN_LETTERS || digits >= signs * MIN_SHARE) return true;
  return latin >= signs * MIN_SHARE && vowels >= latin * MIN_VOWELS;
}
