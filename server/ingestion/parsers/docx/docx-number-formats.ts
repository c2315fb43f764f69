const ROMAN: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
/** Beyond it, Roman numbers are too long to read. */
const MAX_ROMAN = 32_767;
const MAX_LETTERS = 780;

/** A number in a format of Word's lists (ECMA-376 part 1, 17.18.59). Formats that are not known here are written as digits. */
export function formatNumber(number: number, format: string): string {
  switch (format) {
    case 'none':
    case 'bullet':
      return '';
    case 'upperRoman':
      return roman(number).toUpperCase();
    case 'lowerRoman':
      return roman(number);
    case 'upperLetter':
      return letters(number).toUpperCase();
    case 'lowerLetter':
      return letters(number);
    case 'ordinal':
      return `${number}${ordinalEnding(number)}`;
    case 'decimalZero':
      return String(number).padStart(2, '0');
    default:
      return String(number);
  }
}

function roman(number: number): string {
  if (number < 1 || number > MAX_ROMAN) return String(number);
  let rest = number;
  let text = '';
  for (const [value, sign] of ROMAN) {
    text += sign.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return text;
}

/** a to z, then aa to zz, aaa to zzz. */
function letters(number: number): string {
  if (number < 1 || number > MAX_LETTERS) return String(number);
  return String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));
}

function ordinalEnding(number: number): string {
  const lastTwo = number % 100;
  if (lastTwo >= 11 && lastTwo <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th';
}
