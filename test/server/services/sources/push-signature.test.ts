import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyPush } from '../../../../server/services/sources/push-signature.ts';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`;
const NOW = 1_800_000_000_000;
const BODY = '{"ref":"refs/heads/main"}';

const verified = (headers: Record<string, string>, body = BODY) =>
  verifyPush({ header: (name) => headers[name] ?? '', body: Buffer.from(body) }, SECRET, NOW);
const hmac = (body = BODY) => createHmac('sha256', SECRET).update(body).digest('hex');
/** As GitLab signs with a signing token, and Standard Webhooks 1.0 describes it. */
const standard = (at: number, body = BODY) => {
  const timestamp = String(Math.floor(at / 1_000));
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,other v1,${signature}` };
};

describe('a push', () => {
  it.each<[string, Record<string, string>]>([
    ['GitHub', { 'x-hub-signature-256': `sha256=${hmac()}` }],
    ['Gitea', { 'x-gitea-signature': hmac() }],
    ['Forgejo', { 'x-forgejo-signature': hmac() }],
    ['GitLab with a signing token', standard(NOW)],
    ['GitLab with a secret token', { 'x-gitlab-token': SECRET }],
  ])('is taken as %s signs it', (_, headers) => {
    expect(verified(headers)).toMatch(/^[\w-]{22}$/);
  });

  it.each<[string, Record<string, string>, string?]>([
    ['no signature', {}],
    ['an empty one', { 'x-hub-signature-256': '', 'x-gitlab-token': '', 'webhook-signature': '' }],
    ['that of another body', { 'x-hub-signature-256': `sha256=${hmac('other')}` }],
    ['one that was cut', { 'x-gitea-signature': hmac().slice(0, 60) }],
    ['another secret', { 'x-gitlab-token': `${SECRET}x` }],
    ['a time that is over', standard(NOW - 6 * 60_000)],
    ['a time that is to come', standard(NOW + 6 * 60_000)],
    ['a signature of another time', { ...standard(NOW), 'webhook-timestamp': String(NOW / 1_000 + 1) }],
    ['no id', { ...standard(NOW), 'webhook-id': '' }],
  ])('is refused with %s', (_, headers) => {
    expect(verified(headers)).toBeNull();
  });

  it('is known again by its body, whatever its headers say', () => {
    const first = verified({ 'x-hub-signature-256': `sha256=${hmac()}`, 'x-github-delivery': '1' });
    expect(verified({ 'x-hub-signature-256': `sha256=${hmac()}`, 'x-github-delivery': '2' })).toBe(first);
    expect(verified({ 'x-gitea-signature': hmac(`${BODY} `) }, `${BODY} `)).not.toBe(first);
  });
});
