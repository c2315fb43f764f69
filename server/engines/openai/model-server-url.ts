import {
  type IpAddress,
  ipLiteral,
  isAllowedName,
  isInternalName,
  isMetadataAddress,
  isPublicAddress,
  parseIpAddress,
} from '../../platform/network/network-address.ts';
import { withoutEnd } from '../../platform/text/trim-ends.ts';

/**
 * Where a model server may be whose address somebody entered: `anywhere` on the internet, in the own network and on this
 * machine, or on `this machine` alone.
 */
export type ModelServerReach = 'anywhere' | 'this machine';

const MAX_LENGTH = 500;
/** Where model servers are at home, besides public addresses. `carrierGradeNat` is also what VPNs such as Tailscale use. */
const OWN_RANGES = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'];
const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i;
const SLASH = /\//;
/** Paths of the protocol that people copy along with the address. */
const ENDPOINTS = /\/(?:chat\/completions|completions|models)$/;

/**
 * The base URL of a model server, as somebody entered it, without a slash at its end: `localhost:11434`,
 * `https://api.example.com/v1/chat/completions`. Null if the text alone shows that it may not be asked. What a name resolves
 * to is checked with each connection (`isAllowedModelAddress`).
 */
export function parseModelServerUrl(text: string, reach: ModelServerReach): string | null {
  const trimmed = text.trim();
  // Parsers disagree on these characters, and addresses of servers have none.
  if (trimmed.length > MAX_LENGTH || /[\p{Cc}\s\\]/u.test(trimmed)) return null;
  const url = SCHEME.test(trimmed) ? URL.parse(trimmed) : withScheme(trimmed);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) return null;
  const literal = ipLiteral(url);
  if (literal === null ? !isAllowedHost(url.hostname, reach) : !isAllowed(literal, reach)) return null;
  return withoutEnd(url.href, SLASH).replace(ENDPOINTS, '');
}

/** May the server connect to this IP address, as a resolver returns it? */
export function isAllowedModelAddress(text: string, reach: ModelServerReach): boolean {
  const address = parseIpAddress(text);
  return address !== null && isAllowed(address, reach);
}

function isAllowed(address: IpAddress, reach: ModelServerReach): boolean {
  if (reach === 'this machine') return address.range() === 'loopback';
  if (isMetadataAddress(address)) return false;
  return isPublicAddress(address) || OWN_RANGES.includes(address.range());
}

const isAllowedHost = (hostname: string, reach: ModelServerReach): boolean =>
  reach === 'this machine' ? hostname === 'localhost' : isAllowedName(hostname);

/** Servers of the own network seldom have a certificate; others always do. */
function withScheme(text: string): URL | null {
  const url = URL.parse(`http://${text}`);
  if (url === null) return null;
  const literal = ipLiteral(url);
  const isOwn = literal === null ? isInternalName(url.hostname) : !isPublicAddress(literal);
  return isOwn ? url : URL.parse(`https://${text}`);
}
