import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A message of a forge, as it arrived. */
export interface PushMessage {
  /** A header; empty if it is absent. */
  header(name: string): string;
  body: Buffer;
}

/** How old a message with a time may be, and how far ahead. */
const TOLERANCE_MS = 5 * 60_000;
/** The headers with an HMAC of the body in hexadecimal digits: of GitHub (and Forgejo), of Gitea, of Forgejo. */
const HMAC_HEADERS = ['x-hub-signature-256', 'x-gitea-signature', 'x-forgejo-signature'];

/**
 * What tells a message from others, if it is signed with the secret; null if it is not. GitHub, Gitea and Forgejo sign the body.
 * GitLab signs as Standard Webhooks do, with a time, or (its older way) sends the secret itself.
 */
export function verifyPush({ header, body }: PushMessage, secret: string, now: number): string | null {
  const isSigned =
    HMAC_HEADERS.some((name) => isHmac(header(name), body, secret)) ||
    isStandard({ header, body }, secret, now) ||
    isEqual(header('x-gitlab-token'), secret);
  return isSigned ? createHash('sha256').update(body).digest('base64url').slice(0, 22) : null;
}

function isHmac(given: string, body: Buffer, secret: string): boolean {
  return (
    given !== '' && isEqual(given.replace(/^sha256=/, ''), createHmac('sha256', secret).update(body).digest('hex'))
  );
}

function isStandard({ header, body }: PushMessage, secret: string, now: number): boolean {
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')];
  if (id === '' || !/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) * 1_000 - now) > TOLERANCE_MS)
    return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return header('webhook-signature')
    .split(' ')
    .some((given) => isEqual(given, `v1,${signature}`));
}

/** In the same time, wherever they differ. */
function isEqual(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return given !== '' && one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
