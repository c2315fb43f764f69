import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Whom an address-bound limit counts: the IPv4 address (also where it comes mapped as ::ffff:a.b.c.d), or the /64 of an
 * IPv6 address, as one subscriber holds at least that much. Forwarded headers count only for the configured number of proxies.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  const header = trustedProxies > 0 ? String(request.headers['x-forwarded-for'] ?? '') : '';
  // From the nearest hop outwards; only as many as there are proxies of ours were written by someone we trust.
  const hops = [direct, ...header.split(',').reverse()].map((hop) => hop.trim()).slice(0, trustedProxies + 1);
  const address = hops.filter((hop) => isIP(hop) !== 0).at(-1) ?? direct;
  return isIP(address) === 6 ? networkOf(address) : address || 'unknown';
}

/** `::ffff:192.0.2.1` → `192.0.2.1`; `2001:db8::1` → `2001:db8:0:0::/64`. */
function networkOf(address: string): string {
  const withoutZone = address.split('%')[0] ?? '';
  // The URL parser writes every spelling of an address the same way, an embedded IPv4 part as two groups.
  const [head = '', tail] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
  const mapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  if (!mapped) return `${groups.slice(0, 4).join(':')}::/64`;
  const [high, low] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [(high ?? 0) >> 8, (high ?? 0) & 255, (low ?? 0) >> 8, (low ?? 0) & 255].join('.');
}

/** Headers that a proxy writes of whom it speaks for. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Does the request come from this very machine? What a proxy on it passes on does not, and may say so in a header. */
export function isLocal(request: IncomingMessage): boolean {
  const direct = (request.socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const own = direct === '::1' || (isIP(direct) === 4 && direct.startsWith('127.'));
  return own && FORWARDED.every((name) => request.headers[name] === undefined);
}
