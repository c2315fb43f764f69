import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { EndpointAddress } from './endpoint.ts';

/** The code of the error for an address that is not allowed. */
export const ADDRESS_NOT_ALLOWED = 'ERR_ADDRESS_NOT_ALLOWED';

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * A `fetch` that connects only to allowed IP addresses. The address that is checked is the one that is connected to, so a
 * name that resolves to another address the next time changes nothing. The client is loaded with the first request: it takes
 * 30 MB, and most servers never need it.
 */
export function createGuardedFetch(isAllowed: (address: string) => boolean): NonNullable<EndpointAddress['fetch']> {
  let client: ReturnType<typeof openClient> | null = null;
  return async (url, options) => {
    client ??= openClient(isAllowed);
    const { fetch, dispatcher } = await client;
    // The types of this client and of the platform differ in what is not used here.
    const init = { ...options, dispatcher } as Parameters<typeof fetch>[1];
    return (await fetch(String(url), init)) as unknown as Response;
  };
}

async function openClient(isAllowed: (address: string) => boolean) {
  const { Agent, buildConnector, fetch } = await import('undici');
  const guardedLookup = createGuardedLookup(isAllowed);
  const dispatcher = new Agent({
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      // A lookup is never asked for an IP address.
      if (/^[\d.]+$|:/.test(host) && !isAllowed(host)) return callback(notAllowed(), null);
      buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guardedLookup })(options, callback);
    },
    allowH2: false,
    // The endpoint has its own limits.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { fetch, dispatcher };
}

/** Asks the operating system: internal names are often in its hosts file. A single address that is not allowed refuses the name. */
function createGuardedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error) callback(error, '');
      else if (!first || !found.every(({ address }) => isAllowed(address))) callback(notAllowed(), '');
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

const notAllowed = (): Error => Object.assign(new Error('The address is not allowed.'), { code: ADDRESS_NOT_ALLOWED });
