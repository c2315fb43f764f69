import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` random base62 characters (5.95 bits each). Bytes of 248 and above are dropped so that every character is equally likely. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

export type IdPrefix = 'usr' | 'proj' | 'src' | 'conv' | 'msg' | 'key' | 'vis' | 'job' | 'req';

/** An opaque identifier: the prefix and 22 base62 characters (131 bits). */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase62(22)}`;
}
