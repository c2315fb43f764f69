import { type Unit, unitOf } from '../../language/lexicon/lexicon.ts';
import type { Token } from './analyze-text.ts';
import type { MatchedSentence } from './match-sentences.ts';

/** A number with the unit behind it. */
interface Value {
  value: number;
  unit: Unit | null;
}

/** The share of a sentence's words without units that another one has if it speaks of the same. */
const SAME_SUBJECT = 0.5;

const unitBehind = (tokens: Token[], at: number): Unit | null => unitOf(tokens[at + 1]?.text ?? '');

/** Does a sentence have another number than the passage, between the same words? `around`: the sentences beside the near ones. */
export function hasReplacedNumber(own: Token[], near: MatchedSentence[], around: Token[][]): boolean {
  const stated = around.flatMap(valuesIn);
  return own.some(({ value }, at) => {
    if (value === null || stated.some((one) => isSameValue({ value, unit: unitBehind(own, at) }, one))) return false;
    return near.some(({ tokens }) =>
      tokens.some(
        (other, place) =>
          other.value !== null &&
          !own.some((token) => token.value === other.value) &&
          hasSameNeighbours(own, at, tokens, place),
      ),
    );
  });
}

function valuesIn(tokens: Token[]): Value[] {
  return tokens.flatMap(({ value }, at) => (value === null ? [] : [{ value, unit: unitBehind(tokens, at) }]));
}

function isSameValue(one: Value, other: Value): boolean {
  if (one.value === other.value) return true;
  if (!one.unit || !other.unit || one.unit.dimension !== other.unit.dimension) return false;
  return one.unit.size * one.value === other.unit.size * other.value;
}

/** The words on both sides, or two on one side. */
function hasSameNeighbours(own: Token[], at: number, other: Token[], place: number): boolean {
  const isSame = (offset: number) => {
    const [one, two] = [own[at + offset], other[place + offset]];
    return one !== undefined && two !== undefined && one.term === two.term;
  };
  const isEndOfBoth = own[at + 1] === undefined && other[place + 1] === undefined;
  return (isSame(-1) && (isSame(1) || isEndOfBoth || isSame(-2))) || (isSame(1) && isSame(2));
}

/** Does a sentence name another unit, without a number, than all that the passage names for the same? “In MB” is not “in bytes”. */
export function hasOtherUnit(own: Token[], near: MatchedSentence[]): boolean {
  const words = own.filter(({ isContent, text }) => isContent && unitOf(text) === null);
  const isAboutIt = ({ tokens }: MatchedSentence) =>
    words.filter(({ term }) => tokens.some((token) => token.term === term)).length >= SAME_SUBJECT * words.length;
  return own.some(({ text, value }, at) => {
    const unit = unitOf(text);
    const before = own[at - 1];
    // A word after it belongs to it, and a number before it is compared with its unit.
    if (!unit || value !== null || own[at + 1]?.isContent || (before && before.value !== null)) return false;
    const theirs = near
      .filter(isAboutIt)
      .flatMap(({ tokens }) => tokens.flatMap((token) => unitOf(token.text) ?? []))
      .filter(({ dimension }) => dimension === unit.dimension);
    return theirs.length > 0 && theirs.every(({ size }) => size !== unit.size);
  });
}
