import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What a sealed text is bound to: it opens with the same three only. */
export interface SealOptions {
  /** The secret of the server. */
  secret: string;
  /** What the text is for. Each purpose has its own key, derived from the secret. */
  purpose: string;
  /** What the text belongs to. It is not encrypted. */
  context: string;
}

const ALGORITHM = 'aes-256-gcm';
/** Lengths in bytes, as the algorithm recommends them. */
const NONCE = 12;
const TAG = 16;

/** Encrypts a text so that no one can read or change it without the secret (AES-256-GCM). Base64url. */
export function sealText(text: string, options: SealOptions): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(ALGORITHM, keyFor(options), nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(options.context));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** The text; null if it was sealed with something else, or changed. */
export function openText(sealed: string, options: SealOptions): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE + TAG) return null;
  const decipher = createDecipheriv(ALGORITHM, keyFor(options), bytes.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAAD(Buffer.from(options.context));
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

const keyFor = ({ secret, purpose }: SealOptions): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `footnote ${purpose}`, 32));
