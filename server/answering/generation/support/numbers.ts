import { lexiconFor } from '../../../language/lexicon/lexicon.ts';
import { toOneForm } from '../../../language/words.ts';

const NUMBER = /\p{Nd}+(?:[.,:'’٫٬]\p{Nd}+)*/gu;

/** The numbers of a text in one form: “1,000”, “1.000” and “1’000” are the same. The number of a list item does not count. */
export function numbersIn(text: string): Set<string> {
  const plain = toOneForm(text).replace(/^\s*\d{1,3}[.)]\s+/u, '');
  return new Set([...plain.matchAll(NUMBER)].map(([number]) => canonical(number)));
}

function canonical(number: string): string {
  const digits = number.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
  if (/^\d{1,3}(?:([.,'’٬])\d{3})(?:\1\d{3})*$/.test(digits)) return digits.replace(/\D/g, '');
  return digits.replace(/[,٫]/g, '.');
}

/** In Unicode the decimal digits of a script are ten code points in a row, zero first. */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0x30;
  let zero = point;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return point - zero;
}

/** The numbers from two on that a text writes in words; empty for a language whose number words are not listed. */
export function spelledOutNumbers(text: string, language: string): Set<string> {
  const numerals = lexiconFor(language)?.numerals;
  if (!numerals || numerals.size === 0) return new Set();
  const found = (text.toLowerCase().match(/\p{L}+(?:-\p{L}+)*/gu) ?? []).map((word) => numerals.get(word) ?? 0);
  return new Set(found.filter((number) => number > 1).map(String));
}

const hasNumerals = (language: string) => (lexiconFor(language)?.numerals.size ?? 0) > 0;

const TIME = /(?<![\d.,:])(\d{1,2})(?:[:.](\d{2}))?(?![\d:]|[.,]\d)\s*(?:([ap])\.?\s?m\b)?/giu;

/** The times of day of a text as other languages may write them: 6:30 pm as 18:30, 18.30, 18 and 30, and vice versa. */
function* timesIn(text: string): Generator<string> {
  for (const [, hours = '', minutes, half] of text.matchAll(TIME)) {
    if (minutes === undefined && half === undefined) continue;
    const hour = Number(hours);
    const afternoon = half?.toLowerCase() === 'p' ? 12 : 0;
    const forms = half ? [hour, (hour % 12) + afternoon] : [hour, hour % 12 || 12];
    for (const form of forms) {
      yield String(form);
      if (minutes !== undefined) yield* [`${form}:${minutes}`, `${form}.${minutes}`, minutes];
    }
  }
}

/** “09:00” and “9”, “5.00” and “5” are the same. */
const withoutZeros = (number: string) => number.replace(/^0+(?=\d)/, '').replace(/[.:]00$/, '');

/** The numbers that a translation of a text may have. */
export function equivalentNumbers(text: string, language: string): Set<string> {
  const numbers = [...numbersIn(text), ...timesIn(toOneForm(text)), ...spelledOutNumbers(text, language)];
  return new Set(numbers.map(withoutZeros));
}

/** Does a sentence in another language than its source have no number but the known ones? */
export function hasOnlyNumbersOf(
  known: ReadonlySet<string>,
  sentence: string,
  languages: { source: string; sentence: string },
): boolean {
  // Number words can be compared only if those of both languages are listed.
  const words = hasNumerals(languages.source) ? spelledOutNumbers(sentence, languages.sentence) : [];
  return [...numbersIn(sentence), ...words].every((number) => known.has(withoutZeros(number)));
}
