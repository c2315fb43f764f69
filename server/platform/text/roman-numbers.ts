const ROMAN = /^C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;
const VALUES: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100 };

/** The value of a Roman number below 400, in capitals or in small letters; null for any other text. */
export function romanNumber(text: string): number | null {
  const capitals = text.toUpperCase();
  if (text === '' || !ROMAN.test(capitals)) return null;
  const digits = [...capitals].map((letter) => VALUES[letter] ?? 0);
  return digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0);
}
