import { createHmac, randomBytes } from 'node:crypto';
import type { SealOptions } from '../platform/secret-box.ts';

const PREFIX = 'whsec_';
/** As long as the hash (RFC 2104, 3). */
const SECRET_BYTES = 32;

export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** What a message is signed with and when. */
export interface Signed {
  id: string;
  /** Epoch milliseconds. */
  at: number;
  body: string;
  /** Each as it was shown; a receiver needs to know one of them. */
  secrets: string[];
}

/** The headers of a signed message, as Standard Webhooks 1.0 has them. */
export function signatureHeaders({ id, at, body, secrets }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** How the secret of a webhook is encrypted in the database. `secret`: the server's. */
export const secretSeal = (secret: string, webhookId: string): SealOptions => ({
  secret,
  purpose: 'webhook secret',
  context: webhookId,
});
