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

/** A refused address, for the log and for `explainRefusal`. */
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

/** What is done with an address: a page is read from it, maybe as another page leads there, or messages are sent to it. */
export type AddressUse = 'page' | 'redirect' | 'messages';

const CANNOT: Record<AddressUse, string> = {
  page: 'This address cannot be read.',
  redirect: 'This address leads to another one, which cannot be read.',
  messages: 'Messages cannot be sent to this address.',
};

/** Whole sentences for those who gave the address, with what they or the operator of the server can do. */
export function explainRefusal({ reason, host, port }: Refusal, use: AddressUse): string {
  return `${CANNOT[use]} ${WORDS[reason](host ?? '', port)}`;
}

const OPERATOR = 'the operator of this server';
const WORDS: Record<RefusalReason, (host: string, port: string) => string> = {
  malformed: () => 'It is not a web address, such as https://docs.example.com/start.',
  scheme: () => 'It must begin with http:// or https://.',
  user_name: () => 'It contains a user name or a password. Remove them.',
  never_open: () => 'Clouds give a machine its secrets at such addresses, so no setting opens them.',
  private_address: (host) =>
    `${host} is not a public address. To allow it, ${OPERATOR} sets SCRAPE_ALLOW_CIDRS to a range that contains it, such as ${rangeOf(host)}, and restarts the server.`,
  internal_name: (host) =>
    `“${host}” is a name inside a private network. To allow it, ${OPERATOR} sets SCRAPE_ALLOW_CIDRS to a range with every address that the name stands for, and restarts the server. If that is done, the name does not exist or stands for another address.`,
  port: (_host, port) =>
    `Public addresses are used on ports 80 and 443 only, not on ${port}. Inside a private network, ${OPERATOR} can open a range, with all ports, by SCRAPE_ALLOW_CIDRS.`,
  lookup: () =>
    `It must exist and be public. If it is inside a private network, ${OPERATOR} must allow its range with SCRAPE_ALLOW_CIDRS.`,
};

/** The smallest range. */
const rangeOf = (host: string) => (host.startsWith('[') ? `${host.slice(1, -1)}/128` : `${host}/32`);
