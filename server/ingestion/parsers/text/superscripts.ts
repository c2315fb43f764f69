/** Digits as small raised ones: a mark or a power that stands at the size of its number is taken for a part of it. */
export const toSuperscript = (digits: string): string =>
  digits.replace(/[0-9]/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)));
