import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** Names that mean this machine itself, by their last label. */
export const LOOPBACK_NAMES = ['localhost'];
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
/** Names of metadata services of clouds, and names that name servers must not be asked for. No setting opens them. */
const REFUSED_NAMES = ['metadata', 'instance-data', 'metadata.google.internal', 'onion'];

/** Metadata services of clouds, which tell a machine its own secrets. No setting opens them. */
const METADATA = [
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd20:ce::254',
].map((text) => ipaddr.parse(text).toNormalizedString());

/** IPv4-compatible IPv6 (`::127.0.0.1`), which the library takes for public. */
const IPV4_IN_IPV6 = ipaddr.IPv6.parseCIDR('::/96');

/** An IP address as a resolver returns it, without brackets; null for anything else. */
export function parseIpAddress(text: string): IpAddress | null {
  return ipaddr.isValid(text) ? ipaddr.parse(text) : null;
}

/** The IP address in a URL's host; null where the host is a name. The URL parser has normalized every spelling of IPv4. */
export const ipLiteral = ({ hostname }: URL): IpAddress | null =>
  parseIpAddress(withoutRootDot(hostname.replace(/^\[|\]$/g, '')));

export const isMetadataAddress = (address: IpAddress): boolean => METADATA.includes(address.toNormalizedString());

export function isPublicAddress(address: IpAddress): boolean {
  if (address.range() !== 'unicast') return false;
  return !(address instanceof ipaddr.IPv6 && address.match(IPV4_IN_IPV6));
}

/** False for malformed and refused names. */
export function isAllowedName(hostname: string): boolean {
  return !withoutRootDot(hostname).split('.').includes('') && !hasSuffix(hostname, REFUSED_NAMES);
}

/** Does this name mean something only inside a network? */
export function isInternalName(hostname: string): boolean {
  return !withoutRootDot(hostname).includes('.') || hasSuffix(hostname, INTERNAL_NAMES);
}

/** Whether a name is one of these, or ends in one of them. */
export function hasSuffix(hostname: string, names: string[]): boolean {
  const name = withoutRootDot(hostname).toLowerCase();
  return names.some((one) => name === one || name.endsWith(`.${one}`));
}

const withoutRootDot = (hostname: string) => hostname.replace(/\.$/, '');
