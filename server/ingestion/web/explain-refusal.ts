import type { Refusal, RefusalReason } from '../../platform/network/refused-address.ts';

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
