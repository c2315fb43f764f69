import { describe, expect, it } from 'vitest';
import { hashRecoveryCode, newRecoveryCodes } from '../../../../server/services/accounts/second-factor.ts';
import { codeOfStep, stepOfCode, toBase32, totpUri } from '../../../../server/services/accounts/totp.ts';

const SECRET = Buffer.from('12345678901234567890');

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B: the last six of the eight digits there.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of the standard, %i seconds after the epoch', (seconds, code) => {
    const step = Math.floor(seconds / 30);
    expect(codeOfStep(SECRET, step)).toBe(code);
    expect(stepOfCode(SECRET, code, seconds * 1000)).toBe(step);
  });

  it.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('of a clock that is wrong by %i steps are accepted: %s', (away, accepted) => {
    const step = 50_000_000;
    const found = stepOfCode(SECRET, codeOfStep(SECRET, step + away), step * 30_000 + 15_000);
    expect(found).toBe(accepted ? step + away : null);
  });

  it.each(['', '28708', '2870822', '28708a', '２８７０８２', ' 287082'])('are six digits: not %j', (code) => {
    expect(stepOfCode(SECRET, code, 59_000)).toBeNull();
  });
});

describe('what an authenticator app reads', () => {
  // RFC 4648, section 10, without the padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%j is %s in base 32', (text, encoded) => {
    expect(toBase32(Buffer.from(text))).toBe(encoded);
  });

  it('is an address whose parts cannot be mistaken for others', () => {
    const uri = new URL(totpUri({ secret: 'ABC', issuer: 'Footnote (a b)', account: 'a+b&c=d@x.org' }));
    expect(decodeURIComponent(uri.pathname)).toBe('/Footnote (a b):a+b&c=d@x.org');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      ...{ secret: 'ABC', issuer: 'Footnote (a b)', algorithm: 'SHA1', digits: '6', period: '30' },
    });
  });
});

describe('recovery codes', () => {
  it('are ten, all different, and recognised however they are typed', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    const hash = hashRecoveryCode('x0k1-9mpq-4tva-0c3d');
    for (const typed of ['x0k19mpq4tva0c3d', ' X0K1 9MPQ 4TVA 0C3D ', 'xOkl-9mpq-4tva-oc3d', 'XoKI-9MPQ-4TVA-OC3D']) {
      expect(hashRecoveryCode(typed)).toBe(hash);
    }
    expect(hashRecoveryCode('x0k1-9mpq-4tva-0c3e')).not.toBe(hash);
  });
});
