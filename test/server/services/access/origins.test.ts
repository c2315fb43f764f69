import { describe, expect, it } from 'vitest';
import { normalizeOrigin, originAllowed } from '../../../../server/services/access/origins.ts';

describe('an entry of allowed_origins', () => {
  it.each([
    ['https://a.com', 'https://a.com'],
    ['https://a.com/', 'https://a.com'],
    [' https://a.com ', 'https://a.com'],
    ['HTTPS://A.Com', 'https://a.com'],
    ['https://a.com:443', 'https://a.com'],
    ['http://a.com:80', 'http://a.com'],
    ['https://a.com:8443', 'https://a.com:8443'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://localhost:*', 'http://localhost:*'],
    ['https://*.example.com', 'https://*.example.com'],
    ['https://*.example.co.uk', 'https://*.example.co.uk'],
    ['https://*.acme.github.io', 'https://*.acme.github.io'],
    ['https://*.docs.internal', 'https://*.docs.internal'],
    ['https://*.Example.com:8443', 'https://*.example.com:8443'],
    ['null', 'null'],
  ])('%j is stored as %s', (entry, origin) => {
    expect(normalizeOrigin(entry)).toEqual({ origin });
  });

  it.each([
    ['*', 'https://example.com'],
    ['a.com', 'Did you mean https://a.com?'],
    ['a.com:8443/help', 'Did you mean https://a.com:8443?'],
    ['https://a.com/path', 'Did you mean https://a.com?'],
    ['https://a.com/?q=1', 'Did you mean https://a.com?'],
    ['https://a.com?', 'Did you mean https://a.com?'],
    ['https://a.com/#top', 'Did you mean https://a.com?'],
    ['https://user:pw@a.com', 'Did you mean https://a.com?'],
    ['https://@a.com', 'Did you mean https://a.com?'],
    ['https://*.example.com/docs', 'Did you mean https://*.example.com?'],
    ['https://*', 'https://*.example.com'],
    ['https://*.com', 'https://*.example.com'],
    ['https://*.co.uk', 'anyone can have a name below co.uk. Name your own domain'],
    ['https://*.CO.UK:8443', 'below co.uk'],
    ['https://*.github.io', 'below github.io'],
    ['https://*.vercel.app', 'below vercel.app'],
    ['https://*.s3.amazonaws.com', 'below s3.amazonaws.com'],
    ['https://*.kawasaki.jp', 'below kawasaki.jp'],
    ['https://*.公司.cn', 'below xn--55qx5d.cn'],
    ['https://a.*.com', 'https://*.example.com'],
    ['https://*.*.example.com', 'https://*.example.com'],
    ['https://example.com:*', 'http://localhost:*'],
    ['ftp://a.com', 'https://example.com'],
    ['file:///etc/passwd', 'https://example.com'],
    ['javascript:alert(1)', 'https://example.com'],
    ['', 'https://example.com'],
    ['https://', 'https://example.com'],
    ['https://a b.com', 'https://example.com'],
  ])('%j is refused with the advice %s', (entry, correction) => {
    const result = normalizeOrigin(entry);
    expect('problem' in result && result.problem).toContain(correction);
  });
});

describe('a request from', () => {
  const LISTED = ['https://a.com', 'https://*.example.com', 'https://*.ported.com:8443', 'http://localhost:*'];

  it.each([
    'https://a.com',
    'https://docs.example.com',
    'https://deep.docs.example.com',
    'https://x.ported.com:8443',
    'http://localhost',
    'http://localhost:5173',
  ])('%s is allowed', (origin) => {
    expect(originAllowed(LISTED, origin)).toBe(true);
  });

  it.each([
    null,
    '',
    'null',
    'http://a.com',
    'https://a.com:444',
    'https://a.com/',
    'https://A.com',
    'https://a.com.',
    'https://a.com.evil',
    'https://evil-a.com',
    'https://evil.com#https://a.com',
    'https://a.com@evil.com',
    'https://sub.a.com',
    'https://a.co',
    'https://example.com',
    'http://docs.example.com',
    'https://docs.example.com:8443',
    'https://docs.example.com.evil',
    'https://evilexample.com',
    'https://.example.com',
    'https://x.ported.com',
    'https://localhost:5173',
    'http://localhost.evil.com',
    'http://127.0.0.1:5173',
    'https://a.com, https://evil.com',
    'https://*.example.com.',
    'http://localhost:99999',
    'chrome-extension://abcdef',
  ])('%s is refused', (origin) => {
    expect(originAllowed(LISTED, origin)).toBe(false);
  });

  it('any origin is refused if none is listed', () => {
    expect([null, 'null', 'https://a.com'].map((origin) => originAllowed([], origin))).toEqual([false, false, false]);
  });

  it('an opaque or missing origin is allowed only if null is listed', () => {
    expect([null, 'null', 'https://a.com'].map((origin) => originAllowed(['null'], origin))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
