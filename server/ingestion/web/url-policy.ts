import ipaddr from 'ipaddr.js';

/** A range of addresses that the operator opens for URL sources (`SCRAPE_ALLOW_CIDRS`), at any port. */
export type AddressRange = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

const LONGEST_URL = 2_048;
const PORTS = ['', '80', '443'];

/** Names that mean this machine itself, by their last label. */
const LOOPBACK_NAMES = ['localhost'];
const LOOPBACK = [
  { address: '127.0.0.1', family: 4 as const },
  { address: '::1', family: 6 as const },
];
/** Names that only mean something inside a network, by their last labels; a name of one label is another. */
const INNER_NAMES = [
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
/** Names that no opened range makes readable: those under which clouds tell secrets, and those that name servers must not be asked for. */
const REFUSED_NAMES = ['metadata', 'instance-data', 'metadata.google.internal', 'onion'];

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

/** The same for an address that a name stands for: an inner name must stand for one inside an opened range. */
export function mayConnectAs(hostname: string, address: string, port: string, opened: AddressRange[]): boolean {
  if (!mayConnectAt(address, port, opened)) return false;
  return !isInnerName(hostname) || isOpened(ipaddr.parse(address), opened);
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
 * port, a user name, an address that is not public, a name without a public domain where no range is opened. It is the parsed host that is looked
 * at and only its normal form that is kept, so that no second reading of the same text can lead elsewhere. What a name
 * stands for is for the fetcher to check, with `mayConnectAs`.
 */
export function checkUrl(text: string, opened: AddressRange[] = []): string | null {
  const trimmed = text.trim();
  // Parsers disagree on these; an address that people use has none.
  if (trimmed.length > LONGEST_URL || /[\p{Cc}\\]/u.test(trimmed)) return null;
  const url = URL.parse(trimmed);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username || url.password) return null;
  const literal = literalOf(url);
  if (literal !== null) return mayConnectAt(literal, url.port, opened) ? url.href : null;
  // With opened ranges, only a look-up shows whether an inner name or another port is allowed.
  if (!isName(url.hostname)) return null;
  return opened.length > 0 || (!isInnerName(url.hostname) && PORTS.includes(url.port)) ? url.href : null;
}

/** The address that stands in the place of a name, null where there is a name. The URL parser has turned every spelling of an IPv4 address into the usual one. */
function literalOf(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return ipaddr.isValid(host) ? host : null;
}

/** Can this stand for a server at all? */
function isName(hostname: string): boolean {
  return !withoutDot(hostname).split('.').includes('') && !isUnder(hostname, REFUSED_NAMES);
}

/** Does this name only mean something inside a network? */
export function isInnerName(hostname: string): boolean {
  return !withoutDot(hostname).includes('.') || isUnder(hostname, INNER_NAMES);
}

/** The addresses of a name that means this machine, whatever a name server says (RFC 6761); null for any other name. */
export function loopbackOf(hostname: string): { address: string; family: 4 | 6 }[] | null {
  return isUnder(hostname, LOOPBACK_NAMES) ? LOOPBACK : null;
}

function isUnder(hostname: string, names: string[]): boolean {
  const name = withoutDot(hostname).toLowerCase();
  return names.some((one) => name === one || name.endsWith(`.${one}`));
}

const withoutDot = (hostname: string) => hostname.replace(/\.$/, '');
