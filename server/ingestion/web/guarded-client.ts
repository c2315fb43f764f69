import type { Dispatcher } from 'undici';
import { createSafeLookup, type ResolveHostname } from './safe-dns-lookup.ts';
import type { AddressRange } from './url-policy.ts';

const CONNECT_TIMEOUT = 10_000;
const HEADER_BYTES = 16 * 1024;

interface GuardedClientOptions {
  /** Ranges that the operator allows beside public addresses. */
  allowedRanges: AddressRange[];
  resolve: ResolveHostname;
  /** Milliseconds for the whole request. */
  deadline: number;
}

export type GuardedClient = Awaited<ReturnType<typeof openGuardedClient>>;
export type GuardedResponse = Dispatcher.ResponseData;

/**
 * The only way to URLs that others choose: it connects to nothing but the very IP address that was looked up and allowed. Callers check
 * each URL first (`checkUrl`), and follow redirects themselves. Opened with the first request: the client takes 30 MB and much of the
 * start, and not every server needs it.
 */
export async function openGuardedClient({ allowedRanges, resolve, deadline }: GuardedClientOptions) {
  const { Agent, buildConnector, request } = await import('undici');
  const agent = new Agent({
    // One lookup per connection, by a function that refuses: nothing looks the name up a second time.
    connect: (options, callback) =>
      buildConnector({ timeout: CONNECT_TIMEOUT, lookup: createSafeLookup(resolve, options.port, allowedRanges) })(
        options,
        callback,
      ),
    allowH2: false,
    maxHeaderSize: HEADER_BYTES,
    keepAliveTimeout: 4_000,
    headersTimeout: deadline,
    bodyTimeout: deadline,
  });
  return { agent, request };
}

/** A body that is not read to its end would keep its connection open. */
export function discard(body: GuardedResponse['body']): void {
  body.on('error', () => undefined);
  body.destroy();
}

/** The value of a header; null where it is missing, or sent twice and thus ambiguous. */
export const single = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' ? value : null;
