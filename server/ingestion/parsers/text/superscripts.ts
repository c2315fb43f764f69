/** Digits as Unicode superscripts. As plain digits, a footnote mark or a power would become part of the number before it. */
export const toSuperscript = (digits: string): string =>
  digits.replace(/[0-9]/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)));
