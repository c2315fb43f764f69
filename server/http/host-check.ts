import type { Middleware } from 'koa';
import { hostnameOf, isLocalHost, isLoopback } from '../platform/network/local-host.ts';
import type { RequestState } from './context.ts';
import { errors } from './errors.ts';

export interface HostCheckOptions {
  /** The address that the server listens on. */
  listensOn: string;
  /** The configured public address; null if there is none. */
  publicUrl: string | null;
}

/**
 * Refuses requests with two `Host` headers and, on a server that listens on this machine only, requests for another host: a
 * website can make its own name resolve to 127.0.0.1 (DNS rebinding), and its pages could then call the server as if they were
 * its own. A local name is accepted with any port, because tunnels and containers change the port, and no website can have one.
 */
export function hostCheck({ listensOn, publicUrl }: HostCheckOptions): Middleware<RequestState> {
  const checked = listensOn === 'localhost' || isLoopback(listensOn);
  const publicHost = publicUrl === null ? null : new URL(publicUrl).hostname;
  return (context, next) => {
    const [host = '', ...others] = context.req.headersDistinct.host ?? [];
    const served = !checked || isLocalHost(host) || (publicHost !== null && hostnameOf(host) === publicHost);
    if (others.length === 0 && served) return next();
    // No answer of the route, so it need not be among those that the route declares.
    context.state.route = null;
    context.state.rule = null;
    throw others.length > 0 ? errors.twoHosts() : errors.hostNotServed();
  };
}
