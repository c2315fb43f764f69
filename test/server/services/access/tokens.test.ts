import { createHmac } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { describe, expect, it } from 'vitest';
import { createTokens } from '../../../../server/services/access/tokens.ts';

const SECRET = 'a-secret-for-tests-0123456789-abcdefghij';
const tokens = createTokens({ secret: SECRET, now: Date.now });
const widget = { sub: 'vis_1', pid: 'proj_1', org: null, epoch: 1, auth_time: 1 };

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());

describe('tokens', () => {
  it('carry the signed claims', () => {
    const claims = tokens.verifyBearer(tokens.signUser({ sub: 'usr_1', epoch: 1 }, 60));
    expect(claims).toMatchObject({ iss: 'footnote', aud: 'user', sub: 'usr_1' });
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(60);
    expect(tokens.verifyBearer(tokens.signWidget(widget, 60))).toMatchObject({ aud: 'widget', ...widget });
  });

  it('signed with another secret are invalid', () => {
    const other = createTokens({ secret: `${SECRET}!`, now: Date.now });
    expect(other.verifyBearer(tokens.signUser({ sub: 'usr_1', epoch: 1 }, 60))).toBeNull();
  });

  it('of one kind are invalid as another kind, whatever they claim', () => {
    const [header, payload] = tokens.signWidget(widget, 60).split('.');
    const asUser = encode({ ...decode(payload), aud: 'user', sub: 'usr_1' });
    // Each kind has its own key, so the widget's key cannot sign a user token.
    expect(tokens.verifyBearer(`${header}.${asUser}.${'A'.repeat(43)}`)).toBeNull();
    expect(tokens.verifyPassage(tokens.signUser({ sub: 'usr_1', epoch: 1 }, 60))).toBeNull();
    expect(tokens.verifyBearer(tokens.signPassage({ pid: 'p', sid: 's', cid: 'c', quote: [0, 1] }, 60))).toBeNull();
  });

  it('that were tampered with or forged yield null instead of an exception', () => {
    const good = tokens.signUser({ sub: 'usr_1', epoch: 1 }, 60);
    const [header = '', payload = '', signature = ''] = good.split('.');
    const claims = decode(payload);
    const plainKey = (value: unknown) => jwt.sign(JSON.stringify(value), SECRET, { algorithm: 'HS256' });
    const hmac = (text: string) => createHmac('sha256', SECRET).update(text).digest('base64url');
    const hostile = {
      'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      'alg None': `${encode({ alg: 'None', typ: 'JWT' })}.${payload}.${signature}`,
      'alg swapped': `${encode({ alg: 'HS512', typ: 'JWT' })}.${payload}.${signature}`,
      'alg RS256': `${encode({ alg: 'RS256', typ: 'JWT' })}.${payload}.${signature}`,
      'kid path': `${encode({ alg: 'HS256', kid: '../../dev/null' })}.${payload}.${hmac('')}`,
      'edited claims': `${header}.${encode({ ...claims, sub: 'usr_2' })}.${signature}`,
      'later expiry': `${header}.${encode({ ...claims, exp: claims.exp + 1 })}.${signature}`,
      'without expiry': plainKey({ ...claims, exp: undefined, iss: 'footnote' }),
      'the secret itself as key': plainKey(claims),
      'without signature': `${header}.${payload}.`,
      'two parts': `${header}.${payload}`,
      'a key': 'chat_0123456789012345678901234567890123456789abc',
      nothing: '',
      noise: '\u0000\uffff.\ud800.',
      long: `${header}.${'A'.repeat(1_000_000)}.${signature}`,
    };
    for (const [name, token] of Object.entries(hostile)) expect(tokens.verifyBearer(token), name).toBeNull();
    expect(tokens.verifyBearer(good)).not.toBeNull();
  });

  it('for passages are invalid after they expire', () => {
    let now = Date.now();
    const timed = createTokens({ secret: SECRET, now: () => now });
    const link = timed.signPassage({ pid: 'p', sid: 's', cid: 'c', quote: [3, 9] }, 60);
    expect(timed.verifyPassage(link)).toMatchObject({ quote: [3, 9] });
    now += 61_000;
    expect(timed.verifyPassage(link)).toBeNull();
  });
});
