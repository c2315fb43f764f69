import { ipLiteral, isAllowedName, isInternalName, isMetadataAddress, isPublicAddress } from './network-address.ts';

/** Why an address may not be used, as far as its own text shows it. `lookup`: it does not show it. */
export type RefusalReason =
  | 'malformed'
  | 'scheme'
  | 'user_name'
  | 'never_open'
  | 'private_address'
  | 'internal_name'
  | 'port'
  | 'lookup';

/** A refused address, for the log and for the sentence that explains it. */
export interface Refusal {
  reason: RefusalReason;
  /** Null where there is none. */
  host: string | null;
  port: string;
}

/** Longer than any name that name servers know. */
const MAX_HOST_LENGTH = 253;

/**
 * Why a refused address was refused. It looks at nothing but the text, so that it tells no one what is inside a private network:
 * what only a lookup shows is `lookup`, whether the name exists or not.
 */
export function refusalOf(text: string): Refusal {
  const trimmed = text.trim();
  const url = /[\p{Cc}\\]/u.test(trimmed) ? null : URL.parse(trimmed);
  if (!url) return { reason: 'malformed', host: null, port: '' };
  const host = url.hostname === '' || url.hostname.length > MAX_HOST_LENGTH ? null : url.hostname;
  return { reason: reasonOf(url), host, port: url.port };
}

/** The refusal of what cannot be told from a name that does not exist. */
export const REFUSED_AFTER_LOOKUP: Refusal = { reason: 'lookup', host: null, port: '' };

function reasonOf(url: URL): RefusalReason {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme';
  if (url.username || url.password) return 'user_name';
  const literal = ipLiteral(url);
  if (literal ? isMetadataAddress(literal) : !isAllowedName(url.hostname)) return 'never_open';
  if (literal && !isPublicAddress(literal)) return 'private_address';
  if (!literal && isInternalName(url.hostname)) return 'internal_name';
  return ['', '80', '443'].includes(url.port) ? 'lookup' : 'port';
}
