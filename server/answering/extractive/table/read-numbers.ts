/** A number in a cell or a question, with the sign or the unit beside it: “$38.00”, “16 GB”, “12 %”. */
export interface Measure {
  value: number;
  /** In lower case; empty for a plain number. */
  unit: string;
}

const MEASURE = /^([$€£¥]?)\s?([-−+]?)(\d[\d.,]*|[.,]\d+)\s?(%|[$€£¥]|\p{L}{1,12})?$/u;
/**
 * The numbers of a column, with null for an empty cell; null where they cannot be compared: if a cell is no number, if they have
 * different units, or if it is not clear what a point or a comma parts.
 */
export function readNumbers(cells: string[]): (Measure | null)[] | null {
  const written = cells.map((cell) => (cell === '' ? null : MEASURE.exec(cell)));
  if (written.some((one, at) => one === null && cells[at] !== '') || written.every((one) => one === null)) return null;
  const numbers = written.map((one) => one?.[3] ?? '');
  const decimal = decimalSign(numbers);
  if (decimal === null) return null;
  const measures = written.map((one, at): Measure | null => {
    if (!one) return null;
    const value = toValue(numbers[at] ?? '', decimal);
    const unit = (one[1] || (one[4] ?? '')).toLowerCase();
    return { value: one[2] === '-' || one[2] === '−' ? -value : value, unit };
  });
  const units = new Set(measures.flatMap((one) => one?.unit ?? []));
  return units.size === 1 ? measures : null;
}

/** The value of the number of a question; null where it is not clear what a point parts in it: “1.250”. */
export function readNumber(number: string): number | null {
  const decimal = decimalSign([number]);
  return decimal === null ? null : toValue(number, decimal);
}

type Sign = '.' | ',';

/** The sign before decimals in these numbers; null where they do not tell: “1.250” may be both, “1,250” is taken for thousands. */
function decimalSign(numbers: string[]): Sign | null {
  const point = numbers.some((number) => isDecimal(number, '.'));
  const comma = numbers.some((number) => isDecimal(number, ','));
  if (point || comma) return point && comma ? null : point ? '.' : ',';
  if (numbers.some((number) => number.split('.').length > 2)) return ',';
  return numbers.some((number) => number.includes('.')) ? null : '.';
}

/** Can the sign part nothing but decimals: alone with other than three digits behind it, behind a zero alone, or behind the other sign? */
function isDecimal(number: string, sign: Sign): boolean {
  const [whole = '', decimals, ...more] = number.split(sign);
  if (decimals === undefined || more.length > 0 || decimals.includes(other(sign))) return false;
  return decimals.length !== 3 || /^0?$/.test(whole) || whole.includes(other(sign));
}

const other = (sign: Sign): Sign => (sign === '.' ? ',' : '.');

const toValue = (number: string, decimal: Sign) => Number(number.replaceAll(other(decimal), '').replace(decimal, '.'));
