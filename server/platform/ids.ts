import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random bytes are generated in blocks: one call per id would be a large part of the cost of a small request. */
const block = Buffer.alloc(4096);
let used = block.length;

function randomByte(): number {
  if (used === block.length) {
    randomFillSync(block);
    used = 0;
  }
  const byte = block[used] ?? 0;
  // Bytes that became part of a key are erased.
  block[used] = 0;
  used += 1;
  return byte;
}

/** `length` random base62 characters (5.95 bits each). Bytes of 248 and above are dropped so that every character is equally likely. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    const byte = randomByte();
    if (byte < 248) text += ALPHABET[byte % 62];
  }
  return text;
}

export type IdPrefix =
  | 'usr'
  | 'ses'
  | 'proj'
  | 'src'
  | 'repo'
  | 'conv'
  | 'msg'
  | 'key'
  | 'vis'
  | 'job'
  | 'req'
  | 'aud'
  | 'bup'
  | 'cur'
  | 'gold'
  | 'check'
  | 'inv'
  | 'whk'
  | 'whd'
  | 'hov';

/** An id of what could not be kept, by which any server knows it later. No other id has a second `_`. */
export function newUnkeptId(prefix: 'conv' | 'msg'): string {
  return `${prefix}_unkept_${randomBase62(22)}`;
}

export const isUnkeptId = (id: string): boolean => /^(?:conv|msg)_unkept_/.test(id);

/** An opaque identifier: the prefix and 22 base62 characters (131 bits). */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase62(22)}`;
}
