import { unitOf } from '../../language/lexicon/lexicon.ts';
import type { AnalyzedText, Clause, Quantity, Token } from './analyze-text.ts';
import type { MatchedClause } from './match-clauses.ts';
import type { MatchedSentence } from './match-sentences.ts';

/** The share of a sentence's words, without its units, that the passage's sentence must have. */
const MIN_SHARED = 0.5;

/** Has a clause a quantity that the passage gives differently? Numbers that count nothing in common are not compared. */
export function compareQuantities(own: Clause, near: MatchedClause[], passage: AnalyzedText): boolean {
  const known = near.flatMap(({ clause }) => clause.quantities);
  return own.quantities.some((quantity) => {
    if (isInOtherUnit(quantity, known, passage)) return true;
    const others = known.filter((other) => isComparable(quantity, other));
    return others.length > 0 && !others.some((other) => isEqual(quantity, other));
  });
}

/** Does the passage have a number without unit, and speak of other units only? “Default: 72000”, and later “in milliseconds”. */
function isInOtherUnit({ value, unit }: Quantity, known: Quantity[], { units, clauses }: AnalyzedText): boolean {
  if (!unit || known.some((other) => other.unit?.dimension === unit.dimension)) return false;
  const same = units.filter(({ dimension }) => dimension === unit.dimension);
  if (same.length === 0 || same.some(({ size }) => size === unit.size)) return false;
  return clauses.some(({ quantities }) => quantities.some((other) => other.value === value && !other.unit));
}

function isComparable(a: Quantity, b: Quantity): boolean {
  if (a.unit && b.unit) return a.unit.dimension === b.unit.dimension || a.value === b.value;
  return a.counted !== null && a.counted === b.counted;
}

function isEqual(a: Quantity, b: Quantity): boolean {
  if (!a.unit || !b.unit) return a.value === b.value;
  return a.unit.dimension === b.unit.dimension && a.value * a.unit.size === b.value * b.unit.size;
}

/**
 * Has a sentence another number where a sentence of the passage has the same words beside it, and is the number nowhere near?
 * “It was moved in 1971.” is not “It was moved in 1967.” `around`: the numbers of these sentences and those next to them.
 */
export function replacesNumber(
  own: Token[],
  near: MatchedSentence[],
  around: ReadonlySet<number>,
  { sentences }: AnalyzedText,
): boolean {
  const known = [...around].flatMap((number) => measuresIn(sentences[number] ?? []));
  const values = new Set(own.map(({ value }) => value));
  return own.some(({ value }, at) => {
    const measure = measureAt(own, at);
    if (!measure || known.some((other) => other.value === value || isEqual(measure, other))) return false;
    const isReplaced = (tokens: Token[]) =>
      tokens.some(
        (other, place) => other.value !== null && !values.has(other.value) && isInPlaceOf(own, at, tokens, place),
      );
    return near.some(({ tokens }) => isReplaced(tokens));
  });
}

function measureAt(tokens: Token[], at: number): Quantity | null {
  const value = tokens[at]?.value ?? null;
  return value === null ? null : { value, unit: unitOf(tokens[at + 1]?.text ?? ''), counted: null };
}

const measuresIn = (tokens: Token[]): Quantity[] => tokens.flatMap((_, at) => measureAt(tokens, at) ?? []);

/** Are the words on both sides of two places the same, or two on one side? */
function isInPlaceOf(own: Token[], at: number, other: Token[], place: number): boolean {
  const isSame = (offset: number) => own[at + offset]?.term === other[place + offset]?.term;
  const isWord = (offset: number) => own[at + offset] !== undefined && isSame(offset);
  return (isWord(-1) && isSame(1)) || (isWord(-1) && isWord(-2)) || (isWord(1) && isWord(2));
}

/** Does a sentence name a unit without a number, where the passage has another one? “In seconds” is not “in minutes”. */
export function measuresInOtherUnit(own: Token[], near: MatchedSentence[]): boolean {
  const rest = own.filter(({ text, isContent }) => isContent && unitOf(text) === null);
  const isAboutIt = ({ tokens }: MatchedSentence) =>
    rest.filter(({ term }) => tokens.some((token) => token.term === term)).length >= MIN_SHARED * rest.length;
  const units = near.filter(isAboutIt).flatMap(({ tokens }) => tokens.flatMap(({ text }) => unitOf(text) ?? []));
  return own.some(({ text, value }, at) => {
    const unit = unitOf(text);
    // “Second” may also be an ordinal.
    if (!unit || value !== null || own[at + 1]?.isContent || (own[at - 1]?.value ?? null) !== null) return false;
    const same = units.filter(({ dimension }) => dimension === unit.dimension);
    return same.length > 0 && same.every(({ size }) => size !== unit.size);
  });
}
