import { isIP } from 'node:net';

/** Reports whether a `Host` header names this machine. Only a request of HTTP/1.0, which no browser sends, may lack one. */
export function isLocalHost(header: string): boolean {
  if (header === '') return true;
  const hostname = hostnameOf(header)?.replace(/^\[|\]$/g, '') ?? '';
  return hostname === 'localhost' || isLoopback(hostname);
}

/** The normalized name or address, without the port; null for a header that is not a host. */
export function hostnameOf(header: string): string | null {
  return /^[^/?#@\\]+$/.test(header) ? (URL.parse(`http://${header}`)?.hostname ?? null) : null;
}

/** Reports whether an IP address, without brackets, is one of this machine's own. */
export function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

/** The address of a server on this machine that listens on this host; one that listens on all addresses is local, too. */
export function localAddress(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
