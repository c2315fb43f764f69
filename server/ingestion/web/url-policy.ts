import ipaddr from 'ipaddr.js';

/** A range of addresses that the operator opens for URL sources (`SCRAPE_ALLOW_CIDRS`), at any port. */
export type AddressRange = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

const LONGEST_URL = 2_048;
const PORTS = ['', '80', '443'];

/** Names that only mean something inside a network, by their last labels. */
const INNER_NAMES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
  'onion',
];

/** Where clouds tell a machine its own secrets: refused even inside an opened range. */
const METADATA = [
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'fd00:ec2::254',
].map((text) => ipaddr.parse(text).toNormalizedString());

/** Compatible IPv6 (`::127.0.0.1`), which the library takes for public. */
const IPV4_IN_IPV6 = ipaddr.IPv6.parseCIDR('::/96');

/** Reads `192.0.2.0/24` or `fd00::/8`; null for anything else. */
export function parseRange(text: string): AddressRange | null {
  return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : null;
}

/** May we connect to this address (as a resolver gives it, without brackets)? Anything that is none may not be connected to. */
export function mayConnect(address: string, opened: AddressRange[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (METADATA.includes(parsed.toNormalizedString())) return false;
  return isPublic(parsed) || isOpened(parsed, opened);
}

/** The same for a connection: other ports than the usual ones only inside an opened range. */
export function mayConnectAt(address: string, port: string, opened: AddressRange[]): boolean {
  if (!mayConnect(address, opened)) return false;
  return PORTS.includes(port) || isOpened(ipaddr.parse(address), opened);
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return !(address instanceof ipaddr.IPv6 && address.match(IPV4_IN_IPV6));
}

function isOpened(address: ipaddr.IPv4 | ipaddr.IPv6, opened: AddressRange[]): boolean {
  return opened.some(([range, bits]) => range.kind() === address.kind() && address.match([range, bits] as never));
}

/**
 * The address of a page in its normal form, or null where it shows by itself that it may not be read: another scheme or
 * port, a user name, an address that is not public, a name without a public domain. It is the parsed host that is looked
 * at and only its normal form that is kept, so that no second reading of the same text can lead elsewhere. What a name
 * stands for is for the fetcher to check, with `mayConnectAt`.
 */
export function checkUrl(text: string, opened: AddressRange[] = []): string | null {
  const trimmed = text.trim();
  // Parsers disagree on these; an address that people use has none.
  if (trimmed.length > LONGEST_URL || /[\p{Cc}\\]/u.test(trimmed)) return null;
  const url = URL.parse(trimmed);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username || url.password) return null;
  const literal = literalOf(url);
  if (literal !== null) return mayConnectAt(literal, url.port, opened) ? url.href : null;
  // With opened ranges, only a look-up shows whether another port is allowed.
  return isPublicName(url.hostname) && (PORTS.includes(url.port) || opened.length > 0) ? url.href : null;
}

/** The address that stands in the place of a name, null where there is a name. The URL parser has turned every spelling of an IPv4 address into the usual one. */
function literalOf(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return ipaddr.isValid(host) ? host : null;
}

function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  const labels = name.split('.');
  if (labels.length < 2 || labels.includes('')) return false;
  return !INNER_NAMES.some((inner) => name === inner || name.endsWith(`.${inner}`));
}
