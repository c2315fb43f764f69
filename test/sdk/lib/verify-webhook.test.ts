import { verifyWebhook, WebhookVerificationError } from '@footnote/sdk/backend';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newWebhookSecret, signatureHeaders } from '../../../server/webhooks/signature.ts';

// From the Standard Webhooks specification's reference libraries: a secret, a message and its signature that others computed.
const KNOWN = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

describe('verifyWebhook', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 }));
  afterEach(() => void vi.useRealTimers());

  const secret = newWebhookSecret();
  const body = JSON.stringify({ type: 'webhook.test', timestamp: '2026-01-01T00:00:00.000Z', data: { naïve: '✓' } });
  const signed = (secrets = [secret], at = Date.now()) => signatureHeaders({ id: 'whd_1', at, body, secrets });

  it('accepts what another implementation has signed', async () => {
    vi.setSystemTime(KNOWN.timestamp * 1000);
    const headers = {
      'webhook-id': KNOWN.id,
      'webhook-timestamp': String(KNOWN.timestamp),
      'webhook-signature': KNOWN.signature,
    };
    expect(await verifyWebhook(KNOWN.body, headers, KNOWN.secret)).toEqual(JSON.parse(KNOWN.body));
  });

  it('returns the event, for headers of fetch or of Node.js and a body of text or bytes', async () => {
    const event = JSON.parse(body);
    expect(await verifyWebhook(body, signed(), secret)).toEqual(event);
    expect(await verifyWebhook(body, new Headers(signed()), secret)).toEqual(event);
    expect(await verifyWebhook(new TextEncoder().encode(body), signed(), secret)).toEqual(event);
  });

  it('accepts either secret while one is being rotated', async () => {
    const next = newWebhookSecret();
    const headers = signed([next, secret]);
    await expect(verifyWebhook(body, headers, secret)).resolves.toBeTruthy();
    await expect(verifyWebhook(body, headers, next)).resolves.toBeTruthy();
  });

  it('accepts five minutes of difference between clocks, and no more', async () => {
    const minutes = 60_000;
    await expect(verifyWebhook(body, signed([secret], Date.now() - 5 * minutes), secret)).resolves.toBeTruthy();
    await expect(verifyWebhook(body, signed([secret], Date.now() + 5 * minutes), secret)).resolves.toBeTruthy();
    for (const at of [Date.now() - 5 * minutes - 1000, Date.now() + 5 * minutes + 1000])
      await expect(verifyWebhook(body, signed([secret], at), secret)).rejects.toThrow(/too old/);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['another secret', () => verifyWebhook(body, signed(), newWebhookSecret())],
    ['another body', () => verifyWebhook(`${body} `, signed(), secret)],
    ['another id', () => verifyWebhook(body, { ...signed(), 'webhook-id': 'whd_2' }, secret)],
    ['another time', () => verifyWebhook(body, { ...signed(), 'webhook-timestamp': '1700000001' }, secret)],
    ['a time that is no number', () => verifyWebhook(body, { ...signed(), 'webhook-timestamp': '1e9' }, secret)],
    ['no signature', () => verifyWebhook(body, { ...signed(), 'webhook-signature': undefined }, secret)],
    ['another version', () => verifyWebhook(body, { ...signed(), 'webhook-signature': 'v2,AAAA' }, secret)],
    ['a broken signature', () => verifyWebhook(body, { ...signed(), 'webhook-signature': 'v1,%%' }, secret)],
    ['a header twice', () => verifyWebhook(body, { ...signed(), 'webhook-id': ['a', 'b'] }, secret)],
    ['an empty secret', () => verifyWebhook(body, signed(), 'whsec_')],
    ['a secret of another kind', () => verifyWebhook(body, signed(), 'chat_key')],
  ])('refuses %s', async (_, verify) => {
    await expect(verify()).rejects.toBeInstanceOf(WebhookVerificationError);
  });
});
