import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { fullAddress, subscriberOf } from '../../../server/http/client-address.ts';

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

const addressOf = (message: IncomingMessage, proxies: number) => subscriberOf(fullAddress(message, proxies));

describe('the client address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', 'unknown'],
  ])('of %j is %s', (remote, address) => {
    expect(addressOf(request(remote), 0)).toBe(address);
  });

  it.each([
    [0, '203.0.113.9', '10.0.0.1'],
    [1, '203.0.113.9', '203.0.113.9'],
    // The client's own entries are to the left of our proxies' entries.
    [1, '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    [2, '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    [2, '203.0.113.9', '203.0.113.9'],
    [1, 'not an address', '10.0.0.1'],
    [1, '', '10.0.0.1'],
    [1, '::ffff:203.0.113.9', '203.0.113.9'],
    // Some proxies add the port.
    [1, '203.0.113.9:5678', '203.0.113.9'],
    [1, '[2001:db8::1]:80', '2001:db8:0:0::/64'],
    [1, '[2001:db8::1]', '2001:db8:0:0::/64'],
    [1, '2001:db8::1', '2001:db8:0:0::/64'],
    [2, '203.0.113.9:5678, 10.0.0.2:443', '203.0.113.9'],
    [1, '203.0.113.9:x', '10.0.0.1'],
    [1, ' \t203.0.113.9:5678 ', '203.0.113.9'],
    [1, '203.0.113.9 :5678', '10.0.0.1'],
    [1, ':5678', '10.0.0.1'],
    [1, '[203.0.113.9]:5678', '203.0.113.9'],
    [1, '[2001:db8::1', '10.0.0.1'],
    [1, '[2001:db8::1]5678', '10.0.0.1'],
    [3, '203.0.113.9, not an address, 10.0.0.3', '203.0.113.9'],
    [2, '203.0.113.9, not an address, 10.0.0.3', '10.0.0.3'],
    [2, ',', '10.0.0.1'],
  ])('behind %i proxies with %j is %s', (proxies, forwarded, address) => {
    expect(addressOf(request('10.0.0.1', forwarded), proxies)).toBe(address);
  });
});
