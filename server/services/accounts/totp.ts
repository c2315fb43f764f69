import { createHmac, timingSafeEqual } from 'node:crypto';

const DIGITS = 6;
const STEP_SECONDS = 30;
/** Clocks of phones may be wrong by as many steps. */
const TOLERANCE = 1;

/** RFC 4648. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of a time step (RFC 6238 with SHA-1, which every authenticator app knows). */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  // RFC 4226, 5.3: the last four bits say where the number begins, whose first bit is left out.
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The time step whose code this is, if it is the present one or next to it; otherwise null. `now`: epoch milliseconds. */
export function stepOfCode(secret: Buffer, code: string, now: number): number | null {
  if (!isTotpCode(code)) return null;
  const present = Math.floor(now / 1000 / STEP_SECONDS);
  for (let step = present - TOLERANCE; step <= present + TOLERANCE; step += 1) {
    if (timingSafeEqual(Buffer.from(codeOfStep(secret, step)), Buffer.from(code))) return step;
  }
  return null;
}

/** Reports whether the text has the form of a code. */
export const isTotpCode = (text: string): boolean => /^[0-9]{6}$/.test(text);

/** Bytes in base 32, without padding. `alphabet`: 32 characters. */
export function toBase32(bytes: Uint8Array, alphabet = BASE32): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(value >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}

/** The address that authenticator apps read from a QR code. `issuer` must contain no colon. */
export function totpUri({ secret, issuer, account }: { secret: string; issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
  return `otpauth://totp/${label}?${query}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}
