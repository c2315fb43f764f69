import { codeOfStep } from '../../../server/services/accounts/totp.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app shows for a secret, so many steps of 30 seconds after a time. */
export function authenticatorCode(secret: string, at = Date.now(), stepsLater = 0): string {
  const bits = [...secret].map((character) => BASE32.indexOf(character).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  return codeOfStep(Buffer.from(bytes), Math.floor(at / 30_000) + stepsLater);
}
