import { describe, expect, it } from 'vitest';
import { checkUrl, mayConnect, parseRange } from '../../../../server/ingestion/web/url-policy.ts';
import { ALLOWED, REFUSED } from './address-vectors.ts';

const opened = (...ranges: string[]) => ranges.map(parseRange).filter((range) => range !== null);

describe.each(Object.entries(REFUSED))('%s', (_, addresses) => {
  it.each(addresses)('are refused: %j', (address) => {
    expect(checkUrl(address)).toBeNull();
  });
});

describe('an address of the public web', () => {
  it.each(ALLOWED)('is kept in its normal form: %s', (given, kept) => {
    expect(checkUrl(given)).toBe(kept);
  });
});

describe('an opened range', () => {
  it('lets its own addresses through, at any port, and no others', () => {
    const ranges = opened('10.1.0.0/16', 'fd12::/16');
    expect(checkUrl('http://10.1.2.3:8080/wiki', ranges)).toBe('http://10.1.2.3:8080/wiki');
    expect(checkUrl('http://[fd12::5]:3000/', ranges)).toBe('http://[fd12::5]:3000/');
    expect(checkUrl('http://10.2.0.1/', ranges)).toBeNull();
    expect(checkUrl('http://8.8.8.8:8080/', ranges)).toBeNull();
    // An IPv4 address in IPv6 clothes is none of the range.
    expect(checkUrl('http://[::ffff:10.1.2.3]/', ranges)).toBeNull();
  });

  it('leaves the port of a name to the look-up, and inner names refused', () => {
    const ranges = opened('10.0.0.0/8');
    expect(checkUrl('http://wiki.example.com:8080/', ranges)).toBe('http://wiki.example.com:8080/');
    expect(checkUrl('http://wiki/', ranges)).toBeNull();
  });

  it('never opens where a cloud keeps its secrets', () => {
    const ranges = opened('0.0.0.0/0', '::/0');
    for (const address of ['169.254.169.254', '100.100.100.200', '168.63.129.16', 'fd00:ec2::254', '169.254.170.2']) {
      expect(mayConnect(address, ranges), address).toBe(false);
    }
    expect(mayConnect('127.0.0.1', ranges)).toBe(true);
    expect(mayConnect('127.0.0.1', [])).toBe(false);
    expect(mayConnect('not an address', ranges)).toBe(false);
  });

  it('is read only where it is one', () => {
    expect(parseRange('10.0.0.0/8')).not.toBeNull();
    for (const text of ['10.0.0.0', '10.0.0.0/33', 'x/8', '']) expect(parseRange(text)).toBeNull();
  });
});
