import { lookup } from 'node:dns';
import http, { type ClientRequest, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** Begins a request, as `http.request` does. */
export type OpenRequest = (url: URL, options: RequestOptions) => ClientRequest;

/** The code of the error for an address that is not allowed. */
export const ADDRESS_NOT_ALLOWED = 'ERR_ADDRESS_NOT_ALLOWED';

/** An idle connection is closed before the server does it, most of which wait for five seconds. */
const IDLE_MS = 4_000;
/**
 * The socket is read only when something is waiting for it. A model sends words one by one: read together, they take a third
 * of the processor time.
 */
const ON_DEMAND: RequestOptions & { readableHighWaterMark: number } = { readableHighWaterMark: 1 };

/** To any address. The platform's client for `http:` takes less time for a stream of words than its `fetch`. */
export const openRequest: OpenRequest = (url, options) =>
  (url.protocol === 'https:' ? https : http).request(url, { ...ON_DEMAND, ...options });

/**
 * Connects only to allowed IP addresses, and throws at once if the URL has another one. The address that is checked is the one
 * that is connected to, so a name that resolves to another address the next time changes nothing. Its connections are its own.
 */
export function createGuardedRequest(isAllowed: (address: string) => boolean): OpenRequest {
  const settings = { keepAlive: true, timeout: IDLE_MS };
  const agents = { 'http:': new http.Agent(settings), 'https:': new https.Agent(settings) };
  const guardedLookup = createGuardedLookup(isAllowed);
  return (url, options) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // A lookup is never asked for an IP address.
    if (isIP(host) !== 0 && !isAllowed(host)) throw notAllowed();
    const agent = agents[url.protocol as keyof typeof agents];
    return openRequest(url, { ...options, agent, lookup: guardedLookup });
  };
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
