import { lookup, Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { sourceFailures } from '../failures.ts';
import { type AddressRange, isInnerName, loopbackOf, mayConnectAs } from './url-policy.ts';

/** Every address of a name; rejects with an error that has a code where there is none. */
export type Resolve = (hostname: string) => Promise<{ address: string; family: 4 | 6 }[]>;

/**
 * Asks the name servers, without the threads that files and passwords are worked on with, which a slow name server would
 * hold. Of other names than inner ones, those that only the machine's own hosts file knows are not found.
 */
export async function resolveName(hostname: string): Promise<{ address: string; family: 4 | 6 }[]> {
  if (isInnerName(hostname)) return resolveBySystem(hostname);
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 as const })),
    ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 as const })),
  ];
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
}

/** The look-up of an inner name that is under way, if any. */
let underWay: Promise<unknown> = Promise.resolve();

/**
 * Asks the operating system, as inner names often stand in its hosts file or need the domain that it searches. One at a
 * time: each holds one of the four threads until it is answered.
 */
function resolveBySystem(hostname: string): Promise<{ address: string; family: 4 | 6 }[]> {
  const found = underWay.then(() => lookup(hostname, { all: true }));
  underWay = found.catch(() => undefined);
  return found.then((all) => all.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 })));
}

/**
 * The look-up of one connection. One address among the answers that may not be connected to is enough to refuse the name.
 * A name of this machine is not looked up, and needs only one of its two addresses to be opened.
 */
export function guardedLookup(resolve: Resolve, port: string, opened: AddressRange[]): LookupFunction {
  const mayConnect = (hostname: string, address: string) => mayConnectAs(hostname, address, port, opened);
  return (hostname, options, callback) => {
    const loopback = loopbackOf(hostname)?.filter(({ address }) => mayConnect(hostname, address));
    const looked = loopback ? Promise.resolve(loopback) : resolve(hostname);
    looked.then(
      (found) => {
        const [first] = found;
        if (!first || !found.every(({ address }) => mayConnect(hostname, address))) {
          return callback(sourceFailures.urlNotAllowed(), '');
        }
        if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };
}
