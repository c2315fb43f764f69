import ipaddr from 'ipaddr.js';
import {
  hasSuffix,
  type IpAddress,
  ipLiteral,
  isAllowedName,
  isInternalName,
  isMetadataAddress,
  isPublicAddress,
  LOOPBACK_NAMES,
  parseIpAddress,
} from '../../platform/network/network-address.ts';

/** A range of IP addresses that the operator allows for URL sources (`SCRAPE_ALLOW_CIDRS`), at any port. */
export type AddressRange = [address: IpAddress, bits: number];

const MAX_URL_LENGTH = 2_048;
const PORTS = ['', '80', '443'];

/** The addresses of this machine. */
const LOOPBACK = [
  { address: '127.0.0.1', family: 4 as const },
  { address: '::1', family: 6 as const },
];
/** Reads `192.0.2.0/24` or `fd00::/8`; null for anything else. */
export function parseAddressRange(text: string): AddressRange | null {
  return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : null;
}

/** May the server connect to this IP address (as a resolver returns it, without brackets)? False for what is not one. */
export function isAllowedAddress(address: string, allowedRanges: AddressRange[]): boolean {
  const parsed = parseIpAddress(address);
  if (parsed === null || isMetadataAddress(parsed)) return false;
  return isPublicAddress(parsed) || isInAllowedRange(parsed, allowedRanges);
}

/** The same for a connection: ports other than the usual ones only inside an allowed range. */
function isAllowedEndpoint(address: string, port: string, allowedRanges: AddressRange[]): boolean {
  if (!isAllowedAddress(address, allowedRanges)) return false;
  return PORTS.includes(port) || isInAllowedRange(ipaddr.parse(address), allowedRanges);
}

/** The same for an address that a host name resolves to: an internal name must resolve into an allowed range. */
export function isAllowedForHost(
  hostname: string,
  address: string,
  port: string,
  allowedRanges: AddressRange[],
): boolean {
  if (!isAllowedEndpoint(address, port, allowedRanges)) return false;
  return !isInternalName(hostname) || isInAllowedRange(ipaddr.parse(address), allowedRanges);
}

function isInAllowedRange(address: IpAddress, allowedRanges: AddressRange[]): boolean {
  return allowedRanges.some(
    ([range, bits]) => range.kind() === address.kind() && address.match([range, bits] as never),
  );
}

/**
 * A URL in its normal form, or null where the text alone shows that it may not be read: another scheme or port, a user name,
 * an IP address that is not public, an internal name where no range is allowed. Only the parsed and normalized form is
 * checked and kept, so that no second parser can read the same text differently. What a name resolves to is checked by the
 * fetcher, with `isAllowedForHost`.
 */
export function checkUrl(text: string, allowedRanges: AddressRange[] = []): string | null {
  const trimmed = text.trim();
  // Parsers disagree on these characters, and ordinary URLs have none.
  if (trimmed.length > MAX_URL_LENGTH || /[\p{Cc}\\]/u.test(trimmed)) return null;
  const url = URL.parse(trimmed);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username || url.password) return null;
  const literal = ipLiteral(url);
  if (literal !== null) return isAllowedEndpoint(literal.toString(), url.port, allowedRanges) ? url.href : null;
  // With allowed ranges, only a lookup shows whether an internal name or another port may be used.
  if (!isAllowedName(url.hostname)) return null;
  return allowedRanges.length > 0 || (!isInternalName(url.hostname) && PORTS.includes(url.port)) ? url.href : null;
}

/** The addresses of `localhost`, whatever a name server says (RFC 6761); null for any other name. */
export function loopbackAddresses(hostname: string): { address: string; family: 4 | 6 }[] | null {
  return hasSuffix(hostname, LOOPBACK_NAMES) ? LOOPBACK : null;
}

/** A URL without the place in its page. */
export function withoutFragment(url: string): string {
  const address = new URL(url);
  address.hash = '';
  return address.href;
}
