import { lookup, Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import PQueue from 'p-queue';
import { isInternalName } from '../../platform/network/network-address.ts';
import { sourceFailures } from '../failures.ts';
import { type AddressRange, isAllowedForHost, loopbackAddresses } from './url-policy.ts';

/** Returns every IP address of a host name; rejects with an error that has a code where there is none. */
export type ResolveHostname = (hostname: string) => Promise<{ address: string; family: 4 | 6 }[]>;

/**
 * Asks the name servers directly. The system's resolver would occupy the threads that files and passwords need, for as long
 * as a slow name server takes. The hosts file of the machine counts only for internal names.
 */
export async function resolveHostname(hostname: string): Promise<{ address: string; family: 4 | 6 }[]> {
  if (isInternalName(hostname)) return resolveBySystem(hostname);
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 as const })),
    ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 as const })),
  ];
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
}

/** One lookup at a time, as each holds one of the four threads until it is answered. */
const systemLookups = new PQueue({ concurrency: 1 });

/** Asks the operating system: internal names are often in its hosts file or need its search domain. */
async function resolveBySystem(hostname: string): Promise<{ address: string; family: 4 | 6 }[]> {
  const found = await systemLookups.add(() => lookup(hostname, { all: true }));
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

/**
 * The lookup of one connection. Refuses the name if a single one of its addresses is not allowed. A name of this machine is
 * not looked up, and needs only one of its two addresses to be allowed.
 */
export function createSafeLookup(
  resolve: ResolveHostname,
  port: string,
  allowedRanges: AddressRange[],
): LookupFunction {
  const isAllowed = (hostname: string, address: string) => isAllowedForHost(hostname, address, port, allowedRanges);
  return (hostname, options, callback) => {
    const loopback = loopbackAddresses(hostname)?.filter(({ address }) => isAllowed(hostname, address));
    const lookedUp = loopback ? Promise.resolve(loopback) : resolve(hostname);
    lookedUp.then(
      (found) => {
        const [first] = found;
        if (!first || !found.every(({ address }) => isAllowed(hostname, address))) {
          return callback(sourceFailures.urlNotAllowed(`http://${hostname}/`, refusedLookup(hostname, found)), '');
        }
        if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };
}

/** For the log of the operator, who may know what is inside the network. */
function refusedLookup(hostname: string, found: { address: string }[]): Error {
  const addresses = found.map(({ address }) => address).join(', ') || 'no address';
  return new Error(
    `${hostname} stands for ${addresses}. Pages are read only if every address is public or in a range of SCRAPE_ALLOW_CIDRS.`,
  );
}
