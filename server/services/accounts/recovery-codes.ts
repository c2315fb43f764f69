import { createHash, randomBytes } from 'node:crypto';
import { toBase32 } from './totp.ts';

const COUNT = 10;
/** 80 bits: a fast hash without a key is enough. */
const BYTES = 10;
/** Crockford's: no letter looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten new codes such as `x7k2-9mpq-4tva-0c3d`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const text = toBase32(randomBytes(BYTES), ALPHABET);
    return text.match(/.{4}/g)?.join('-') ?? text;
  });
}

/** The stored form of a code, however it was typed: without hyphens, in capitals, with O for zero. */
export function hashRecoveryCode(code: string): string {
  const typed = code.toLowerCase().replace(/[^0-9a-z]/g, '');
  return createHash('sha256').update(typed.replaceAll('o', '0').replace(/[il]/g, '1')).digest('hex');
}
