import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLocalHost, isLoopback } from '../platform/network/local-host.ts';

/** The address that a request comes from. `X-Forwarded-For` is trusted for the configured number of proxies only. */
export function fullAddress(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  const header = trustedProxies > 0 ? String(request.headers['x-forwarded-for'] ?? '') : '';
  // The last entries are those of our own proxies, the nearest last. What is before them can be anything.
  const farthest = header.split(',').slice(-trustedProxies).map(withoutPort).find(isAddress);
  return farthest ?? direct;
}

/**
 * The address that limits count by: an IPv4 address (mapped ones, ::ffff:a.b.c.d, included), or the /64 network of an IPv6
 * address, as one subscriber has at least that many.
 */
export function subscriberOf(address: string): string {
  return isIP(address) === 6 ? networkOf(address) : address || 'unknown';
}

const isAddress = (text: string) => isIP(text) !== 0;

/** Some proxies (Azure, IIS) add the port: `192.0.2.1:5678`, `[2001:db8::1]:5678`. */
function withoutPort(entry: string): string {
  const hop = entry.trim();
  const [, six, four] = /^(?:\[([^\]]*)\]|([^\s:]*))(?::\d+)?$/.exec(hop) ?? [];
  return six ?? four ?? hop;
}

/** `::ffff:192.0.2.1` → `192.0.2.1`; `2001:db8::1` → `2001:db8:0:0::/64`. */
function networkOf(address: string): string {
  const withoutZone = address.split('%')[0] ?? '';
  // The URL parser normalizes the address and writes an embedded IPv4 part as two groups.
  const [head = '', tail] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
  const mapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  if (!mapped) return `${groups.slice(0, 4).join(':')}::/64`;
  const [high, low] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [(high ?? 0) >> 8, (high ?? 0) & 255, (low ?? 0) >> 8, (low ?? 0) & 255].join('.');
}

/** Headers that proxies add. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Reports whether the request comes from this machine itself. A proxy on this machine passes on requests of others: most add a
 * header, or pass on the `Host` that the client sent, which is then not a local one.
 */
export function isLocal(request: IncomingMessage): boolean {
  const direct = (request.socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  if (!isLoopback(direct) || !isLocalHost(request.headers.host ?? '')) return false;
  return PROXY_HEADERS.every((name) => request.headers[name] === undefined);
}
