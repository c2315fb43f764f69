/**
 * The form in which e-mail addresses are stored and compared, so that two spellings that look alike are one account: composed
 * and full-width characters are replaced by the usual ones (NFKC), and the dot of the root is removed from the domain.
 */
export function normalizeEmail(text: string): string {
  const usual = text.normalize('NFKC').trim().toLowerCase().normalize('NFKC');
  const at = usual.lastIndexOf('@');
  // IDNA reads the ideographic full stop as a dot (the half-width one has become it).
  const domain = usual.slice(at + 1).replaceAll('\u3002', '.');
  return usual.slice(0, at + 1) + withoutRootDot(domain);
}

function withoutRootDot(domain: string): string {
  return domain.endsWith('.') ? domain.slice(0, -1) : domain;
}

/** Control characters, zero-width characters and the like: an address with one looks like another. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Z}]/u;

export const hasInvisibleCharacters = (text: string): boolean => INVISIBLE.test(text);
