import ipaddr from 'ipaddr.js';

/** A range of IP addresses that the operator allows for URL sources (`SCRAPE_ALLOW_CIDRS`), at any port. */
export type AddressRange = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

const MAX_URL_LENGTH = 2_048;
const PORTS = ['', '80', '443'];

/** Names that mean this machine itself, by their last label. */
const LOOPBACK_NAMES = ['localhost'];
const LOOPBACK = [
  { address: '127.0.0.1', family: 4 as const },
  { address: '::1', family: 6 as const },
];
/** Names that only mean something inside a network, by their last labels. A name of a single label is internal, too. */
const INTERNAL_NAMES = [
  ...LOOPBACK_NAMES,
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
];
/** Names that no allowed range makes readable: metadata services of clouds, and names that name servers must not be asked for. */
const REFUSED_NAMES = ['metadata', 'instance-data', 'metadata.google.internal', 'onion'];

/** Metadata services of clouds, which tell a machine its own secrets: refused even inside an allowed range. */
const METADATA = [
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'fd00:ec2::254',
].map((text) => ipaddr.parse(text).toNormalizedString());

/** IPv4-compatible IPv6 (`::127.0.0.1`), which the library takes for public. */
const IPV4_IN_IPV6 = ipaddr.IPv6.parseCIDR('::/96');

/** Reads `192.0.2.0/24` or `fd00::/8`; null for anything else. */
export function parseAddressRange(text: string): AddressRange | null {
  return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : null;
}

/** May the server connect to this IP address (as a resolver returns it, without brackets)? False for what is not one. */
export function isAllowedAddress(address: string, allowedRanges: AddressRange[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (METADATA.includes(parsed.toNormalizedString())) return false;
  return isPublic(parsed) || isInAllowedRange(parsed, allowedRanges);
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

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return !(address instanceof ipaddr.IPv6 && address.match(IPV4_IN_IPV6));
}

function isInAllowedRange(address: ipaddr.IPv4 | ipaddr.IPv6, allowedRanges: AddressRange[]): boolean {
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
  if (literal !== null) return isAllowedEndpoint(literal, url.port, allowedRanges) ? url.href : null;
  // With allowed ranges, only a lookup shows whether an internal name or another port may be used.
  if (!isAllowedName(url.hostname)) return null;
  return allowedRanges.length > 0 || (!isInternalName(url.hostname) && PORTS.includes(url.port)) ? url.href : null;
}

/** The IP address in a URL's host, null where the host is a name. The URL parser has normalized every spelling of IPv4. */
function ipLiteral(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return ipaddr.isValid(host) ? host : null;
}

/** False for malformed and refused names. */
function isAllowedName(hostname: string): boolean {
  return !withoutRootDot(hostname).split('.').includes('') && !hasSuffix(hostname, REFUSED_NAMES);
}

/** Does this name mean something only inside a network? */
export function isInternalName(hostname: string): boolean {
  return !withoutRootDot(hostname).includes('.') || hasSuffix(hostname, INTERNAL_NAMES);
}

/** The addresses of `localhost`, whatever a name server says (RFC 6761); null for any other name. */
export function loopbackAddresses(hostname: string): { address: string; family: 4 | 6 }[] | null {
  return hasSuffix(hostname, LOOPBACK_NAMES) ? LOOPBACK : null;
}

function hasSuffix(hostname: string, names: string[]): boolean {
  const name = withoutRootDot(hostname).toLowerCase();
  return names.some((one) => name === one || name.endsWith(`.${one}`));
}

const withoutRootDot = (hostname: string) => hostname.replace(/\.$/, '');
