import type { WebhookEvent } from '../contract/index.ts';
import { FootnoteError } from '../core/errors.ts';

/** The headers of a request: those of `fetch`, or of Node.js. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The message was not signed with this secret, is too old, or is not complete. */
export class WebhookVerificationError extends FootnoteError {
  override name = 'WebhookVerificationError';
}

/** Seconds by which the clocks may differ, and in which a message must arrive. */
const TOLERANCE = 5 * 60;
const PREFIX = 'whsec_';
const VERSION = 'v1,';

/**
 * Checks that a message comes from your project, and returns the event. `body` must be the text as it arrived, not parsed JSON. Rejects
 * with a `WebhookVerificationError` if it was not signed with the secret, or more than five minutes ago. Of a message that is sent twice,
 * the `webhook-id` is the same.
 * @example
 * const event = await verifyWebhook(await request.text(), request.headers, secret);
 * if (event.type === 'question.unanswered') console.log(event.data.question);
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('The headers of a webhook are missing.');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE) {
    throw new WebhookVerificationError('The message is too old, or a clock is wrong.');
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const key = await importSecret(secret);
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith(VERSION) ? fromBase64(signature.slice(VERSION.length)) : null;
    // `verify` compares in constant time.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(text) as WebhookEvent;
  }
  throw new WebhookVerificationError('The message was not signed with this secret.');
}

async function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : null;
  if (!bytes?.length) throw new WebhookVerificationError('The secret of a webhook begins with "whsec_".');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

/** Null for what is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
