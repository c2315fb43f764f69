import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { sourceFailures } from '../failures.ts';
import { type AddressRange, mayConnectAt } from './url-policy.ts';

/** Every address of a name; rejects with an error that has a code where there is none. */
export type Resolve = (hostname: string) => Promise<{ address: string; family: 4 | 6 }[]>;

/**
 * Asks the name servers, without the threads that files and passwords are worked on with, which a slow name server would
 * hold; names that only the machine's own hosts file knows are not found.
 */
export async function resolveName(hostname: string): Promise<{ address: string; family: 4 | 6 }[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 as const })),
    ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 as const })),
  ];
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
}

/** The look-up of one connection. One address among the answers that may not be connected to is enough to refuse the name. */
export function guardedLookup(resolve: Resolve, port: string, opened: AddressRange[]): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found;
        if (!first || !found.every(({ address }) => mayConnectAt(address, port, opened))) {
          return callback(sourceFailures.urlNotAllowed(), '');
        }
        if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };
}
