import { describe, expect, it } from 'vitest';
import { isWithin, parseRange } from '../../../../server/platform/network/address-ranges.ts';

describe('a range of addresses', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7/32'],
    [' 10.1.2.3/8 ', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:db8:0:1:2::/64', '2001:db8:0:1::/64'],
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
  ])('%s is %s', (text, range) => expect(parseRange(text)).toBe(range));

  it.each([
    ...[
      '',
      'example.com',
      '192.0.2',
      '0x7f.1',
      '017.0.0.1',
      '192.0.2.0/33',
      '192.0.2.0/-1',
      '192.0.2.0/',
      '192.0.2.0/8/8',
    ],
    ...['2001:db8::/129', '::ffff:192.0.2.0/120', 'fe80::1%eth0', '192.0.2.0/+8', '192.0.2.256'],
  ])('is not %j', (text) => expect(parseRange(text)).toBeNull());

  it('holds addresses of its own kind only', () => {
    expect(isWithin('192.0.2.7', ['0.0.0.0/0'])).toBe(true);
    expect(isWithin('::ffff:192.0.2.7', ['192.0.2.0/24'])).toBe(true);
    expect(isWithin('2001:db8::1', ['0.0.0.0/0'])).toBe(false);
    expect(isWithin('192.0.2.7', ['::/0'])).toBe(false);
    expect(isWithin('unknown', ['0.0.0.0/0', '::/0'])).toBe(false);
    expect(isWithin('unknown', [])).toBe(true);
  });
});
