import { describe, expect, it } from 'vitest';
import { checkUrl, isAllowedAddress, parseAddressRange } from '../../../../server/ingestion/web/url-policy.ts';
import { ALLOWED, REFUSED } from './address-vectors.ts';

const opened = (...ranges: string[]) => ranges.map(parseAddressRange).filter((range) => range !== null);

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

describe('an allowed range', () => {
  it('allows its own addresses, at any port, and no others', () => {
    const ranges = opened('10.1.0.0/16', 'fd12::/16');
    expect(checkUrl('http://10.1.2.3:8080/wiki', ranges)).toBe('http://10.1.2.3:8080/wiki');
    expect(checkUrl('http://[fd12::5]:3000/', ranges)).toBe('http://[fd12::5]:3000/');
    expect(checkUrl('http://10.2.0.1/', ranges)).toBeNull();
    expect(checkUrl('http://8.8.8.8:8080/', ranges)).toBeNull();
    // An IPv4 address in IPv6 clothes is none of the range.
    expect(checkUrl('http://[::ffff:10.1.2.3]/', ranges)).toBeNull();
  });

  it('leaves internal names, and the port of a name, to the lookup', () => {
    const ranges = opened('10.0.0.0/8');
    for (const name of ['wiki.example.com:8080', 'wiki', 'wiki.internal:3000', 'localhost:8080', 'nas.home.arpa']) {
      expect(checkUrl(`http://${name}/`, ranges), name).toBe(`http://${name}/`);
      expect(checkUrl(`http://${name}/`), name).toBeNull();
    }
  });

  it('does not allow names of metadata services, nor malformed names', () => {
    const ranges = opened('0.0.0.0/0', '::/0');
    for (const name of ['metadata', 'metadata.google.internal.', 'INSTANCE-DATA', 'site.onion', 'a..internal', '.']) {
      expect(checkUrl(`http://${name}/`, ranges), name).toBeNull();
    }
  });

  it('never allows the metadata services of clouds', () => {
    const ranges = opened('0.0.0.0/0', '::/0');
    for (const address of ['169.254.169.254', '100.100.100.200', '168.63.129.16', 'fd00:ec2::254', '169.254.170.2']) {
      expect(isAllowedAddress(address, ranges), address).toBe(false);
    }
    expect(isAllowedAddress('127.0.0.1', ranges)).toBe(true);
    expect(isAllowedAddress('127.0.0.1', [])).toBe(false);
    expect(isAllowedAddress('not an address', ranges)).toBe(false);
  });

  it('is parsed only where it is valid', () => {
    expect(parseAddressRange('10.0.0.0/8')).not.toBeNull();
    for (const text of ['10.0.0.0', '10.0.0.0/33', 'x/8', '']) expect(parseAddressRange(text)).toBeNull();
  });
});
