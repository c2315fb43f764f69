import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto';

/** 192 bits. */
const TOKEN_BYTES = 24;

/**
 * The token without which no one can create the first account, who is the server's operator. It is derived from the signing
 * secret, so that only people who can read the server's output or its data know it, and all servers of one database have the
 * same one. It is good until there is an account.
 */
export function createSetupToken(signingSecret: string): string {
  return Buffer.from(hkdfSync('sha256', signingSecret, '', 'footnote setup token', TOKEN_BYTES)).toString('base64url');
}

export function isSetupToken(text: string, signingSecret: string): boolean {
  return timingSafeEqual(digest(text), digest(createSetupToken(signingSecret)));
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** What is printed of the link. */
export const setupSentence = (link: string): string => `Create the first account, which is the operator’s, at ${link}`;

/** The console's page for the first account. Browsers do not send the part after the `#`, so no proxy logs it. */
export function setupLink(url: string, signingSecret: string): string {
  return `${url}/welcome#setup=${createSetupToken(signingSecret)}`;
}
