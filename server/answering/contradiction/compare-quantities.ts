import type { AnalyzedText, Clause, Quantity } from './analyze-text.ts';
import type { MatchedClause } from './match-clauses.ts';

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
