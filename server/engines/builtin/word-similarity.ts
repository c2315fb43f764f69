import { createTokenReader } from '../../language/token-reader.ts';
import { tokens } from '../../language/words.ts';
import { createTextCache, SHORT_TEXTS } from '../../platform/text/text-cache.ts';
import { createDirectionTable, type DirectionTable, MAX_ASKED } from './direction-table.ts';
import { builtinVectors } from './read-vectors.ts';
import { unitsOf } from './units.ts';

/** After so many units of texts the table starts again: 256 bytes each, and what finds them. */
const MAX_UNITS = 40_000;
const CACHED_TOKENS = 32_000;
/** Space for the products of so many directions at first. It grows with those that a comparison meets. */
const EXPECTED_DIRECTIONS = 64;

/** A text, and its different units as their numbers in a table: the current one, once it has been compared. */
export interface Directions {
  text: string;
  table: DirectionTable;
  numbers: readonly number[];
}

const begin = () => {
  const table = createDirectionTable(builtinVectors());
  const numbersOf = (token: string) => unitsOf(token).map(table.numberOf);
  return { table, read: createTokenReader(CACHED_TOKENS, () => numbersOf) };
};
let current: ReturnType<typeof begin> | null = null;

/** The table that texts are read with. It changes only when a comparison is created. */
export function directionTable(): DirectionTable {
  current ??= begin();
  return current.table;
}

/** The units of a token, as their numbers in the current table. */
export const directionsOfToken = (token: string): number[] => unitsOf(token).map(directionTable().numberOf);

/** Texts are numbered, as the table says which has had a direction. */
let texts = 0;

/** The directions of a text, whose tokens' units are given by their numbers in the current table. */
export function directionsOf(text: string, tokens: Iterable<readonly number[]>): Directions {
  const table = directionTable();
  texts += 1;
  const different: number[] = [];
  for (const numbers of tokens)
    for (const number of numbers) {
      if (table.hadBy[number] === texts) continue;
      table.hadBy[number] = texts;
      different.push(number);
    }
  return { text, table, numbers: different };
}

function readDirections(text: string): Directions {
  current ??= begin();
  return directionsOf(text, current.read(text));
}

/** The directions of a text. */
export const directionsIn = createTextCache(readDirections);
/** The same of titles and questions, which are compared again and again. */
export const directionsInHeading = createTextCache(readDirections, SHORT_TEXTS);

/** A question compared with texts by the meaning of their words. */
export type WordComparison = ReturnType<typeof createWordComparison>;

/** Comparisons are numbered, as the table says which has met a direction. */
let comparisons = 0;

/** A word that the text has itself counts 1. */
export function createWordComparison(question: string) {
  if (directionTable().size() > MAX_UNITS) current = null;
  const table = directionTable();
  const { metBy, placeOf, highestOf, numberOf, weightOf } = table;
  comparisons += 1;
  const comparison = comparisons;
  const numbersIn = (read: Directions) => {
    if (read.table === table) return read.numbers;
    const numbers = [...new Set(tokens(read.text).flatMap(unitsOf).map(numberOf))];
    // Otherwise what was read before the table began again would be read for each question.
    if (table === current?.table) Object.assign(read, { table, numbers });
    return numbers;
  };
  /** Those that weigh most first. */
  const asked = numbersIn(directionsInHeading(question))
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    .slice(0, MAX_ASKED);
  const weights = asked.map(weightOf);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const count = asked.length;
  /** For each direction met, its products with those of the question. */
  let products = new Int32Array(count * EXPECTED_DIRECTIONS);
  let used = 0;

  function addProducts(numbers: number[]): void {
    if (used + count * numbers.length > products.length) {
      const grown = new Int32Array(2 * (used + count * numbers.length));
      grown.set(products);
      products = grown;
    }
    table.multiply(asked, numbers, products, used);
    for (const number of numbers) {
      metBy[number] = comparison;
      placeOf[number] = used;
      let highest = products[used] as number;
      for (const end = used + count; used < end; used++)
        if ((products[used] as number) > highest) highest = products[used] as number;
      highestOf[number] = highest;
    }
  }

  function addHighest(highest: Int32Array, numbers: readonly number[]): void {
    const unmet = numbers.filter((number) => metBy[number] !== comparison);
    if (unmet.length > 0) addProducts(unmet);
    let least = leastOf(highest);
    for (const number of numbers) {
      // Most words are like none of the question.
      if ((highestOf[number] as number) <= least) continue;
      const from = placeOf[number] as number;
      for (let at = 0; at < count; at++) {
        const product = products[from + at] as number;
        if (product > (highest[at] as number)) highest[at] = product;
      }
      least = leastOf(highest);
    }
  }

  return {
    /** For each word of the question that is compared, the highest cosine with a word of any of the texts, 0–1. */
    cosinesWith(...texts: Directions[]): number[] {
      const highest = new Int32Array(count);
      if (count > 0) for (const text of texts) addHighest(highest, numbersIn(text));
      return Array.from(highest, (product) => Math.min(1, product / table.unit));
    },
    /** What these cosines are worth together, by what each word of the question weighs, 0–1. */
    shareOf(cosines: number[]): number {
      return total === 0 ? 0 : weights.reduce((sum, weight, at) => sum + weight * (cosines[at] ?? 0), 0) / total;
    },
  };
}

/** Without a spread, which for each text would take most of the time. */
function leastOf(numbers: Int32Array): number {
  let least = numbers[0] as number;
  for (let at = 1; at < numbers.length; at++) if ((numbers[at] as number) < least) least = numbers[at] as number;
  return least;
}

/** Returns a function that says how much of a question some texts have together in words of the same meaning, 0–1. */
export function createWordSimilarity(question: string): (...texts: Directions[]) => number {
  const { cosinesWith, shareOf } = createWordComparison(question);
  return (...texts) => shareOf(cosinesWith(...texts));
}
