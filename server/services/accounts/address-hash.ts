import { createHmac, hkdfSync } from 'node:crypto';

/**
 * Returns a function that hashes addresses together with what they are counted for. Keyed, because a plain hash could be reversed
 * by trying every address. `purpose` separates the hashes of one use from those of another.
 */
export function createAddressHash(secret: string, purpose: string): (...parts: string[]) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return (...parts) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}
